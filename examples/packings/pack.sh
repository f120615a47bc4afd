#!/bin/sh
# Packs the packings of packings.csv again with this version of LAMMPS and the plugin: restart files to go on from.
#   sh pack.sh [NAME ...]      all ten without a name, about 7 minutes of one core
#   LMP=lmp sh pack.sh         another LAMMPS than build/lmp
# Writes NAME.restart, NAME.dump, NAME.contacts and NAME.png into this folder. MORE="-var DT 0.05" changes variables of
# in.packing. The protocol is the paper's, which made the packings of the table.
set -eu
cd "$(dirname "$0")"
for name; do
  grep -q "^$name," packings.csv || { echo "pack.sh: no packing $name in packings.csv" >&2; exit 1; }
done
sed -n '2,$p' packings.csv | while IFS=, read -r name mu_s mu_r mu_t n p seed criterion spin _; do
  case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
  echo "$name"
  # shellcheck disable=SC2086  # words are meant
  "${LMP:-../../build/lmp}" -in ../packing/in.packing -log "$name.log" -screen none ${MORE-} -var PROTOCOL paper -var NAME "$name" -var MU_S "$mu_s" \
    -var MU_R "$mu_r" -var MU_T "$mu_t" -var N "$n" -var P "$p" -var SEED "$seed" -var CRITERION "$criterion" -var SPIN "$spin" </dev/null
done
