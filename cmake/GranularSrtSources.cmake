# The sources of the styles and how they are compiled, for the plugin (CMakeLists.txt) and for a LAMMPS that contains
# them (lammps_builtin.cmake).
include(CheckCXXCompilerFlag)
get_filename_component(GRANULAR_SRT_ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)

# Compilers for ARM fuse a*b + c to one operation by default, which rounds once instead of twice. All sources with physics
# are compiled with this option: the same bits with each instruction set, in each part of the plugin, on each processor.
set(GRANULAR_SRT_ROUNDING -ffp-contract=off)

set(GRANULAR_SRT_WARNINGS -Wall -Wextra -Wshadow -Wnon-virtual-dtor)

# Adds the sources for hosts to a target. Contacts are evaluated eight at a time with AVX2 or AVX-512, where the processor
# has them (tested at run time), four at a time with SSE2 or NEON.
#   granular_srt_add_sources(TARGET [LOOPS])    LOOPS: name of an object library for the loops, for those who link them alone
function(granular_srt_add_sources target)
  # The rooms of the host, lowest first: a room includes only rooms before it.
  set(patterns models host engine restart checks energy pair wall integrate)
  list(TRANSFORM patterns REPLACE "(.+)" "${GRANULAR_SRT_ROOT}/src/\\1/*.cpp")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  # The sources that take longest to compile come first.
  foreach(set scalar baseline avx2 avx512)
    foreach(loops account_set instruction_set)
      set(source "${GRANULAR_SRT_ROOT}/src/engine/evaluate/${loops}_${set}.cpp")
      list(REMOVE_ITEM sources "${source}")
      list(PREPEND sources "${source}")
    endforeach()
  endforeach()
  target_compile_options(${target} PRIVATE ${GRANULAR_SRT_ROUNDING})

  # The loops and the table of them, which a unit test links too.
  if(ARGN)
    file(GLOB loops CONFIGURE_DEPENDS "${GRANULAR_SRT_ROOT}/src/engine/evaluate/*.cpp")
    list(REMOVE_ITEM loops "${GRANULAR_SRT_ROOT}/src/engine/evaluate/instruction_set.cpp")    # reads LAMMPS' environment
    set(others ${sources})
    list(REMOVE_ITEM others ${loops})
    list(REMOVE_ITEM sources ${others})    # loops in the order of sources
    add_library(${ARGN} OBJECT ${sources})
    set_target_properties(${ARGN} PROPERTIES POSITION_INDEPENDENT_CODE ON
      CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_include_directories(${ARGN} PRIVATE "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    target_compile_definitions(${ARGN} PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    target_compile_options(${ARGN} PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
    set(sources ${others} $<TARGET_OBJECTS:${ARGN}>)
  endif()
  target_sources(${target} PRIVATE ${sources} "${GRANULAR_SRT_ROOT}/src/entry/registration.cpp")
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)

  set(simd_options -fno-math-errno -fno-trapping-math)
  # Without this parameter GCC keeps structures of registers in memory.
  check_cxx_compiler_flag(--param=sra-max-scalarization-size-Ospeed=4096 GRANULAR_SRT_HAS_SRA_PARAM)
  if(GRANULAR_SRT_HAS_SRA_PARAM)
    list(APPEND simd_options --param=sra-max-scalarization-size-Ospeed=4096)
  endif()
  foreach(set scalar baseline)
    set_source_files_properties("${GRANULAR_SRT_ROOT}/src/engine/evaluate/instruction_set_${set}.cpp"
      "${GRANULAR_SRT_ROOT}/src/engine/evaluate/account_set_${set}.cpp" PROPERTIES COMPILE_OPTIONS "${simd_options}")
  endforeach()
  granular_srt_instruction_set(${target} avx2 -mavx2)
  # Tuned for a processor with AVX-512: with its default tuning GCC moves indices through vector registers.
  granular_srt_instruction_set(${target} avx512
    -mavx512f -mavx512dq -mavx512vl -mprefer-vector-width=512 -mtune=icelake-server)

  # As the C++ compiler nvcc_wrapper takes every file for CUDA. These are for the host, and some of them are written with
  # vector types of GCC and Clang.
  get_filename_component(compiler_name "${CMAKE_CXX_COMPILER}" NAME)
  if(compiler_name STREQUAL "nvcc_wrapper")
    target_compile_options(${target} PRIVATE --host-only)
  endif()
endfunction()

# Compiles src/engine/evaluate/instruction_set_<set>.cpp and account_set_<set>.cpp with these options, if the compiler has them. Uses `simd_options` of the
# caller.
function(granular_srt_instruction_set target set)
  string(TOUPPER ${set} macro)
  string(REPLACE ";" " " flags "${ARGN}")
  check_cxx_compiler_flag("${flags}" GRANULAR_SRT_HAS_${macro})
  set(sources "${GRANULAR_SRT_ROOT}/src/engine/evaluate/instruction_set_${set}.cpp"
    "${GRANULAR_SRT_ROOT}/src/engine/evaluate/account_set_${set}.cpp")
  if(GRANULAR_SRT_HAS_${macro})
    set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS "${simd_options};${ARGN};-Wno-psabi")
    target_compile_definitions(${target} PRIVATE GRANULAR_SRT_${macro})
  else()
    set_source_files_properties(${sources} PROPERTIES HEADER_FILE_ONLY ON)
  endif()
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
  # for hosts; a device fuses
  if(NOT Kokkos_ENABLE_CUDA AND NOT Kokkos_ENABLE_HIP AND NOT Kokkos_ENABLE_SYCL)
    target_compile_options(granular_srt_kokkos PRIVATE ${GRANULAR_SRT_ROUNDING})
  endif()
  # the contact laws use constexpr functions of the standard library
  if(Kokkos_ENABLE_CUDA AND Kokkos_CXX_COMPILER_ID STREQUAL "NVIDIA")
    target_compile_options(granular_srt_kokkos PRIVATE --expt-relaxed-constexpr)
  endif()
endfunction()
