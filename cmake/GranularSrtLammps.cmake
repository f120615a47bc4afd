# Defines granular_srt_lammps: the headers and compile definitions of the LAMMPS that will load the
# plugin, GRANULAR_SRT_LMP and GRANULAR_SRT_LAMMPS_LIBRARY, its executable and its library, and
# GRANULAR_SRT_HAS_PLUGIN, whether it can load plugins, and GRANULAR_SRT_LAMMPS_FORMAT, whether it formats
# messages without std::format. The plugin is linked to nothing: its open symbols are those of the running
# LAMMPS.
#
# Two ways to name that LAMMPS:
#   LAMMPS_SOURCE_DIR and LAMMPS_BUILD_DIR   a source tree and the folder it was built in
#   LAMMPS_SOURCE_DIR and find_package       an installed LAMMPS (CMAKE_PREFIX_PATH or LAMMPS_DIR) and
#                                            the source tree it was made from: LAMMPS does not install
#                                            the headers that styles need
include(GranularSrtVersion)

# Reads one setting of a LAMMPS build, without the type: lower case, and as written in `<result>_as_written`.
function(granular_srt_lammps_setting name result)
  file(STRINGS "${LAMMPS_BUILD_DIR}/CMakeCache.txt" line REGEX "^${name}:")
  string(REGEX REPLACE "^[^=]*=" "" value "${line}")
  set(${result}_as_written "${value}" PARENT_SCOPE)
  string(TOLOWER "${value}" value)
  set(${result} "${value}" PARENT_SCOPE)
endfunction()

set(usage "Give -D LAMMPS_SOURCE_DIR=<LAMMPS source tree> and either -D LAMMPS_BUILD_DIR=<the folder it \
was built in> or -D CMAKE_PREFIX_PATH=<where that LAMMPS is installed>. \"make\" does all of this by itself.")
if(NOT LAMMPS_SOURCE_DIR)
  message(FATAL_ERROR "LAMMPS_SOURCE_DIR is not set. ${usage}")
endif()
if(NOT EXISTS "${LAMMPS_SOURCE_DIR}/src/version.h" OR NOT EXISTS "${LAMMPS_SOURCE_DIR}/src/fix_nh.h")
  message(FATAL_ERROR "LAMMPS_SOURCE_DIR=${LAMMPS_SOURCE_DIR} is not a LAMMPS source tree: "
    "src/version.h or src/fix_nh.h is missing. ${usage}")
endif()
granular_srt_lammps_version("${LAMMPS_SOURCE_DIR}" lammps_number lammps_text)

add_library(granular_srt_lammps INTERFACE)
target_include_directories(granular_srt_lammps SYSTEM INTERFACE "${LAMMPS_SOURCE_DIR}/src")

if(LAMMPS_BUILD_DIR)
  if(NOT EXISTS "${LAMMPS_BUILD_DIR}/CMakeCache.txt")
    message(FATAL_ERROR "LAMMPS_BUILD_DIR=${LAMMPS_BUILD_DIR} is not a folder in which CMake built LAMMPS: "
      "CMakeCache.txt is missing")
  endif()
  granular_srt_lammps_setting(PKG_PLUGIN GRANULAR_SRT_HAS_PLUGIN)
  granular_srt_lammps_setting(PKG_RIGID PKG_RIGID)
  granular_srt_lammps_setting(BUILD_SHARED_LIBS is_shared)
  granular_srt_lammps_setting(BUILD_MPI has_mpi)
  granular_srt_lammps_setting(LAMMPS_SIZES sizes)
  granular_srt_lammps_setting(LAMMPS_MACHINE machine)
  string(TOUPPER "LAMMPS_${sizes}" lammps_definitions)
  set(suffix "")    # of the file names
  if(machine)
    set(suffix "_${machine_as_written}")
  endif()
  set(GRANULAR_SRT_LMP "${LAMMPS_BUILD_DIR}/lmp${suffix}")
  set(GRANULAR_SRT_LAMMPS_LIBRARY "${LAMMPS_BUILD_DIR}/liblammps${suffix}${CMAKE_SHARED_LIBRARY_SUFFIX}")
  if(NOT is_shared)
    message(FATAL_ERROR "The LAMMPS in ${LAMMPS_BUILD_DIR} was built with BUILD_SHARED_LIBS off: "
      "a plugin needs the shared library; configure LAMMPS with -D BUILD_SHARED_LIBS=on, or build the styles into it (cmake/lammps_builtin.cmake)")
  endif()
else()
  find_package(LAMMPS CONFIG QUIET)
  if(NOT LAMMPS_FOUND)
    message(FATAL_ERROR "No installed LAMMPS was found, and LAMMPS_BUILD_DIR is not set. ${usage}")
  endif()
  get_target_property(lammps_definitions LAMMPS::lammps INTERFACE_COMPILE_DEFINITIONS)
  get_target_property(lammps_links LAMMPS::lammps INTERFACE_LINK_LIBRARIES)
  get_target_property(lammps_type LAMMPS::lammps TYPE)
  if(NOT lammps_type STREQUAL SHARED_LIBRARY)
    message(FATAL_ERROR "The LAMMPS in ${LAMMPS_DIR} was built with BUILD_SHARED_LIBS off: "
      "a plugin needs the shared library; configure LAMMPS with -D BUILD_SHARED_LIBS=on, or build the styles into it (cmake/lammps_builtin.cmake)")
  endif()
  # LAMMPS_VERSION is 2026.7.4.0 there, the release and the number of the update.
  if(LAMMPS_VERSION MATCHES "^([0-9]+)\\.([0-9]+)\\.([0-9]+)")
    math(EXPR installed "${CMAKE_MATCH_1} * 10000 + ${CMAKE_MATCH_2} * 100 + ${CMAKE_MATCH_3}")
    if(NOT installed EQUAL lammps_number)
      message(FATAL_ERROR "The LAMMPS in ${LAMMPS_DIR} is version ${LAMMPS_VERSION}, but "
        "LAMMPS_SOURCE_DIR=${LAMMPS_SOURCE_DIR} is LAMMPS ${lammps_text}: they must be the same")
    endif()
  endif()
  set(has_mpi OFF)
  if(lammps_links MATCHES "MPI::MPI_CXX")
    set(has_mpi ON)
  endif()
  get_target_property(configurations LAMMPS::lmp IMPORTED_CONFIGURATIONS)
  list(GET configurations 0 configuration)
  get_target_property(GRANULAR_SRT_LMP LAMMPS::lmp IMPORTED_LOCATION_${configuration})
  # What packages it has is known to the program only, which may not find its library by itself.
  set(GRANULAR_SRT_HAS_PLUGIN ON)
  set(PKG_RIGID OFF)
  get_target_property(GRANULAR_SRT_LAMMPS_LIBRARY LAMMPS::lammps IMPORTED_LOCATION_${configuration})
  get_filename_component(folder "${GRANULAR_SRT_LAMMPS_LIBRARY}" DIRECTORY)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${folder}:$ENV{LD_LIBRARY_PATH}"
    "${GRANULAR_SRT_LMP}" -help OUTPUT_VARIABLE help ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    message(WARNING "${GRANULAR_SRT_LMP} -help does not run: the plugin is compiled as for a LAMMPS without the "
      "packages RIGID and KOKKOS")
  endif()
  if(help MATCHES "Installed packages:([^:]*)List" AND NOT CMAKE_MATCH_1 MATCHES "[ \n]PLUGIN[ \n]")
    set(GRANULAR_SRT_HAS_PLUGIN OFF)
  endif()
  if(help MATCHES "Installed packages:([^:]*)List" AND CMAKE_MATCH_1 MATCHES "[ \n]RIGID[ \n]")
    set(PKG_RIGID ON)
  endif()
endif()

if(EXISTS "${GRANULAR_SRT_LAMMPS_LIBRARY}")
  file(STRINGS "${GRANULAR_SRT_LAMMPS_LIBRARY}" GRANULAR_SRT_LAMMPS_FORMAT REGEX "_ZN9LAMMPS_NS5Error4_all.*3fmt" LIMIT_COUNT 1)
endif()
if(PKG_RIGID)
  target_include_directories(granular_srt_lammps SYSTEM INTERFACE "${LAMMPS_SOURCE_DIR}/src/RIGID")
endif()

# The sizes of atom IDs and counters are part of the binary interface, hence that build's definitions.
target_compile_definitions(granular_srt_lammps INTERFACE ${lammps_definitions} LMP_PLUGIN
  OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
if(has_mpi)
  find_package(MPI REQUIRED COMPONENTS CXX)
  target_link_libraries(granular_srt_lammps INTERFACE MPI::MPI_CXX)
else()
  target_include_directories(granular_srt_lammps SYSTEM INTERFACE "${LAMMPS_SOURCE_DIR}/src/STUBS")
endif()
message(STATUS "plugin for LAMMPS ${lammps_text}: ${GRANULAR_SRT_LMP} (${lammps_definitions})")
