# The sources of the styles and how they are compiled, for the plugin (CMakeLists.txt) and for a LAMMPS that contains
# them (lammps_builtin.cmake).
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "GRANULAR-SRT needs GCC 12 or newer, and this is ${CMAKE_CXX_COMPILER_VERSION}: take a newer one "
    "(module load, CXX=g++-12) in a new build folder (make clean)")
endif()
get_filename_component(GRANULAR_SRT_ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)

# Compilers for ARM fuse a*b + c to one operation by default, which rounds once instead of twice. All sources with physics
# are compiled with these options, after CXXFLAGS: the same bits with each instruction set, in each part of the plugin, on each
# processor. NaN and inf have a meaning in them.
set(GRANULAR_SRT_ROUNDING -fno-fast-math -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "IntelLLVM")
  list(PREPEND GRANULAR_SRT_ROUNDING -fp-model=precise)    # its default is fast
endif()

set(GRANULAR_SRT_WARNINGS -Wall -Wextra -Wshadow -Wnon-virtual-dtor)

# Whether the headers of LAMMPS would use std::format in our sources, which are C++20, whatever standard LAMMPS has.
function(granular_srt_check_format)
  set(CMAKE_CXX_STANDARD 20)
  check_cxx_source_compiles("#include <version>
#ifndef __cpp_lib_format
#error
#endif
int main() {}" GRANULAR_SRT_HAS_FORMAT)
endfunction()
granular_srt_check_format()

# For a LAMMPS that does not use std::format, because it was compiled as C++17 (src/host/lammps_format.h).
function(granular_srt_without_std_format target)
  if(GRANULAR_SRT_HAS_FORMAT)
    target_compile_options(${target} PRIVATE "SHELL:-include \"${GRANULAR_SRT_ROOT}/src/host/lammps_format.h\"")
  endif()
endfunction()

# Where LAMMPS contains the styles, or a program of our own; a plugin reads granularsrtplugin.leave.
set(GRANULAR_SRT_LEAVE "" CACHE STRING "styles of GRANULAR-SRT that are left to LAMMPS, separated by blanks")

# Writes granular_srt_leave.h, which src/entry/compiled_in.cpp includes, into a folder. Not on the command line, where
# nvcc_wrapper breaks quotes.
function(granular_srt_leave_header folder)
  string(REPLACE ";" " " names "${GRANULAR_SRT_LEAVE}")
  file(CONFIGURE OUTPUT "${folder}/granular_srt_leave.h" CONTENT "#define GRANULAR_SRT_LEAVE \"@names@\"\n" @ONLY)
endfunction()

option(GRANULAR_SRT_TOGETHER "compile the sources of each folder together: from nothing in less time" OFF)
# Of LAMMPS the loops know the sizes of its integers only.
set(GRANULAR_SRT_LOOPS "" CACHE PATH "build folder whose loops are taken in place of compiling them")

# The version, which stands in project() of GRANULAR-SRT alone; a LAMMPS that contains the styles has a project() of its own.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${GRANULAR_SRT_ROOT}/CMakeLists.txt")
file(STRINGS "${GRANULAR_SRT_ROOT}/CMakeLists.txt" GRANULAR_SRT_VERSION REGEX "^project\\(granular_srt VERSION ")
string(REGEX REPLACE ".* VERSION ([0-9.]+).*" "\\1" GRANULAR_SRT_VERSION "${GRANULAR_SRT_VERSION}")

# Adds the sources for hosts to a target. Contacts are evaluated eight at a time with AVX2 or AVX-512, where the processor
# has them (tested at run time), four at a time with SSE2 or NEON.
#   granular_srt_add_sources(TARGET [LOOPS])    LOOPS: name of an object library for the loops, for those who link them alone
# Reads PKG_RIGID: whether that LAMMPS has the package of fix rigid/small.
function(granular_srt_add_sources target)
  # The folders of the host, lowest first: a folder includes only folders before it.
  set(patterns models host box engine restart checks output energy pair wall integrate)
  list(TRANSFORM patterns REPLACE "(.+)" "${GRANULAR_SRT_ROOT}/src/\\1/*.cpp")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  set(registration "${GRANULAR_SRT_ROOT}/src/entry/registration.cpp")
  if(PKG_RIGID)
    set_source_files_properties("${registration}" "${GRANULAR_SRT_ROOT}/src/energy/rigid_sums.cpp" PROPERTIES
      COMPILE_DEFINITIONS GRANULAR_SRT_RIGID)
  else()
    list(FILTER sources EXCLUDE REGEX "/fix_rigid_small_srt\\.cpp$")
  endif()
  set_source_files_properties("${GRANULAR_SRT_ROOT}/src/host/style_table.cpp" PROPERTIES
    COMPILE_DEFINITIONS "GRANULAR_SRT_VERSION=${GRANULAR_SRT_VERSION}")
  # Registers of two doubles would wait until LAMMPS' regions have stored single ones.
  set(region_sources ${sources})
  list(FILTER region_sources INCLUDE REGEX "/src/wall/region/")
  set_source_files_properties(${region_sources} PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)
  # The loops, once per instruction set. They take longest to compile and come first.
  set(simd_options -fno-math-errno -fno-trapping-math)
  # Without this parameter GCC keeps structures of registers in memory.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")    # Clang accepts it and warns
    check_cxx_compiler_flag(--param=sra-max-scalarization-size-Ospeed=4096 GRANULAR_SRT_HAS_SRA_PARAM)
  endif()
  if(GRANULAR_SRT_HAS_SRA_PARAM)
    list(APPEND simd_options --param=sra-max-scalarization-size-Ospeed=4096)
  endif()
  # Tuned for a processor with AVX-512: with its default tuning GCC moves indices through vector registers.
  granular_srt_loops(${target} loops avx512
    -mavx512f -mavx512dq -mavx512vl -mprefer-vector-width=512 -mtune=icelake-server)
  granular_srt_loops(${target} loops avx2 -mavx2)
  granular_srt_loops(${target} loops baseline)
  granular_srt_loops(${target} loops scalar)
  list(PREPEND sources ${loops})
  target_compile_options(${target} PRIVATE ${GRANULAR_SRT_ROUNDING})

  # The loops and the table of them, which a unit test links too.
  if(ARGN)
    file(GLOB table CONFIGURE_DEPENDS "${GRANULAR_SRT_ROOT}/src/engine/evaluate/*.cpp")
    list(REMOVE_ITEM table "${GRANULAR_SRT_ROOT}/src/engine/evaluate/instruction_set.cpp")    # reads LAMMPS' environment
    list(REMOVE_ITEM sources ${loops} ${table})
    if(GRANULAR_SRT_LOOPS)
      list(TRANSFORM loops REPLACE "^.*/(.*)" "${GRANULAR_SRT_LOOPS}/CMakeFiles/${ARGN}.dir/granular_srt/loops/\\1.o")
      set_source_files_properties(${loops} PROPERTIES EXTERNAL_OBJECT ON)
      list(PREPEND sources ${loops})
      set(loops)
    endif()
    add_library(${ARGN} OBJECT ${loops} ${table})
    set_target_properties(${ARGN} PROPERTIES POSITION_INDEPENDENT_CODE ON
      CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_include_directories(${ARGN} PRIVATE "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    target_compile_definitions(${ARGN} PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    target_compile_options(${ARGN} PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
    list(APPEND sources $<TARGET_OBJECTS:${ARGN}>)
  endif()
  target_sources(${target} PRIVATE ${sources} "${registration}")
  if(GRANULAR_SRT_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    target_compile_options(${target} PRIVATE -Wno-shadow)    # of names in another source
    foreach(source ${sources})
      if(source MATCHES "^.*/src/([a-z]+)/")
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
      endif()
    endforeach()
  endif()
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)

  # As the C++ compiler nvcc_wrapper takes every file for CUDA. These are for the host, and some of them are written with
  # vector types of GCC and Clang.
  get_filename_component(compiler_name "${CMAKE_CXX_COMPILER}" NAME)
  if(compiler_name STREQUAL "nvcc_wrapper")
    target_compile_options(${target} PRIVATE --host-only)
  endif()
endfunction()

# Makes the sources of the loops for one instruction set from src/engine/evaluate/loops.cpp.in, one for each part, so that
# all cores have work, and appends them to the list `sources`; none if the compiler does not have the options. Uses
# `simd_options` of the caller.
#   granular_srt_loops(target sources set [options of the compiler])
function(granular_srt_loops target sources set)
  set(options ${simd_options})
  if(ARGN)
    # GCC inlines all that a loop calls (`flatten`). Functions that another compiler leaves outside would be shared with the
    # rest of the program by the linker, which may run on a processor without this set.
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      return()
    endif()
    string(TOUPPER ${set} macro)
    string(REPLACE ";" " " flags "${ARGN}")
    check_cxx_compiler_flag("${flags}" GRANULAR_SRT_HAS_${macro})
    if(NOT GRANULAR_SRT_HAS_${macro})
      return()
    endif()
    target_compile_definitions(${target} PRIVATE GRANULAR_SRT_${macro})
    list(APPEND options ${ARGN} -Wno-psabi)
  endif()
  foreach(part contacts accounts walls instruction_set)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/granular_srt/loops/${part}_${set}.cpp")
    configure_file("${GRANULAR_SRT_ROOT}/src/engine/evaluate/loops.cpp.in" "${source}" @ONLY)
    set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS "${options}")
    list(APPEND ${sources} "${source}")
  endforeach()
  set(${sources} "${${sources}}" PARENT_SCOPE)
endfunction()

# granular_srt_kokkos: the objects of src/kokkos, because only they are for the compiler of the device and its flags. The
# caller adds the flags of LAMMPS and of its Kokkos. `host` is the target of the other sources, which list the styles;
# nothing outside src/kokkos includes a header of Kokkos.
function(granular_srt_kokkos_objects host)
  file(GLOB sources CONFIGURE_DEPENDS "${GRANULAR_SRT_ROOT}/src/kokkos/*.cpp")
  add_library(granular_srt_kokkos OBJECT ${sources})
  # No hidden symbols here: what Kokkos' headers keep in inline functions must be shared with LAMMPS.
  # All sources together: Kokkos' headers take most of the time.
  set_target_properties(granular_srt_kokkos PROPERTIES POSITION_INDEPENDENT_CODE ON
    UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  target_compile_definitions(${host} PRIVATE GRANULAR_SRT_KOKKOS)
  # LAMMPS' KokkosBase has no virtual destructor, and its classes have members with short names.
  target_compile_options(granular_srt_kokkos PRIVATE -Wall -Wextra)
  # for hosts; a device fuses
  if(NOT Kokkos_ENABLE_CUDA AND NOT Kokkos_ENABLE_HIP AND NOT Kokkos_ENABLE_SYCL)
    target_compile_options(granular_srt_kokkos PRIVATE ${GRANULAR_SRT_ROUNDING})
  endif()
  # the contact laws use constexpr functions of the standard library
  if(Kokkos_ENABLE_CUDA AND Kokkos_CXX_COMPILER_ID STREQUAL "NVIDIA")
    target_compile_options(granular_srt_kokkos PRIVATE --expt-relaxed-constexpr)
  endif()
endfunction()
