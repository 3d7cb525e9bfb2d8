# Writes OUTPUT, a C++ file that holds the text of FILES; see cofnod_embed.
set(list "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  file(RELATIVE_PATH name ${ROOT} ${file})
  if(PACKED)
    file(SIZE ${file} size)
    string(APPEND list "{\"${name}\", ${size}},\n")
    string(APPEND all "${text}")
  else()
    string(APPEND list "{\"${name}\", R\"~~~~(${text})~~~~\"},\n")
  endif()
endforeach()

if(PACKED)
  file(WRITE ${OUTPUT}.txt "${all}")
  file(ARCHIVE_CREATE OUTPUT ${OUTPUT}.zst PATHS ${OUTPUT}.txt FORMAT raw COMPRESSION Zstd COMPRESSION_LEVEL 9)
  file(READ ${OUTPUT}.zst bytes HEX)
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  set(type PackedFile)
  file(SIZE ${OUTPUT}.zst size)
  set(files "const PackedFiles ${BOX}_files{list, {\"${bytes}\", ${size}}};")
else()
  set(type EmbeddedFile)
  set(files "const std::span<const EmbeddedFile> ${BOX}_files{list};")
endif()
file(WRITE ${OUTPUT} "#include \"${BOX}/embedded.hpp\"

namespace cofnod::embedded {

namespace {
const ${type} list[] = {
${list}};
}  // namespace

${files}

}  // namespace cofnod::embedded
")
