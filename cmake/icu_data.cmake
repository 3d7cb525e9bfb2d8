# Writes the data of ICU that cofnod needs: -D ARCHIVE=libicudata.a -D OUTPUT=FILE -D AR=... -D OBJCOPY=... -D ICUPKG=...
cmake_minimum_required(VERSION 3.25)
get_filename_component(folder ${OUTPUT} DIRECTORY)
function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE printed)
  set(printed "${printed}" PARENT_SCOPE)
endfunction()
file(MAKE_DIRECTORY ${folder})
run(${AR} t ${ARCHIVE})
string(STRIP "${printed}" object)
run(${AR} x ${ARCHIVE} ${object})
# Its name tells icupkg how its strings are written: icudt72l.dat.
string(REGEX REPLACE "_dat.*" ".dat" whole ${object})
run(${OBJCOPY} -O binary --only-section=.rodata ${object} ${whole})
run(${ICUPKG} -l ${whole})
string(STRIP "${printed}" items)
string(REPLACE "\n" ";" items "${items}")
# Regular expressions ask for properties and names of characters, and where words and graphemes end: without dictionaries,
# by which words in Thai or Chinese would. Names are in no language's own order but those of coll/.
list(FILTER items EXCLUDE REGEX "\\.cnv$|\\.nrm$|^cnvalias\\.icu$|^coll/|^(root|pool|res_index|icuver|icustd)\\.res$")
list(FILTER items EXCLUDE REGEX "^(uemoji|ulayout|unames)\\.icu$|^brkitr/(root\\.res|res_index\\.res|char\\.brk|word\\.brk)$")
list(JOIN items "\n" items)
file(WRITE ${folder}/left_out.txt "${items}\n")
# Items begin with the name of the file they are in.
file(MAKE_DIRECTORY ${folder}/used)
run(${ICUPKG} --ignore-deps -r left_out.txt ${whole} used/${whole})
file(RENAME ${folder}/used/${whole} ${OUTPUT})
file(REMOVE ${folder}/${object} ${folder}/${whole})
