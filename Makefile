# Thin front of tools/*.sh, which take paths with spaces; make itself does not.
.PHONY: all kokkos check packing bench clean
all:
	@sh tools/build.sh
# build/lmp-kokkos: LAMMPS with the KOKKOS package and the plugin's /kk styles
kokkos: all
	@sh tools/kokkos.sh
check: all
	@sh tools/check.sh
# make packing N=10000 MU_S=0.3 MU_R=0.3 MU_T=0.3 RANKS=4
packing: all
	@sh tools/packing.sh
# make bench CASES="jammed chute" N=20000 REPEATS=5 RANKS=4
bench: all
	@sh tools/bench.sh
clean:
	@rm -rf build
