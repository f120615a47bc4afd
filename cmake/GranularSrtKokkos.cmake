# Adds the /kk styles (src/kokkos) to the plugin where the LAMMPS that will load it has the KOKKOS package.
#
# They are compiled with the headers and flags of that LAMMPS' own Kokkos, whose CMake package is found by
# what the LAMMPS build says: an external Kokkos, the one of lib/kokkos, or a downloaded one. Kokkos is not
# linked: a second copy would have its own memory and threads. The open symbols are those of the running
# LAMMPS.
option(GRANULAR_SRT_KOKKOS "the /kk styles, where LAMMPS has the KOKKOS package" ON)

# The settings of that LAMMPS: precision and layout of its views, in capital letters.
if(LAMMPS_BUILD_DIR)
  granular_srt_lammps_setting(PKG_KOKKOS has_kokkos)
  granular_srt_lammps_setting(KOKKOS_PREC kokkos_precision)
  granular_srt_lammps_setting(KOKKOS_LAYOUT kokkos_layout)
else()
  # "-help" of an installed LAMMPS
  set(has_kokkos OFF)
  if(help MATCHES "KOKKOS package precision: ([a-z]+)")
    set(has_kokkos ON)
    set(kokkos_precision ${CMAKE_MATCH_1})
    string(REGEX MATCH "KOKKOS package view layout: ([a-z]+)" unused "${help}")
    set(kokkos_layout ${CMAKE_MATCH_1})
  endif()
endif()

if(NOT GRANULAR_SRT_KOKKOS)
  message(STATUS "no /kk styles: GRANULAR_SRT_KOKKOS is off")
  set(has_kokkos OFF)
elseif(NOT has_kokkos)
  message(STATUS "no /kk styles: the LAMMPS of ${GRANULAR_SRT_LMP} has no KOKKOS package")
elseif(lammps_number LESS GRANULAR_SRT_OLDEST_KOKKOS)
  message(STATUS "no /kk styles: they need LAMMPS 4 Jul 2026 or newer")
  set(has_kokkos OFF)
endif()

if(has_kokkos)
  if(LAMMPS_BUILD_DIR)
    granular_srt_lammps_setting(EXTERNAL_KOKKOS is_external)
    granular_srt_lammps_setting(DOWNLOAD_KOKKOS is_downloaded)
    if(is_external)
      file(STRINGS "${LAMMPS_BUILD_DIR}/CMakeCache.txt" line REGEX "^Kokkos_DIR:")
      string(REGEX REPLACE "^[^=]*=" "" kokkos_package "${line}")
    elseif(is_downloaded)
      set(kokkos_package "${LAMMPS_BUILD_DIR}/kokkos_build-prefix/lib/cmake/Kokkos")
    else()
      set(kokkos_package "${LAMMPS_BUILD_DIR}/lib/kokkos")
    endif()
    # in place of what an earlier configuration has found
    if(EXISTS "${kokkos_package}/KokkosConfig.cmake")
      set(Kokkos_DIR "${kokkos_package}" CACHE PATH "CMake package of the Kokkos of that LAMMPS" FORCE)
    endif()
  endif()
  find_package(Kokkos CONFIG QUIET)
  if(NOT Kokkos_FOUND)
    message(FATAL_ERROR "The LAMMPS of ${GRANULAR_SRT_LMP} has the KOKKOS package, but its Kokkos was not found "
      "(Kokkos_DIR=${Kokkos_DIR}): give -D Kokkos_DIR=<folder of its KokkosConfig.cmake>, or leave the /kk "
      "styles out with -D GRANULAR_SRT_KOKKOS=off")
  endif()

  set(kokkos_precisions double DOUBLE_DOUBLE mixed SINGLE_DOUBLE single SINGLE_SINGLE)
  list(FIND kokkos_precisions "${kokkos_precision}" index)
  if(index LESS 0)
    message(FATAL_ERROR "unknown precision '${kokkos_precision}' (KOKKOS_PREC) of the LAMMPS of ${GRANULAR_SRT_LMP}")
  endif()
  math(EXPR index "${index} + 1")
  list(GET kokkos_precisions ${index} kokkos_types)
  string(TOUPPER "${kokkos_layout}" kokkos_layout_upper)

  granular_srt_kokkos_objects(granularsrtplugin)
  target_link_libraries(granular_srt_kokkos PRIVATE granular_srt_physics granular_srt_lammps)
  target_include_directories(granular_srt_kokkos SYSTEM PRIVATE "${GRANULAR_SRT_LAMMPS_HEADERS}/KOKKOS"
    "$<TARGET_PROPERTY:Kokkos::kokkos,INTERFACE_INCLUDE_DIRECTORIES>")
  target_compile_definitions(granular_srt_kokkos PRIVATE LMP_KOKKOS LMP_KOKKOS_${kokkos_types}
    LMP_KOKKOS_LAYOUT_${kokkos_layout_upper} "$<TARGET_PROPERTY:Kokkos::kokkos,INTERFACE_COMPILE_DEFINITIONS>")
  target_compile_options(granular_srt_kokkos PRIVATE
    "$<TARGET_PROPERTY:Kokkos::kokkos,INTERFACE_COMPILE_OPTIONS>")
  target_link_libraries(granularsrtplugin PRIVATE granular_srt_kokkos)
  target_compile_definitions(granularsrtplugin PRIVATE LMP_KOKKOS)
  set_source_files_properties(src/entry/lammps_check.cpp PROPERTIES COMPILE_DEFINITIONS
    "GRANULAR_SRT_KOKKOS_PRECISION=${kokkos_precision};GRANULAR_SRT_KOKKOS_LAYOUT=${kokkos_layout}")

  # the shared one of LAMMPS, before nvcc adds a static one
  if(Kokkos_ENABLE_CUDA AND TARGET CUDA::cudart)
    target_link_libraries(granularsrtplugin PRIVATE CUDA::cudart)
  endif()

  message(STATUS "/kk styles for Kokkos ${Kokkos_VERSION} (${Kokkos_DEVICES}), ${kokkos_precision} precision, "
    "${kokkos_layout} layout: ${Kokkos_DIR}")
endif()
