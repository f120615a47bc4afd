# shellcheck shell=sh
# Sourced by the scripts that start mpirun. Open MPI refuses root, and more ranks than cores, unless told that they are
# meant; with binding, two runs at a time would share cores. PRTE_ are the names of Open MPI 5.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe PRTE_MCA_hwloc_default_binding_policy=none
