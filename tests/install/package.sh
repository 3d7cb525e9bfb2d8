# package.sh BUILD SOURCE: the Debian package is clean, is installed on a bare Debian 12, runs, and leaves nothing.
set -eu
skip() { echo "$1; the package was not tried"; exit 77; }
command -v cpack > /dev/null && command -v dpkg-shlibdeps > /dev/null || skip 'no cpack or dpkg-dev'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cpack -G DEB --config "$1/CPackConfig.cmake" -B "$scratch" > log 2>&1 || { cat log; exit 1; }
package=$(ls cofnod_*.deb)
if command -v lintian > /dev/null; then
    # cpack calls ldconfig for the extension unless the build was configured for /usr, as `./dev package` does.
    for_usr=initial-upload-closes-no-bugs
    grep -q '^CMAKE_INSTALL_PREFIX:PATH=/usr$' "$1/CMakeCache.txt" || for_usr=$for_usr,maintscript-calls-ldconfig
    lintian --fail-on error,warning --allow-root --suppress-tags "$for_usr" "$package"
fi
[ "$(id -u)" -eq 0 ] && command -v mmdebstrap > /dev/null || skip 'no mmdebstrap, or not root'
mmdebstrap --variant=apt --quiet --include="ca-certificates" \
    bookworm root > log 2>&1 || { tail -n 3 log; skip 'no mirror of Debian in reach'; }
cp "$package" root/tmp/
cp -r "$2/sample-data/chess/cy" root/tmp/cy
inside() { chroot root env LC_ALL=C.UTF-8 HOME=/root "$@"; }
inside apt-get -qq update > log 2>&1 || { tail -n 3 log; skip 'no mirror of Debian in reach'; }
inside apt-get -qq -y --no-install-recommends install "/tmp/$package" > log 2>&1 || { cat log; exit 1; }
inside cofnod import -q /tmp/games.db /tmp/cy
[ "$(inside cofnod search /tmp/games.db --count)" = 6 ]
inside apt-get -qq -y --no-install-recommends install man-db bash-completion > log 2>&1 || { cat log; exit 1; }
inside man cofnod-import | grep -q 'cofnod import' || { echo 'there is no manual'; exit 1; }
# The completions use /dev/fd, which is part of /proc: of a namespace of their own, so that it goes with them.
cat > root/tmp/complete <<'END'
. /usr/share/bash-completion/bash_completion
_completion_loader cofnod
function=$(complete -p cofnod | sed 's/.* -F \([^ ]*\) .*/\1/')
COMP_WORDS=(cofnod imp) COMP_CWORD=1 COMP_LINE='cofnod imp' COMP_POINT=10
$function cofnod imp cofnod
printf '%s\n' "${COMPREPLY[@]}"
END
completed=$(unshare -m sh -c 'mount -t proc proc root/proc && chroot root bash /tmp/complete')
[ "$(echo $completed)" = import ] || { echo "'cofnod imp<TAB>' gives '$completed'"; exit 1; }
inside apt-get -qq -y purge cofnod > log 2>&1 || { cat log; exit 1; }
left=$(inside sh -c 'find / -xdev -name "*cofnod*" -not -path "/proc/*" -not -path "/tmp/*" -not -path "/var/log/*" -not -path "/var/cache/*"')
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
