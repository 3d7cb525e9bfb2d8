# The library for other programs: the boxes below, their headers, and what find_package(cofnod) and pkg-config ask for.
# Installed by `cmake --install BUILD --component development`, not with the program.
include(CMakePackageConfigHelpers)
set(library base notation games)
set(libraries ${library})
list(TRANSFORM libraries PREPEND cofnod_)
set(folder ${CMAKE_INSTALL_LIBDIR}/cofnod/development)
foreach(box IN LISTS library)
  set_target_properties(cofnod_${box} PROPERTIES EXPORT_NAME ${box})
  install(DIRECTORY src/${box} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cofnod
          COMPONENT development EXCLUDE_FROM_ALL FILES_MATCHING PATTERN *.hpp PATTERN *.def)
endforeach()
install(TARGETS ${libraries} EXPORT cofnod ARCHIVE DESTINATION ${folder} COMPONENT development EXCLUDE_FROM_ALL
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cofnod)
install(EXPORT cofnod NAMESPACE cofnod:: FILE cofnodTargets.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cofnod
        COMPONENT development EXCLUDE_FROM_ALL)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cofnodConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/cofnodConfig.cmake ${CMAKE_BINARY_DIR}/cofnodConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cofnod COMPONENT development EXCLUDE_FROM_ALL)

# For pkg-config: a box stands before those that it uses.
file(RELATIVE_PATH COFNOD_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(COFNOD_PC_LIBRARIES ${library})
list(REVERSE COFNOD_PC_LIBRARIES)
list(TRANSFORM COFNOD_PC_LIBRARIES PREPEND " -lcofnod_")
list(JOIN COFNOD_PC_LIBRARIES "" COFNOD_PC_LIBRARIES)
configure_file(cmake/cofnod.pc.in ${CMAKE_BINARY_DIR}/cofnod.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/cofnod.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development EXCLUDE_FROM_ALL)
