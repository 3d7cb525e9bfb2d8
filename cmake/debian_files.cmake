# Run by cpack before it packs: what Debian's policy wants compressed (12.1, 12.7), without times in it.
set(share ${CPACK_TEMPORARY_DIRECTORY}/ALL_COMPONENTS_IN_ONE/usr/share)
file(GLOB_RECURSE pages ${share}/man/*.[15])
foreach(page IN LISTS pages)
  execute_process(COMMAND gzip -9n ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

set(doc ${share}/doc/cofnod)
execute_process(COMMAND date -R -u -d ${COFNOD_DATE} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${doc}/changelog.Debian "cofnod (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=low

  * What changes is in changelog.gz.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")
# What is compiled or linked in wants to be named.
foreach(library IN ITEMS libarchive libcli11 libevent libfmt libicu liblzma libpugixml libtomlplusplus libxxhash libzstd
        nlohmann-json3 tao-pegtl)
  set(file /usr/share/doc/${library}-dev/copyright)
  if(EXISTS ${file})
    file(READ ${file} text)
    file(APPEND ${doc}/libraries "---- ${library} ----\n\n${text}\n")
  endif()
endforeach()
configure_file(${COFNOD_SOURCE}/CHANGELOG.md ${doc}/changelog COPYONLY)
execute_process(COMMAND gzip -9n ${doc}/changelog.Debian ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
