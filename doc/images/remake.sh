#!/bin/sh
# Draws the charts of this folder whose numbers are in the repository. The drivers of the examples draw the others, after
# they have run LAMMPS.
set -eu
cd "$(dirname "$0")"
study=../../examples/packing_study
out=$(mktemp -d)
trap 'rm -r "$out"' EXIT

# keep PICTURES TABLE ...: of all that study.py draws from these tables
keep() {
  pictures=$1
  shift
  ${PYTHON:-python3} $study/study.py plot "$@" --to "$out" >/dev/null
  for picture in $pictures; do cp "$out/$picture.svg" .; done
}

modes="rolling twisting both"
keep "eq5 fig3_sliding fig4_left_phi fig4_left_rattlers $(printf 'fig3_%s ' $modes) $(printf 'fig4_%s_phi ' $modes) \
$(printf 'fig4_%s_rattlers ' $modes)" $study/results_n2000.csv
keep "size_Z size_phi" $study/results_size.csv
keep "fig5_Z fig5_phi" $study/results_pressure_n500.csv
keep "silbert_fig2 silbert_fig3 silbert_fig4 silbert_fig5 silbert_fig7 silbert_fig8 silbert_fig9" \
  $study/results_settle_n1000.csv $study/curves_settle_n1000.csv
${PYTHON:-python3} near_contact.py
${PYTHON:-python3} flow_arrest.py
