# Sources of src/restart that need no LAMMPS.
set(sources restart/checksum.cpp)
