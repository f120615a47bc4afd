# Only headers of LAMMPS are used; nothing of LAMMPS is linked.
set(sources contacts/close_list.cpp contacts/cell_list.cpp contacts/cell_grid.cpp contacts/spheres_in_cells.cpp
    contacts/size_classes.cpp contacts/ghost_pairs.cpp contacts/near_pairs.cpp contacts/reference_positions.cpp
    contacts/stored_contacts.cpp contacts/contact_memory.cpp)
set(libraries granular_srt_lammps)
