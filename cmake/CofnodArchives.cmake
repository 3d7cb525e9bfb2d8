# Programs that start fast, or stand alone: libraries are linked from their archives, which leaves the loader less to do.

# The data of ICU that cofnod works with, a third of all: converters, normalization, collations, names of characters.
find_library(COFNOD_ICU_ARCHIVE libicudata.a)
find_program(COFNOD_ICUPKG icupkg PATHS /usr/sbin)
if(COFNOD_ICU_ARCHIVE AND COFNOD_ICUPKG AND CMAKE_OBJCOPY)
  string(REGEX MATCH "^[0-9]+" COFNOD_ICU ${ICU_VERSION})
  set(COFNOD_ICU_DATA ${CMAKE_BINARY_DIR}/icu/icu.dat)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/icu_data.cpp.in ${CMAKE_BINARY_DIR}/icu/icu_data.cpp @ONLY)
  add_custom_command(
    OUTPUT ${COFNOD_ICU_DATA}
    COMMAND ${CMAKE_COMMAND} -D ARCHIVE=${COFNOD_ICU_ARCHIVE} -D OUTPUT=${COFNOD_ICU_DATA} -D AR=${CMAKE_AR}
            -D OBJCOPY=${CMAKE_OBJCOPY} -D ICUPKG=${COFNOD_ICUPKG} -P ${CMAKE_CURRENT_LIST_DIR}/icu_data.cmake
    DEPENDS ${COFNOD_ICU_ARCHIVE} ${CMAKE_CURRENT_LIST_DIR}/icu_data.cmake
    VERBATIM)
  add_library(cofnod_icu_data STATIC EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/icu/icu_data.cpp)
  set_property(SOURCE ${CMAKE_BINARY_DIR}/icu/icu_data.cpp PROPERTY OBJECT_DEPENDS ${COFNOD_ICU_DATA})
endif()

# cofnod_link_archives(PROGRAM LIBRARY...)
#
# Links the boxes with the archives of these libraries, and with ICU's; nothing is left to ask of their shared forms,
# which are then not loaded. Where an archive is missing, all stay shared.
function(cofnod_link_archives program)
  set(archives)
  foreach(name IN ITEMS ${ARGN} icui18n icuuc)
    find_library(COFNOD_${name} lib${name}.a)
    mark_as_advanced(COFNOD_${name})
    if(NOT COFNOD_${name} OR NOT TARGET cofnod_icu_data)
      message(STATUS "${program}: lib${name}.a or the data of ICU are missing; it starts more slowly")
      return()
    endif()
    list(APPEND archives ${COFNOD_${name}})
  endforeach()
  file(STRINGS ${layers} boxes REGEX "^[a-z]+ ")
  list(TRANSFORM boxes REPLACE " .*" "")
  list(REMOVE_ITEM boxes grammar sqlite main)
  list(TRANSFORM boxes REPLACE "(.+)" "$<TARGET_FILE:cofnod_\\1>")
  target_link_libraries(${program} PRIVATE -Wl,--as-needed -Wl,--gc-sections
    -Wl,--start-group ${boxes} ${archives} $<TARGET_FILE:cofnod_icu_data> -Wl,--end-group)
  add_dependencies(${program} cofnod_icu_data)
  target_sources(${program} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/no_ciphers.cpp ${PROJECT_SOURCE_DIR}/cmake/fmt.cpp)
  target_link_libraries(${program} PRIVATE fmt::fmt)
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")  # those need the shared ones
    target_link_options(${program} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()

# C++ is what the loader has most to do with, and ICU most of that. libarchive brings five more.
set(slow_to_load archive pugixml event_core event_extra lzma zstd xxhash)
cofnod_link_archives(cofnod ${slow_to_load})
# With all that the program needs but the C library: `./dev package` packs it.
add_executable(cofnod_alone EXCLUDE_FROM_ALL src/main.cpp)
cofnod_link_archives(cofnod_alone ${slow_to_load} bz2 z sqlite3)
target_link_libraries(cofnod_alone PRIVATE cofnod::cli)
