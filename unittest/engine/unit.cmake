# Only headers of LAMMPS are used; nothing of LAMMPS is linked.
set(sources engine/close_list.cpp engine/search/cell_list.cpp engine/search/cell_grid.cpp
    engine/search/near_pairs.cpp)
set(libraries granular_srt_lammps)
