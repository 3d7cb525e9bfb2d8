# cofnod_box(NAME [PRIVATE library...])
#
# A box of src/arrows as static library cofnod_NAME, alias cofnod::NAME: all .cpp files of its folder. It passes on the
# boxes that it points to; PRIVATE are the libraries that only its .cpp files see.
set(arrows ${CMAKE_CURRENT_SOURCE_DIR}/src/arrows)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${arrows})
function(cofnod_box name)
  cmake_parse_arguments(box "" "" "PRIVATE" ${ARGN})
  file(STRINGS ${arrows} line REGEX "^${name} ")
  separate_arguments(words UNIX_COMMAND "${line}")
  list(POP_FRONT words this folder)
  list(REMOVE_ITEM words grammar)
  list(TRANSFORM words PREPEND cofnod::)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}*.cpp)

  add_library(cofnod_${name} STATIC ${sources})
  set_target_properties(cofnod_${name} PROPERTIES LINKER_LANGUAGE CXX)
  add_library(cofnod::${name} ALIAS cofnod_${name})
  target_include_directories(cofnod_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(cofnod_${name} PUBLIC ${words} PRIVATE ${box_PRIVATE})
endfunction()

# cofnod_embed(BOX NAMESPACE ns FILES pattern...)
#
# The files as `extern const std::span<const EmbeddedFile> files;` (base/embedded_file.hpp)
# in the namespace, declared by "BOX/embedded.hpp" and compiled into the box.
function(cofnod_embed box)
  cmake_parse_arguments(embed "" "NAMESPACE" "FILES" ${ARGN})
  set(patterns ${embed_FILES})
  list(TRANSFORM patterns PREPEND ${PROJECT_SOURCE_DIR}/)
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  set(output ${PROJECT_BINARY_DIR}/embedded_${box}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D "FILES=${files}" -D OUTPUT=${output} -D NAMESPACE=${embed_NAMESPACE}
            -D ROOT=${PROJECT_SOURCE_DIR} -D HEADER=${box}/embedded.hpp -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  target_sources(cofnod_${box} PRIVATE ${output})
endfunction()
