# Only lmptype.h of LAMMPS is used. AVX registers are emulated where the compiler options lack them.
set(libraries granular_srt_lammps)
