# tkscid scid-export.tcl BASE FILE.pgn
proc progressCallBack args {}
sc_base open [lindex $argv 0]
sc_base export filter PGN [lindex $argv 1] -append 0 -comments 1 -variations 1
exit
