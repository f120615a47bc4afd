# The LAMMPS that the sources need, and the one that those of the /kk styles need.
set(GRANULAR_SRT_OLDEST_LAMMPS 20250204)
set(GRANULAR_SRT_OLDEST_KOKKOS 20260704)
set(GRANULAR_SRT_MONTHS Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec)

# Reads src/version.h of a source tree: 20260704 and "4 Jul 2026". An older LAMMPS is an error.
function(granular_srt_lammps_version tree number text)
  file(STRINGS "${tree}/src/version.h" line REGEX "define +LAMMPS_VERSION")
  if(NOT line MATCHES "\"([^\"]+)\"")
    message(FATAL_ERROR "${tree}/src/version.h has no LAMMPS_VERSION")
  endif()
  granular_srt_read_version("${CMAKE_MATCH_1}" "${tree}" value words)
  set(${number} ${value} PARENT_SCOPE)
  set(${text} "${words}" PARENT_SCOPE)
endfunction()

# The update that src/version.h of a source tree names, such as "Update 4"; empty for a release without updates.
function(granular_srt_lammps_update tree update)
  file(STRINGS "${tree}/src/version.h" line REGEX "define +LAMMPS_UPDATE")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" line "${line}")
  set(${update} "${line}" PARENT_SCOPE)
endfunction()

# Reads a version such as "4 Jul 2026", for which `place` stands in messages: 20260704 and "4 Jul 2026".
function(granular_srt_read_version version place number text)
  if(NOT version MATCHES "^([0-9]+) ([A-Z][a-z][a-z])[a-z]* ([0-9]+)")
    message(FATAL_ERROR "${place}: LAMMPS' version is not of the form \"4 Jul 2026\", but \"${version}\"")
  endif()
  set(day ${CMAKE_MATCH_1})
  set(month ${CMAKE_MATCH_2})
  set(year ${CMAKE_MATCH_3})
  list(FIND GRANULAR_SRT_MONTHS ${month} index)
  math(EXPR value "${year} * 10000 + (${index} + 1) * 100 + ${day}")
  if(value LESS GRANULAR_SRT_OLDEST_LAMMPS)
    message(FATAL_ERROR "${place} is LAMMPS ${day} ${month} ${year}: GRANULAR-SRT needs LAMMPS 4 Feb 2025 or newer")
  endif()
  set(${number} ${value} PARENT_SCOPE)
  set(${text} "${day} ${month} ${year}" PARENT_SCOPE)
endfunction()
