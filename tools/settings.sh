# shellcheck shell=sh
# Sourced by the scripts behind targets of make that have settings of their own, such as "make packing".

# check_settings COMMAND NAMES: refuses any other setting of make, so that a misspelt "make packing MUS=1"
# does not run the default. Settings of the build are known to all.
check_settings() {
  for word in ${MAKEFLAGS-}; do
    case $word in
      -*) continue ;;
      [A-Za-z]*=*) name=${word%%=*} ;;
      *) continue ;;
    esac
    case " $2 BUILD JOBS WERROR CXX CXXFLAGS LDFLAGS LAMMPS_SOURCE_DIR LAMMPS_BUILD_DIR GRANULAR_SRT_CACHE \
GRANULAR_SRT_KOKKOS LAMMPS_QUICK " in
      *" $name "*) ;;
      *) echo "$1: unknown setting $name; known are $2" >&2; exit 2 ;;
    esac
  done
}
