# Only headers of LAMMPS are used; nothing of LAMMPS is linked.
set(sources contacts/close_list.cpp contacts/cell_list.cpp contacts/cell_grid.cpp contacts/size_classes.cpp contacts/stored_contacts.cpp contacts/contact_memory.cpp)
set(libraries granular_srt_lammps)
