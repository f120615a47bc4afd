# Sources of src/models that need no LAMMPS.
set(sources models/command_words.cpp)
