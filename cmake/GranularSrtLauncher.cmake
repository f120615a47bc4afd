# lmp_granular: a program that is linked to the LAMMPS library and contains the styles, for a LAMMPS that cannot load
# plugins. Other builds have it as a target that nobody needs but the tests.
granular_srt_leave_header("${CMAKE_BINARY_DIR}/granular_srt")
add_executable(lmp_granular EXCLUDE_FROM_ALL src/entry/launcher.cpp src/entry/compiled_in.cpp
  $<TARGET_OBJECTS:granularsrtplugin> $<TARGET_OBJECTS:granular_srt_loops>)
target_include_directories(lmp_granular PRIVATE "${CMAKE_BINARY_DIR}/granular_srt")
target_compile_options(lmp_granular PRIVATE "$<TARGET_PROPERTY:granularsrtplugin,COMPILE_OPTIONS>")
target_link_libraries(lmp_granular PRIVATE granular_srt_physics granular_srt_lammps "${GRANULAR_SRT_LAMMPS_LIBRARY}"
  ${CMAKE_DL_LIBS})
if(TARGET granular_srt_kokkos)
  target_link_libraries(lmp_granular PRIVATE granular_srt_kokkos)
endif()
if(NOT GRANULAR_SRT_HAS_PLUGIN)
  set_target_properties(lmp_granular PROPERTIES EXCLUDE_FROM_ALL OFF INSTALL_RPATH_USE_LINK_PATH ON)
  set(GRANULAR_SRT_LMP "${CMAKE_BINARY_DIR}/lmp_granular")
  message(STATUS "that LAMMPS loads no plugins: lmp_granular is a LAMMPS program with the styles")
endif()

# what build/lmp needs
add_custom_target(launcher)
if(GRANULAR_SRT_HAS_PLUGIN)
  add_dependencies(launcher granularsrtplugin)
else()
  add_dependencies(launcher lmp_granular)
endif()

# build/lmp: that program, or the LAMMPS that the plugin was compiled for, with the plugin on its search path.
string(REPLACE ";" ":" folders "${GRANULAR_SRT_LMP_LIBRARIES}")
set(GRANULAR_SRT_PLUGIN_DIR "${CMAKE_BINARY_DIR}/plugin")
configure_file("${CMAKE_CURRENT_SOURCE_DIR}/tools/lmp.in" "${CMAKE_BINARY_DIR}/lmp" @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
