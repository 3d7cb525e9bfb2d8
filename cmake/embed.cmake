# Writes OUTPUT, a C++ file that holds the text of FILES; see cofnod_embed.
set(body "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\nnamespace {\nconst EmbeddedFile list[] = {\n")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  file(RELATIVE_PATH name ${ROOT} ${file})
  string(APPEND body "{\"${name}\", R\"~~~~(${text})~~~~\"},\n")
endforeach()
string(APPEND body "};\n}  // namespace\n\nconst std::span<const EmbeddedFile> files{list};\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${body}")
