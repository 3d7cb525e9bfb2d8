# find_package(cofnod): cofnod::pgn and the boxes below it, as static libraries.
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(ICU COMPONENTS uc)
find_dependency(pegtl)
find_dependency(PkgConfig)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
include(${CMAKE_CURRENT_LIST_DIR}/cofnodTargets.cmake)
