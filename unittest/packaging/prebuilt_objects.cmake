# Read by LAMMPS' project() in test_built_in.py (CMAKE_PROJECT_INCLUDE): takes objects from the other builds of this checkout
# in the place of sources that do not depend on what a LAMMPS contains.
#   LAMMPS_OBJECTS   a LAMMPS with plugins. Compiled again are sources that know the PLUGIN package or include a generated
#                    list of styles, without optimization
#   PLUGIN_OBJECTS   the plugin. Compiled again are the files of src/entry, which know LAMMPS' packages, and those that know
#                    the RIGID package

function(use_prebuilt_objects)
  file(GLOB_RECURSE objects_lammps "${LAMMPS_OBJECTS}/CMakeFiles/lammps.dir/*.cpp.o")
  file(GLOB_RECURSE objects_granular_srt "${PLUGIN_OBJECTS}/CMakeFiles/granularsrtplugin.dir/*.cpp.o"
    "${PLUGIN_OBJECTS}/CMakeFiles/granular_srt_loops.dir/*.cpp.o")
  set(generated "LMP_PLUGIN|#include \"(style_|packages_|lmpinstalledpkgs|lmpgitversion)")
  foreach(target lammps granular_srt)
    get_target_property(sources ${target} SOURCES)
    set(kept)
    foreach(source ${sources})
      set(object)
      if(source MATCHES "^.*/(src|granular_srt)/([^>]*\\.cpp)$")    # the loops are made in granular_srt/
        string(REGEX REPLACE "([.+])" "\\\\\\1" name "${CMAKE_MATCH_2}")
        set(depends)
        if(target STREQUAL lammps)
          file(STRINGS "${source}" depends LIMIT_COUNT 1 REGEX "${generated}")
        elseif(name MATCHES "^entry/")
          set(depends own)
        else()
          file(STRINGS "${source}" depends LIMIT_COUNT 1 REGEX "GRANULAR_SRT_RIGID")
        endif()
        if(NOT depends)
          set(object ${objects_${target}})
          list(FILTER object INCLUDE REGEX "/(src|granular_srt)/${name}\\.o$")
          if(object)
            list(GET object 0 object)    # objects of a loop from before it had a target of its own stay in a build folder
          endif()
        elseif(target STREQUAL lammps)
          set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS -O0)
        endif()
      endif()
      if(object)
        list(APPEND prebuilt ${object})
      else()
        list(APPEND kept "${source}")
      endif()
    endforeach()
    set_target_properties(${target} PROPERTIES SOURCES "${kept}")
  endforeach()
  set_source_files_properties(${prebuilt} PROPERTIES EXTERNAL_OBJECT ON)
  target_sources(lammps PRIVATE ${prebuilt})
endfunction()
# after lammps_builtin.cmake, whose call is deferred when this one is
cmake_language(DEFER CALL cmake_language DEFER CALL use_prebuilt_objects)
