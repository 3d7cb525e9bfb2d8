# A second, dumb count of the games of a PGN file, which knows nothing of moves: a tag section after movetext, or the
# first, begins a game. Comments are skipped by counting braces; a result before a blank line ends movetext.
{
    sub(/\r$/, "")
    if (!depth && /^\[[A-Za-z0-9_]+ +"/) {
        if (!in_tags) games++
        in_tags = 1
        next
    }
    if ($0 ~ /[^ \t]/) in_tags = 0
    line = $0
    while (match(line, /[{}]/)) {
        depth = substr(line, RSTART, 1) == "{"
        line = substr(line, RSTART + 1)
    }
}
END { print games + 0 }
