# Each target runs a script of tools/. All of them but cuda.sh accept paths with spaces.
# JOBS=4 make ... or make JOBS=4 ...: compilers and tests at a time
.PHONY: all kokkos cuda law unit quick check fuzz packing bench format clean
# These need more packages of LAMMPS than Debian's library has, and build it.
kokkos cuda quick check fuzz bench: export OWN_LAMMPS = on
all:
	@sh tools/build.sh
# build/lmp-kokkos: LAMMPS with the KOKKOS package and the plugin's /kk styles
kokkos: all
	@sh tools/kokkos.sh
# build/cuda: the same for NVIDIA GPUs, to be copied to a machine that has one
# make cuda KOKKOS_SOURCE_DIR=<Kokkos 5.1 or newer> ARCH=HOPPER90 FLAGS=--fmad=false MPI=on
cuda:
	@LAMMPS_BUILD_DIR= sh tools/build.sh
	@sh tools/cuda.sh
# unit tests alone, e.g. make unit TEST="contact/normal contact/energy" FILTER='*jkr*'
unit:
	@sh tools/unit.sh
# tests of one contact law in seconds, without LAMMPS, e.g. make law LAW=hooke or make law LAW="rolling sds"
law:
	@sh tools/law.sh
quick: all
	@sh tools/check.sh quick
check: all
	@sh tools/check.sh
# random decks by hand, e.g. make fuzz MINUTES=60 ONLY=continued,ranks SEED=7
fuzz: all
	@sh tools/fuzz.sh
# make packing N=10000 MU_S=0.3 MU_R=0.3 MU_T=0.3 RANKS=4
packing: all
	@sh tools/packing.sh
# make bench CASES="jammed chute" N=20000 REPEATS=5 RANKS=4
bench: all
	@sh tools/bench.sh
format:
	@sh tools/format.sh
clean:
	@rm -rf build
