#!/bin/sh
# Draws the charts of this folder whose numbers are in the repository.
#   remake.sh        these
#   remake.sh runs   charts, packings and films of the examples too: runs LAMMPS (build/lmp), about 15 minutes on one core
# Not drawn here: triaxial.svg, dosta_impact.svg, flow_arrest.png, backbone_*.png and silbert_fig6.svg, which need long runs, as do
# calibration.svg (examples/calibration) and queue.svg (examples/queue);
# packing.png (make packing), force_chains.png (doc/analysis.md), pack_shear.png (examples/python).
set -eu
cd "$(dirname "$0")"
python=${PYTHON:-python3}
study=../../examples/packing_study
out=$(mktemp -d)
trap 'rm -r "$out"' EXIT

# keep PICTURES TABLE ...: of all that study.py draws from these tables
keep() {
  pictures=$1
  shift
  $python $study/study.py plot "$@" --to "$out" >/dev/null
  for picture in $pictures; do cp "$out/$picture.svg" .; done
}

modes="rolling twisting both"
keep "eq5 fig3_sliding fig4_left_phi fig4_left_rattlers $(printf 'fig3_%s ' $modes) $(printf 'fig4_%s_phi ' $modes) \
$(printf 'fig4_%s_rattlers ' $modes)" $study/results_n2000.csv
keep "size_Z size_phi" $study/results_size.csv
keep "fig5_Z fig5_phi" $study/results_pressure_n500.csv
keep "silbert_fig2 silbert_fig3 silbert_fig4 silbert_fig5 silbert_fig7 silbert_fig8 silbert_fig9" \
  $study/results_settle_n1000.csv $study/curves_settle_n1000.csv
$python near_contact.py
$python flow_arrest.py
$python box_motion.py
$python figures.py
[ "${1-}" = runs ] || exit 0

images=$PWD
cd ../../examples
examples=$PWD
lmp=$PWD/../build/lmp
export PYTHONPATH="$PWD/../python"

# driver EXAMPLE PREFIX: the charts of EXAMPLE/EXAMPLE.py, each with a prefix
driver() {
  $python "$1/$1.py" --out "$out/$1" --lmp "$lmp" >/dev/null
  for picture in "$out/$1"/*.svg; do cp "$picture" "$images/$2$(basename "$picture")"; done
}
driver chung_ooi chung_ooi_
driver creep ""
driver energy energy_
driver stack ""
driver suspended_pair ""
driver tracking ""
driver verification ""
rm "$images/creep_transient.svg"    # no page shows it
cd "$out"
for deck in jkr_cluster/in.cluster two_types/in.two_types si_glass/in.glass tracking/in.map; do
  "$lmp" -in "$examples/$deck" -var IMAGE yes -var POTENTIALS "$examples/../potentials" >/dev/null
done
mv clusters.png two_types.png glass.png "$images"
mv map.png "$images/tracking_map.png"
$python "$examples/hopper/hopper.py"
for film in hopper drum; do
  "$lmp" -in "$examples/$film/in.$film" -var FRAMES 80 >/dev/null
  $python -m granular_srt.film "$images/$film.gif" "$film".*.png
done
