# cofnod_box(NAME [DEPENDS box...] [PRIVATE library...])
#
# One box of the house: all of src/NAME (or importers/) as static library cofnod_NAME, alias cofnod::NAME.
function(cofnod_box name)
  cmake_parse_arguments(box "" "" "DEPENDS;PRIVATE" ${ARGN})
  set(folder src/${name})
  if(name STREQUAL "importers")
    set(folder importers)
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)

  add_library(cofnod_${name} STATIC ${sources})
  set_target_properties(cofnod_${name} PROPERTIES LINKER_LANGUAGE CXX)
  add_library(cofnod::${name} ALIAS cofnod_${name})
  target_include_directories(cofnod_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  list(TRANSFORM box_DEPENDS PREPEND cofnod::)
  target_link_libraries(cofnod_${name} PUBLIC ${box_DEPENDS} PRIVATE ${box_PRIVATE})
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
