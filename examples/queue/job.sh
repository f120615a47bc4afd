#!/bin/sh
#SBATCH --job-name=grains
#SBATCH --ntasks=32
#SBATCH --time=1:00:00
# Runs in.job to its end, an hour at a time: sbatch job.sh
#
# Each job first submits the next one, which starts when this one has ended or was killed, and goes on from the newest whole
# restart file. LMP: LAMMPS with the plugin; FILES: parts of a restart file; LIMIT: of LAMMPS' clock, below --time. Words go to
# LAMMPS.
set -eu
cd "${SLURM_SUBMIT_DIR:-.}"
if [ -f job.done ]; then exit 0; fi
after=""
if [ -n "${SLURM_JOB_ID:-}" ]; then
  after=$(sbatch --parsable --dependency=afterany:"$SLURM_JOB_ID" job.sh "$@")
fi

code=0
start=$(python3 -m granular_srt.restart job.a.% job.b.%) || code=$?
if [ $code -eq 0 ]; then
  start=${start#job.}
  start=${start%.%}
  ${MPIRUN-srun} "${LMP:-lmp}" -in in.job -log "log.$(date +%Y%m%d.%H%M%S)" -var START "${start:-none}" \
    -var FILES "${FILES:-4}" -var LIMIT "${LIMIT:-0:55:00}" "$@" </dev/null || code=$?
fi
# an error would come again in each job
if [ -n "$after" ] && { [ $code -ne 0 ] || [ -f job.done ]; }; then scancel "$after"; fi
exit $code
