# The headers of an installed LAMMPS. LAMMPS installs only those of its public classes; the styles of this plugin need more,
# which come from a source tree: the one of LAMMPS_SOURCE_DIR, or the release's archive.

# Archives of LAMMPS' releases: release and update, tag, SHA256.
set(GRANULAR_SRT_ARCHIVES
  "20250204 " patch_4Feb2025 a4cb0a58451d47ac31ee3e1f148d92f445298d6e27f2d06f161b9b4168d79eb1
  "20250402 " patch_2Apr2025 5087ebd6b00cd44a7d73303d49685668f6effa76dc375912f7f75db558b39bca
  "20250612 " patch_12Jun2025 b3fe6dc57115edb89d022879fe676503ec88b4e12cfee3488cc2f43cb0957ba7
  "20250722 " stable_22Jul2025 38d7ab508433f33a53e11f0502aa0253945ce45d5595baf69665961c0a76da26
  "20250722 Update 1" stable_22Jul2025_update1 4ba3648fae360ea1d3106e08bce13e21f856318196f4965f2a09fd812d572928
  "20250722 Update 2" stable_22Jul2025_update2 fede484269cdb22f1cb738b4cd118a9bf9cb4bd3c85667f1e6a73a9fa5c2de6b
  "20250722 Update 3" stable_22Jul2025_update3 07f487cc33fc8f2ec4a449b7bce570e52b5a46608075e0276d26e0e232511bef
  "20250722 Update 4" stable_22Jul2025_update4 411088d9c03339e025f6a975e0a5741bb9e3f351cc39eda220ab22ac318fe2fb
  "20250722 Update 5" stable_22Jul2025_update5 9d1eb62c47b8bb1c2003dfe5b5e82b3ebef4223b51593f9aec2410c5ec983977
  "20250722 Update 6" stable_22Jul2025_update6 40780d0269c656ffa983a8e3e6ed047fedfe1d0b7344b77ace25bf8c7c535f01
  "20250910 " patch_10Sep2025 475d5cda1b289ca3b3dcc97c1ee199f67fa6ad736951213e9b6ec08069d70f0c
  "20251210 " patch_10Dec2025 175afc62a7314970d56e93b54745f4e6132e8f688155fff3dd70b298ec077c0e
  "20260211 " patch_11Feb2026 b9ba0e368ee5af93f038b913e09a02b777a365ac6aea141842ded9b98b1efa8e
  "20260330 " patch_30Mar2026 395f00e166836ac0164793d65ba0d957d79dd0848a79c36fa903855e8b49b7e0
  "20260704 " patch_4Jul2026 be9deffba169d140c337fd29570d3f5469332ece7e77280cce998f6caaad5534
  "20260902 " patch_2Sep2026 df89defbca87aad40f6c55ab6fca05b910089d831774219ba5a8ddbb9fa4c5dc
  "20260930 " stable_30Sep2026 56e6670161cc0e4c5a4816a95edc80c00c9507a98445d0756b9ad8b5eb29748e)
set(GRANULAR_SRT_ARCHIVE_SITE "https://github.com/lammps/lammps/archive" CACHE STRING "site of LAMMPS' archives")
mark_as_advanced(GRANULAR_SRT_ARCHIVE_SITE)

# Downloads the archive of a release and unpacks its headers; returns the folder that takes the place of a source tree.
function(granular_srt_download_headers number update tree)
  list(FIND GRANULAR_SRT_ARCHIVES "${number} ${update}" index)
  if(index LESS 0)
    message(FATAL_ERROR "The headers of LAMMPS ${number} ${update} are needed, and this archive is not known: "
      "give -D LAMMPS_SOURCE_DIR=<source tree of that release>")
  endif()
  math(EXPR tag_at "${index} + 1")
  math(EXPR sum_at "${index} + 2")
  list(GET GRANULAR_SRT_ARCHIVES ${tag_at} tag)
  list(GET GRANULAR_SRT_ARCHIVES ${sum_at} checksum)
  set(folder "${CMAKE_BINARY_DIR}/lammps-${tag}")
  if(NOT EXISTS "${folder}/.complete")
    set(archive "${folder}/${tag}.tar.gz")
    message(STATUS "downloading the headers of LAMMPS ${tag} (an archive of about 150 MB)")
    file(DOWNLOAD "${GRANULAR_SRT_ARCHIVE_SITE}/${tag}.tar.gz" "${archive}" STATUS status INACTIVITY_TIMEOUT 60)
    list(GET status 0 failed)
    if(failed)
      list(GET status 1 reason)
      message(FATAL_ERROR "The headers of LAMMPS ${tag} could not be downloaded (${reason}): give "
        "LAMMPS_SOURCE_DIR=<source tree of that release>")
    endif()
    file(SHA256 "${archive}" found)
    if(NOT found STREQUAL checksum)
      message(FATAL_ERROR "${GRANULAR_SRT_ARCHIVE_SITE}/${tag}.tar.gz does not have the checksum of LAMMPS ${tag}")
    endif()
    file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${folder}" PATTERNS "lammps-${tag}/src/*.h")
    file(REMOVE "${archive}")
    file(TOUCH "${folder}/.complete")
  endif()
  set(${tree} "${folder}/lammps-${tag}" PARENT_SCOPE)
endfunction()

# Makes a folder with the headers of a source tree, those of the installed LAMMPS in their place, and a version.h that names
# the installed release and update. A header of a tree includes its neighbors before all others: an order of folders on the
# command line would not do.
function(granular_srt_merge_headers tree public version update folder)
  file(GLOB parts RELATIVE "${tree}/src" "${tree}/src/*.h" "${tree}/src/fmt" "${tree}/src/STUBS" "${tree}/src/RIGID"
    "${tree}/src/KOKKOS")
  file(REMOVE_RECURSE "${folder}")
  foreach(part ${parts})
    file(COPY "${tree}/src/${part}" DESTINATION "${folder}" FILES_MATCHING PATTERN "*.h")
  endforeach()
  if(public)
    file(GLOB_RECURSE headers RELATIVE "${public}" "${public}/*")
    foreach(header ${headers})
      file(REMOVE "${folder}/${header}")    # a copy would not replace a file of the same age
    endforeach()
    file(COPY "${public}/" DESTINATION "${folder}")
  endif()
  file(WRITE "${folder}/version.h" "#define LAMMPS_VERSION \"${version}\"\n")
  if(update)
    file(APPEND "${folder}/version.h" "#define LAMMPS_UPDATE \"${update}\"\n")
  endif()
endfunction()
