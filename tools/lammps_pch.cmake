# Read by LAMMPS' own project() (CMAKE_PROJECT_lammps_INCLUDE). The headers that most of its files include are compiled
# once: half of the time of a small file. What is compiled stays the same.
set(GRANULAR_SRT_PCH <algorithm> <cmath> <cstdlib> <cstring> <functional> <map> <memory> <set> <string> <unordered_map>
  <unordered_set> <utility> <vector>)

function(granular_srt_precompile)
  target_precompile_headers(lammps PRIVATE ${GRANULAR_SRT_PCH} "${LAMMPS_SOURCE_DIR}/pointers.h")
  if(PKG_KOKKOS)
    # objects of their own, because Kokkos' headers would cost the other files more than they save
    get_target_property(sources lammps SOURCES)
    set(kokkos_sources ${sources})
    list(FILTER kokkos_sources INCLUDE REGEX "/src/KOKKOS/")
    list(FILTER sources EXCLUDE REGEX "/src/KOKKOS/")
    set_target_properties(lammps PROPERTIES SOURCES "${sources}")
    add_library(lammps_kokkos OBJECT ${kokkos_sources})
    foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS LINK_LIBRARIES)
      get_target_property(values lammps ${property})
      if(values)
        set_target_properties(lammps_kokkos PROPERTIES ${property} "${values}")
      endif()
    endforeach()
    set_target_properties(lammps_kokkos PROPERTIES POSITION_INDEPENDENT_CODE ON DEFINE_SYMBOL lammps_EXPORTS)
    target_precompile_headers(lammps_kokkos PRIVATE ${GRANULAR_SRT_PCH} "${LAMMPS_SOURCE_DIR}/pointers.h"
      "${LAMMPS_SOURCE_DIR}/KOKKOS/atom_kokkos.h" "${LAMMPS_SOURCE_DIR}/KOKKOS/memory_kokkos.h"
      "${LAMMPS_SOURCE_DIR}/KOKKOS/neighbor_kokkos.h" "${LAMMPS_SOURCE_DIR}/KOKKOS/neigh_list_kokkos.h"
      "${LAMMPS_SOURCE_DIR}/KOKKOS/kokkos.h")
    target_sources(lammps PRIVATE $<TARGET_OBJECTS:lammps_kokkos>)
  endif()
endfunction()
cmake_language(DEFER CALL granular_srt_precompile)
