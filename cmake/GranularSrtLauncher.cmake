# build/lmp: the LAMMPS that the plugin was compiled for, with the plugin on its search path.
set(GRANULAR_SRT_PLUGIN_DIR "${CMAKE_BINARY_DIR}/plugin")
configure_file("${CMAKE_CURRENT_SOURCE_DIR}/tools/lmp.in" "${CMAKE_BINARY_DIR}/lmp" @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
