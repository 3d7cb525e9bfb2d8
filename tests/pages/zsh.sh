# zsh.sh SHARE: what zsh completes, typed into a shell on a terminal of its own.
command -v zsh > /dev/null || exit 77
exec zsh -f "$(dirname "$0")/completed.zsh" "$1"
