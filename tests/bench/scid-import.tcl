# tkscid scid-import.tcl BASE FILE.pgn
proc progressCallBack args {}
foreach file [glob -nocomplain [lindex $argv 0].*] {file delete $file}
sc_base create [lindex $argv 0]
sc_base import [sc_base current] [lindex $argv 1]
exit
