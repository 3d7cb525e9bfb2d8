# tree.sh BUILD SOURCE: the installed program runs from where it was put, and all that belongs to it is there.
set -eu
build=$1 source=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cmake --install "$build" --prefix "$tree" > /dev/null
for file in bin/cofnod share/man/man1/cofnod-import.1 share/man/man5/cofnod-config.5 share/doc/cofnod/copyright \
    share/bash-completion/completions/cofnod share/zsh/site-functions/_cofnod share/fish/vendor_completions.d/cofnod.fish \
    share/cofnod/notations/cy.notation share/cofnod/notations/ar.notation; do
    [ -s "$tree/$file" ] || { echo "$file is missing"; exit 1; }
done
[ ! -e "$tree/include" ] || { echo "headers are installed with the program"; exit 1; }
cd "$tree"
PATH=$tree/bin:$PATH
cofnod import -q games.db "$source/sample-data/chess/cy"
[ "$(cofnod search games.db --count)" = 6 ]
echo '1. e4 e5 2. Mf3 *' | cofnod convert --notation-file share/cofnod/notations/cy.notation | grep -q '2. Nf3'
if find . -name cofnod.so | grep -q . && command -v sqlite3 > /dev/null; then
    [ "$(sqlite3 games.db ".load $(cofnod sqlite --path)" 'SELECT count(*) > 0 FROM cofnod_tree')" = 1 ]
fi
