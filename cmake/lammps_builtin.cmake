# Builds GRANULAR-SRT into LAMMPS, for systems that load no plugins:
#
#   cmake -S <LAMMPS>/cmake -B <build folder> -D CMAKE_PROJECT_lammps_INCLUDE=<this file> -D PKG_GRANULAR=on ...
#
# LAMMPS' project() reads this file. Nothing is written into LAMMPS' source tree. Options:
#   GRANULAR_SRT_LEAVE    names of styles that stay LAMMPS' own, separated by blanks
#   GRANULAR_SRT_KOKKOS   off: without the /kk styles, where LAMMPS has the KOKKOS package
option(GRANULAR_SRT_KOKKOS "the /kk styles of GRANULAR-SRT, where LAMMPS has the KOKKOS package" ON)

include("${CMAKE_CURRENT_LIST_DIR}/GranularSrtSources.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/GranularSrtVersion.cmake")
granular_srt_lammps_version("${CMAKE_CURRENT_SOURCE_DIR}/.." GRANULAR_SRT_LAMMPS_NUMBER GRANULAR_SRT_LAMMPS_TEXT)

# LAMMPS includes this header, as that of an integrator, where its object is created.
set(GRANULAR_SRT_STARTUP "${CMAKE_BINARY_DIR}/granular_srt/granular_srt_startup.h")
configure_file("${GRANULAR_SRT_ROOT}/src/entry/granular_srt_startup.h" "${GRANULAR_SRT_STARTUP}" COPYONLY)
set_property(GLOBAL APPEND PROPERTY INTEGRATE "${GRANULAR_SRT_STARTUP}")

# The objects are compiled as C++20, whatever standard LAMMPS has, with LAMMPS' folders and definitions.
function(granular_srt_like_lammps target)
  set_target_properties(${target} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PRIVATE "${GRANULAR_SRT_ROOT}/src")
  target_include_directories(${target} SYSTEM PRIVATE "$<TARGET_PROPERTY:lammps,INCLUDE_DIRECTORIES>")
  target_compile_definitions(${target} PRIVATE "$<TARGET_PROPERTY:lammps,COMPILE_DEFINITIONS>")
  target_sources(lammps PRIVATE "$<TARGET_OBJECTS:${target}>")
  if(NOT CMAKE_CXX_STANDARD OR CMAKE_CXX_STANDARD LESS 20)
    granular_srt_without_std_format(${target})
  endif()
endfunction()

# Runs at the end of LAMMPS' own CMakeLists.txt, when all packages are known.
function(granular_srt_build_in)
  target_include_directories(lammps PRIVATE "${CMAKE_BINARY_DIR}/granular_srt")

  add_library(granular_srt OBJECT "${GRANULAR_SRT_ROOT}/src/entry/compiled_in.cpp")
  granular_srt_like_lammps(granular_srt)
  target_compile_options(granular_srt PRIVATE ${GRANULAR_SRT_WARNINGS})
  granular_srt_add_sources(granular_srt)
  granular_srt_leave_header("${CMAKE_BINARY_DIR}/granular_srt")

  set(kinds "")
  if(PKG_KOKKOS AND GRANULAR_SRT_KOKKOS AND NOT GRANULAR_SRT_LAMMPS_NUMBER LESS GRANULAR_SRT_OLDEST_KOKKOS)
    set(kinds ", with its /kk styles")
    granular_srt_kokkos_objects(granular_srt)
    granular_srt_like_lammps(granular_srt_kokkos)
    target_compile_options(granular_srt_kokkos PRIVATE "$<TARGET_PROPERTY:lammps,COMPILE_OPTIONS>")
  endif()
  message(STATUS "GRANULAR-SRT is built into this LAMMPS${kinds}")
endfunction()
cmake_language(DEFER CALL granular_srt_build_in)
