# man.sh SHARE: every page passes mandoc's lint, and there is one for each command.
command -v mandoc > /dev/null || exit 77
cd "$1/man" || exit 1
mandoc -T lint -W warning man1/*.1 man5/*.5 man7/*.7 || exit 1
for page in man1/cofnod-import.1 man1/cofnod.1 man5/cofnod.5 man7/cofnod-sql.7 man7/cofnod-cql.7 man7/cofnod-notation.7 man7/cofnod-formats.7 man7/cofnod-server.7 man7/cofnod-camelot.7; do
    [ -s "$page" ] || { echo "$page is missing"; exit 1; }
done
for language in cy ar; do
    mandoc -T lint -W warning "$language"/man1/*.1 "$language"/man5/*.5 || exit 1
    [ "$(ls man1)" = "$(ls "$language/man1")" ] || { echo "pages are missing in $language"; exit 1; }
    mandoc -T utf8 "$language/man1/cofnod-search.1" | col -b | grep -q -e '--player TEXT' || { echo "--player is missing in $language"; exit 1; }
done
mandoc -T utf8 man1/cofnod-search.1 | col -b | grep -q -e '--player TEXT' || { echo "--player is missing"; exit 1; }
mandoc -T utf8 man5/cofnod.5 | col -b | grep -q games_view || { echo "games_view is missing"; exit 1; }
mandoc -T utf8 man5/cofnod-config.5 | col -b | grep -q COFNOD_DB || { echo "COFNOD_DB is missing"; exit 1; }
