# Adds the processor time [ns] of the program that runs this script, which is LAMMPS or LIGGGHTS
cut -d' ' -f1 "/proc/$PPID/schedstat" >>peers.clock
