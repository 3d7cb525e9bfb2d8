# bash.sh SHARE: what bash completes.
command -v bash > /dev/null || exit 77
exec bash -c '
source "$1/bash-completion/completions/cofnod" || exit 1
failed=0
# expect WORDS COMPLETIONS: the last word is the one being typed
expect() {
    local -a COMP_WORDS COMPREPLY
    read -ra COMP_WORDS <<< "${1//_/ }"
    [[ $1 == *_ ]] && COMP_WORDS+=("")
    local COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _cofnod
    [[ "${COMPREPLY[*]}" == "$2" ]] || { echo "$1: ${COMPREPLY[*]}, not $2"; failed=1; }
}
expect cofnod_imp import
expect cofnod_re "rejects recover repertoire"
expect cofnod_-q_opt optimize
expect cofnod_import_--dry --dry-run
expect cofnod_import_x.db_--qui --quiet
expect cofnod_stats_--format_js json
expect cofnod_stats_--format_=_ta table
expect cofnod_--color_a "auto always"
expect cofnod_search_--player_ ""
cd "$1/man" && expect cofnod_show_man5/cofnod.5 man5/cofnod.5
exit $failed
' bash "$1"
