# cofnod_queries(PATTERN)
#
# "store/queries.hpp": enum class Sql, an enumerator for each section `-- name: insert_game` of the SQL files, in the
# order of the files and sections. A name that does not exist, or exists twice, does not compile.
function(cofnod_queries pattern)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${pattern})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(names "")
  foreach(file IN LISTS files)
    file(STRINGS ${file} marks REGEX "^-- name: ")
    list(TRANSFORM marks REPLACE "^-- name: (.*)$" "    \\1,\n")
    list(APPEND names ${marks})
  endforeach()
  list(JOIN names "" names)
  set(header ${PROJECT_BINARY_DIR}/generated/store/queries.hpp)
  file(CONFIGURE OUTPUT ${header}
       CONTENT "#pragma once\n\nnamespace cofnod::store {\n\nenum class Sql : int {\n${names}};\n\n}  // namespace cofnod::store\n")
  target_include_directories(cofnod_store PUBLIC ${PROJECT_BINARY_DIR}/generated)
endfunction()
