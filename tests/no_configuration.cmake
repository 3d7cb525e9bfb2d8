# Read by ctest before the first test.
set(ENV{COFNOD_CONFIG} "")  # no file
foreach(key DB NOTATION LANG COLOR BIDI PAGER)
  unset(ENV{COFNOD_${key}})
endforeach()
