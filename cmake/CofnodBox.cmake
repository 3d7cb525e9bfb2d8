# cofnod_box(NAME [COLD | FACE] [PRIVATE library...])
#
# A box of src/layers.txt as static library cofnod_NAME, alias cofnod::NAME: all .cpp files of its folder, but those of
# programs (src/cli/pages). It passes on the boxes that it points to; PRIVATE are the libraries that only its .cpp files
# see, fmt among them. COLD: nothing in it runs once a ply, so that a release optimizes it for the time of the build.
# FACE: nor once a game, so that it is optimized for size, half of that of other code. All others are hot: the dev build
# optimizes them like a release, by COFNOD_HOT_FLAGS, so that what is tested is what users run. (GCC 12 has counted
# bytes wrongly at -O3 alone.)
set(layers ${CMAKE_CURRENT_SOURCE_DIR}/src/layers.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${layers})
function(cofnod_box name)
  cmake_parse_arguments(box "COLD;FACE" "" "PRIVATE" ${ARGN})
  file(STRINGS ${layers} line REGEX "^${name} ")
  separate_arguments(words UNIX_COMMAND "${line}")
  list(POP_FRONT words this folder)
  list(TRANSFORM words REPLACE "^grammar$" "base")  # headers alone
  list(TRANSFORM words PREPEND cofnod::)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}*.cpp)
  list(FILTER sources EXCLUDE REGEX "/src/cli/pages/")

  add_library(cofnod_${name} STATIC ${sources})
  set_target_properties(cofnod_${name} PROPERTIES LINKER_LANGUAGE CXX)
  if(box_COLD OR box_FACE)  # hot code takes up to 8 % more instructions where it is joined
    cofnod_join(cofnod_${name})
  endif()
  add_library(cofnod::${name} ALIAS cofnod_${name})
  target_include_directories(cofnod_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_link_libraries(cofnod_${name} PUBLIC ${words} PRIVATE ${box_PRIVATE} fmt::fmt)

  # Where the compiler's flags are those of a release or of dev; the sanitizers build all boxes alike, without, and
  # notice a file that does not include what it uses.
  if(CMAKE_BUILD_TYPE STREQUAL "Release" OR COFNOD_HOT_FLAGS)
    if(box_COLD)
      cofnod_compile_faster(${name} cold -O1)
    elseif(box_FACE)
      cofnod_compile_faster(${name} face -Os)
    else()
      cofnod_compile_faster(${name} hot ${COFNOD_HOT_FLAGS})
    endif()
  endif()
endfunction()

# cofnod_join(TARGET): with COFNOD_JOINED, compiles its sources eight at a time. They then see each other's private names,
# of which gcc would warn.
function(cofnod_join target)
  if(COFNOD_JOINED)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    target_compile_options(${target} PRIVATE -Wno-shadow -Wno-subobject-linkage)
  endif()
endfunction()

# cofnod_use_precompiled(TARGET): what gcc needs for a precompiled header. ccache recognizes one by the first option;
# gcc 12 no longer knows then that std::string is a system's, and warns of its copies (its bug 105651).
function(cofnod_use_precompiled target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>)
endfunction()

# cofnod_compile_faster(NAME KIND [FLAG...])
#
# Compiles the box with the flags of its kind, and precompiles the headers that most files include, once a kind, in the
# first box of it: gcc reads them back only with the optimization they were compiled with.
function(cofnod_compile_faster name kind)
  target_compile_options(cofnod_${name} PRIVATE ${ARGN})
  cofnod_use_precompiled(cofnod_${name})
  get_property(owner GLOBAL PROPERTY cofnod_first_${kind})
  if(owner)
    target_precompile_headers(cofnod_${name} REUSE_FROM ${owner})
  else()
    set_property(GLOBAL PROPERTY cofnod_first_${kind} cofnod_${name})
    target_precompile_headers(cofnod_${name} PRIVATE
      <algorithm> <array> <charconv> <cstdint> <filesystem> <functional> <map> <memory> <optional> <ostream> <span>
      <string> <string_view> <unordered_map> <utility> <vector> <fmt/format.h>)
  endif()
endfunction()

# cofnod_embed(BOX [PACKED] FILES pattern...)
#
# The files as `extern const std::span<const EmbeddedFile> BOX_files;` (base/embedded_file.hpp) in the namespace
# cofnod::embedded, declared by "BOX/embedded.hpp" and compiled into the box. PACKED: as `PackedFiles`, for what few
# commands need.
function(cofnod_embed box)
  cmake_parse_arguments(embed "PACKED" "" "FILES" ${ARGN})
  set(patterns ${embed_FILES})
  list(TRANSFORM patterns PREPEND ${PROJECT_SOURCE_DIR}/)
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  set(folder ${PROJECT_BINARY_DIR}/embedded)
  set(type "std::span<const EmbeddedFile>")
  if(embed_PACKED)
    set(type PackedFiles)
  endif()
  file(CONFIGURE OUTPUT ${folder}/${box}/embedded.hpp CONTENT "#pragma once

#include \"base/embedded_file.hpp\"

namespace cofnod::embedded {

extern const ${type} ${box}_files;

}  // namespace cofnod::embedded
")
  set(output ${folder}/${box}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D "FILES=${files}" -D OUTPUT=${output} -D BOX=${box} -D PACKED=${embed_PACKED}
            -D ROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  target_sources(cofnod_${box} PRIVATE ${output})
  set_property(SOURCE ${output} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(cofnod_${box} PUBLIC $<BUILD_INTERFACE:${folder}>)
endfunction()

# cofnod_catalogues(BOX PATTERN)
#
# The message catalogues of GNU gettext, compiled by msgfmt into the folder COFNOD_CATALOGUES, for
# src/BOX/messages/catalogues.cpp.
function(cofnod_catalogues box pattern)
  find_program(COFNOD_MSGFMT msgfmt REQUIRED)
  set(folder ${PROJECT_BINARY_DIR}/po)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${pattern})
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    add_custom_command(
      OUTPUT ${folder}/${name}.mo
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${COFNOD_MSGFMT} --check --endianness=little --no-hash -o ${folder}/${name}.mo ${source}
      DEPENDS ${source}
      VERBATIM)
    list(APPEND catalogues ${folder}/${name}.mo)
  endforeach()
  set_property(SOURCE src/${box}/messages/catalogues.cpp PROPERTY OBJECT_DEPENDS "${catalogues}")
  set_property(SOURCE src/${box}/messages/catalogues.cpp PROPERTY COMPILE_DEFINITIONS COFNOD_CATALOGUES="${folder}")
endfunction()
