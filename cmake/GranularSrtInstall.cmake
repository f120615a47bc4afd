# cmake --install: the plugin, the headers of the physics, the parameter sets, the docs, the examples and their Python package,
# and a package that others find with find_package(granular_srt).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(GRANULAR_SRT_INSTALL_PLUGINDIR "${CMAKE_INSTALL_LIBDIR}/granular_srt" CACHE STRING
  "folder of the plugin below the prefix, the one for LAMMPS_PLUGIN_PATH")
set(GRANULAR_SRT_INSTALL_CMAKEDIR "${CMAKE_INSTALL_LIBDIR}/cmake/granular_srt")
set(GRANULAR_SRT_INSTALL_POTENTIALSDIR "${CMAKE_INSTALL_DATADIR}/granular_srt/potentials" CACHE STRING
  "folder of the parameter sets below the prefix")

if(GRANULAR_SRT_HAS_PLUGIN)
  install(TARGETS granularsrtplugin LIBRARY DESTINATION "${GRANULAR_SRT_INSTALL_PLUGINDIR}")
else()
  install(TARGETS lmp_granular RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(TARGETS granular_srt_physics EXPORT granular_srt_targets)
foreach(part contact barostat)
  install(DIRECTORY "src/${part}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/granular_srt"
    FILES_MATCHING PATTERN "*.h")
endforeach()
# what Python and the decks of examples/ leave in a tree that is used; sdist.exclude in pyproject.toml is the same
set(left_by_runs PATTERN "__pycache__" EXCLUDE)
foreach(pattern log.* *.dump *.local *.contacts *.restart* results out)
  list(APPEND left_by_runs PATTERN "${pattern}" EXCLUDE)
endforeach()
install(DIRECTORY potentials/ DESTINATION "${GRANULAR_SRT_INSTALL_POTENTIALSDIR}")
install(DIRECTORY doc examples python DESTINATION "${CMAKE_INSTALL_DATADIR}/granular_srt" ${left_by_runs})
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/granular_srt")

install(EXPORT granular_srt_targets NAMESPACE granular_srt::
  DESTINATION "${GRANULAR_SRT_INSTALL_CMAKEDIR}")
configure_package_config_file(cmake/granular_srtConfig.cmake.in
  "${CMAKE_BINARY_DIR}/granular_srtConfig.cmake" INSTALL_DESTINATION "${GRANULAR_SRT_INSTALL_CMAKEDIR}"
  PATH_VARS GRANULAR_SRT_INSTALL_PLUGINDIR GRANULAR_SRT_INSTALL_POTENTIALSDIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/granular_srtConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/granular_srtConfig.cmake"
  "${CMAKE_BINARY_DIR}/granular_srtConfigVersion.cmake" DESTINATION "${GRANULAR_SRT_INSTALL_CMAKEDIR}")

# "pip install" (pyproject.toml) takes this component alone, into the folder of the Python package.
install(TARGETS granularsrtplugin LIBRARY DESTINATION lib COMPONENT python EXCLUDE_FROM_ALL)
install(DIRECTORY examples potentials DESTINATION files COMPONENT python EXCLUDE_FROM_ALL ${left_by_runs})
