# tkscid scid-search.tcl BASE
#
# A line for each search: its name as in queries.cpp, median and best microseconds, and what Scid answered.
proc progressCallBack args {}

proc measure {name command} {
    set answer [uplevel #0 $command]
    set times {}
    for {set i 0} {$i < 5} {incr i} {
        lappend times [lindex [time {uplevel #0 $command}] 0]
    }
    set times [lsort -real $times]
    puts "$name\t[lindex $times 2]\t[lindex $times 0]\t[lindex [split $answer \n] 0]"
}

# Each search begins with all games (2), in whatever order they come.
set any {-wq {0 9} -bq {0 9} -wr {0 9} -br {0 9} -wb {0 9} -bb {0 9} -wn {0 9} -bn {0 9} -wm {0 9} -bm {0 9} \
    -wp {0 8} -bp {0 8} -range {1 999} -length 1}
set rook_and_pawn {-wq {0 0} -bq {0 0} -wr {1 1} -br {1 1} -wb {0 0} -bb {0 0} -wn {0 0} -bn {0 0} -wm {0 0} -bm {0 0} \
    -wp {1 1} -bp {0 0} -range {1 999} -length 1}

sc_base open [lindex $argv 0]
foreach {name fen} {
    {rare middlegame} {1r1q1rk1/4nppp/3pb3/3Np1b1/RP2P3/8/2N1BPPP/3Q1RK1 w - -}
    {rare endgame} {8/6k1/6P1/6K1/8/8/8/8 b - -}
    {common position, its games} {r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -}
} {
    sc_game startBoard $fen
    measure $name {sc_search board 2 Exact 0 0}
}
measure {common position, statistics by move} {sc_search board 2 Exact 0 0; sc_tree stats [sc_base current] dbfilter}
sc_game startBoard {rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1}
set all [sc_filter new [sc_base current]]
measure {tree at the start} {sc_tree stats [sc_base current] $all}
measure {material KRP v KR, games and plies} "sc_search material -filter 2 -flip 0 $rook_and_pawn"
measure {pieces Pd4 nd5, games and plies} \
    "sc_search material -filter 2 -flip 0 $any -pattern {1 wp d 4} -pattern {1 bn d 5}"
exit
