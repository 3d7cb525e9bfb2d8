# library.sh BUILD SOURCE: a program of somebody else finds the installed library, by CMake and by pkg-config, links with
# it and runs.
set -eu
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cmake --install "$1" --prefix "$tree" --component development > /dev/null
cmake -S "$2/tests/install/example" -B "$tree/build" -D CMAKE_PREFIX_PATH="$tree" > "$tree/log" 2>&1 &&
    cmake --build "$tree/build" >> "$tree/log" 2>&1 || { cat "$tree/log"; exit 1; }
runs() { [ "$("$1")" = '20 moves; Nf3 is g1f3' ] || { echo "$1: another answer"; exit 1; }; }
runs "$tree/build/example"

PKG_CONFIG_PATH=$(dirname "$(find "$tree" -name cofnod.pc)")
export PKG_CONFIG_PATH
c++ "$2/tests/install/example/example.cpp" $(pkg-config --cflags cofnod) -o "$tree/by_name" $(pkg-config --libs cofnod)
runs "$tree/by_name"
