# `cpack -G DEB` in a build folder: the package for Debian 12.
set(CPACK_PACKAGE_NAME cofnod)
set(CPACK_PACKAGE_VENDOR "The cofnod authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "import, search and export chess games in many notations")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# All but the component "development" in one package.
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The cofnod authors <cofnod@example.org>")
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libcurl4, less, poppler-utils")  # servers; long answers; PDF
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "sqlite3, librsvg2-bin")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"cofnod (Welsh for record) reads scores of chess and Camelot from PGN,
newspaper columns, documents, sheets and web pages, in many notations with
Welsh and Arabic among them, into one SQLite file, which it searches by
position, player or pattern and exports as PGN in any notation.")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/cmake/debian_files.cmake)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_BINARY_DIR}/cpack_project.cmake)
file(WRITE ${CMAKE_BINARY_DIR}/cpack_project.cmake "set(COFNOD_SOURCE ${CMAKE_CURRENT_SOURCE_DIR})
set(COFNOD_DATE \"${release_date}\")
")
include(CPack)
