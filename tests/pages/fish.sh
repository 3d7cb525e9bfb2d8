# fish.sh SHARE: what fish completes.
command -v fish > /dev/null || exit 77
HOME=$(mktemp -d) || exit 1
export HOME
trap 'rm -rf "$HOME"' EXIT
failed=0
expect() {
    printed=$(fish --no-config -c "source '$share/fish/vendor_completions.d/cofnod.fish'; complete -C '$1'" |
        cut -f 1 | tr '\n' ' ')
    [ "$printed" = "$2 " ] || { echo "$1: $printed, not $2"; failed=1; }
}
share=$1
expect 'cofnod imp' import
expect 'cofnod re' 'recover rejects repertoire'
expect 'cofnod import --dry' --dry-run
expect 'cofnod stats --format j' json
expect 'cofnod --color a' 'always auto'
exit $failed
