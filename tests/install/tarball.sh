# tarball.sh BUILD SOURCE: the program of the tarball needs the C library alone: in a root with nothing else, it answers
# as the program that was built here does.
set -eu
build=$1 source=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --build "$build" --target cofnod_alone > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
tarball=$("$source/cmake/tarball.sh" "$build" "$source")
root=$scratch/root
mkdir -p "$root/tmp"
tar -C "$root" --strip-components=1 -xJf "$tarball"
needed=$(readelf -d "$root/bin/cofnod" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')
for library in $needed; do
    case $library in
    libc.so.* | libm.so.* | ld-linux*) ;;
    *) echo "it needs $library"; exit 1 ;;
    esac
    path=$(ldd "$root/bin/cofnod" | awk -v name="$library" '$1 == name { print $3 } index($1, "/" name) { print $1 }')
    mkdir -p "$root/$(dirname "$path")"
    cp "$path" "$root/$path"
done
[ -s "$root/share/man/man1/cofnod-import.1" ] && [ -s "$root/share/doc/cofnod/libraries" ]

chroot=$(command -v chroot || echo /usr/sbin/chroot)
# inside LOCALE WORD...: runs the program where there is no other file
if [ "$(id -u)" -eq 0 ]; then
    inside() { locale=$1; shift; env -i LANG="$locale" "$chroot" "$root" /bin/cofnod "$@"; }
elif unshare -r true 2> /dev/null; then
    inside() { locale=$1; shift; env -i LANG="$locale" "$(command -v unshare)" -r "$chroot" "$root" /bin/cofnod "$@"; }
else
    echo "no root of its own for it; the tarball was not tried"
    exit 77
fi
outside() { locale=$1; shift; (cd "$scratch/here" && env -i LANG="$locale" "$build/cofnod" "$@"); }

mkdir "$scratch/here" "$scratch/here/tmp"
tar -C "$source" -cf - sample-data/chess/cy | xz > "$scratch/here/cy.tar.xz"
tar -C "$source" -cf - sample-data/chess/fr | bzip2 > "$scratch/here/fr.tar.bz2"
iconv -f UTF-8 -t CP1256//IGNORE "$source"/sample-data/chess/ar/*.pgn > "$scratch/here/ar1256.pgn"
cp -r "$source/sample-data" "$scratch/here/sample-data"
cp -r "$scratch/here/." "$root/"

# answers LOCALE WORD...: the same inside and outside
answers() {
    outside "$@" > "$scratch/outside.txt" 2>&1 || echo "[exit $?]" >> "$scratch/outside.txt"
    inside "$@" > "$scratch/inside.txt" 2>&1 || echo "[exit $?]" >> "$scratch/inside.txt"
    cmp -s "$scratch/outside.txt" "$scratch/inside.txt" && [ -s "$scratch/inside.txt" ] || {
        echo "$*: another answer"
        diff "$scratch/outside.txt" "$scratch/inside.txt" | head -n 5
        exit 1
    }
}
answers C --version
answers cy_GB.UTF-8 --help
answers ar_EG.UTF-8 search --help
answers C.UTF-8 import games.db cy.tar.xz fr.tar.bz2 ar1256.pgn sample-data/chess sample-data/camelot
answers cy_GB.UTF-8 players games.db
answers ar_EG.UTF-8 stats games.db
answers ar_EG.UTF-8 show games.db 1 --notation ar
answers C search games.db --after '1. e4 e5' --sort white
answers C search games.db --cql 'player "~^[[:upper:]]"'
answers C export games.db --notation ar
