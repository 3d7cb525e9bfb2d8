# completed.zsh SHARE: `cofnod` is a function that prints its arguments, so that what a tab adds to them is seen.
zmodload zsh/zpty || exit 77
zpty -b shell "TERM=dumb zsh -f -i"
# wait_for PATTERN: reads what the shell prints until it is there; in $seen
wait_for() {
    seen=
    local part
    repeat 100; do
        while zpty -r -t shell part; do seen+=$part; done
        [[ $seen == $~1 ]] && return
        sleep 0.05
    done
    return 1
}
failed=0
# expect TYPED COMPLETED
expect() {
    zpty -n -w shell "$1"$'\t\n'
    wait_for '*GOT\[*\]*'
    [[ $seen == *"GOT[$2]"* ]] || { print -r -- "$1: $seen, not $2"; failed=1 }
}
zpty -w shell "fpath=($1/zsh/site-functions \$fpath); autoload -Uz compinit; compinit -D -u"
zpty -w shell 'cofnod() { print -r -- "G''OT[$*]" }; print rea''dy'
wait_for '*ready*' || { print -r -- "no shell: $seen"; exit 1 }
expect "cofnod imp" import
expect "cofnod import --dry" "import --dry-run"
expect "cofnod stats --format js" "stats --format json"
expect "cofnod --color nev" "--color never"
zpty -d shell
exit $failed
