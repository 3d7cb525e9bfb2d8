# library.sh BUILD SOURCE: a program of somebody else finds the installed library, links with it and runs.
set -eu
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cmake --install "$1" --prefix "$tree" --component development > /dev/null
cmake -S "$2/tests/install/example" -B "$tree/build" -D CMAKE_PREFIX_PATH="$tree" > "$tree/log" 2>&1 &&
    cmake --build "$tree/build" >> "$tree/log" 2>&1 || { cat "$tree/log"; exit 1; }
[ "$("$tree/build/example")" = '20 moves; Nf3 is g1f3' ]
