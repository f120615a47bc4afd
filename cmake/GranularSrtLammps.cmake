# Defines granular_srt_lammps: the headers and compile definitions of the LAMMPS that will load the
# plugin. Nothing is linked: the plugin's open symbols are those of the running LAMMPS.
find_package(MPI REQUIRED COMPONENTS CXX)

add_library(granular_srt_lammps INTERFACE)
target_link_libraries(granular_srt_lammps INTERFACE MPI::MPI_CXX)

if(NOT LAMMPS_SOURCE_DIR OR NOT LAMMPS_BUILD_DIR)
  message(FATAL_ERROR "Set LAMMPS_SOURCE_DIR (a LAMMPS source tree) and LAMMPS_BUILD_DIR (where it was built)")
endif()
if(NOT EXISTS "${LAMMPS_SOURCE_DIR}/src/version.h")
  message(FATAL_ERROR "LAMMPS_SOURCE_DIR=${LAMMPS_SOURCE_DIR} is not a LAMMPS source tree: src/version.h is missing")
endif()
if(NOT EXISTS "${LAMMPS_BUILD_DIR}/CMakeCache.txt")
  message(FATAL_ERROR "LAMMPS_BUILD_DIR=${LAMMPS_BUILD_DIR} is not a LAMMPS build folder: CMakeCache.txt is missing")
endif()

# The sizes of atom IDs and counters are part of the binary interface: take them from that build.
file(STRINGS "${LAMMPS_BUILD_DIR}/CMakeCache.txt" sizes REGEX "^LAMMPS_SIZES:")
string(REGEX REPLACE "^.*=" "" sizes "${sizes}")
string(TOUPPER "${sizes}" sizes)
target_compile_definitions(granular_srt_lammps INTERFACE LAMMPS_${sizes} LMP_PLUGIN
  OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_include_directories(granular_srt_lammps SYSTEM INTERFACE
  "${LAMMPS_SOURCE_DIR}/src" "${LAMMPS_SOURCE_DIR}/src/GRANULAR")
set(GRANULAR_SRT_LMP "${LAMMPS_BUILD_DIR}/lmp")
