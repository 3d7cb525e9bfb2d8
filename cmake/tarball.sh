#!/bin/sh
# tarball.sh BUILD SOURCE: packs what stands alone of a build folder, the program cofnod_alone with its pages and
# completions, and prints the path of the tarball: BUILD/cofnod-VERSION-linux-MACHINE.tar.xz.
set -eu
build=$1 source=$2
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=cofnod-$version-linux-$(uname -m)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cmake --install "$build" --prefix "$tree/$name" > /dev/null
rm -rf "$tree/$name/lib"  # the extension of SQLite needs the libraries of its host
strip -o "$tree/$name/bin/cofnod" "$build/cofnod_alone"
cp "$source/README.md" "$source/README.cy.md" "$source/README.ar.md" "$tree/$name/share/doc/cofnod/"

# What is linked in wants to be named.
for library in libarchive libbz2 libcli11 libevent libfmt libicu liblzma libpugixml libsqlite3 libtomlplusplus libxxhash \
    libzstd nlohmann-json3 tao-pegtl zlib1g; do
    if [ -f "/usr/share/doc/$library-dev/copyright" ]; then
        printf '%s\n\n' "---- $library ----"
        cat "/usr/share/doc/$library-dev/copyright"
        printf '\n'
    fi
done > "$tree/$name/share/doc/cofnod/libraries"

tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="$(date -u -r "$source/CHANGELOG.md" '+%Y-%m-%d %H:%M:%SZ')" \
    -C "$tree" -cJf "$build/$name.tar.xz" "$name"
printf '%s\n' "$build/$name.tar.xz"
