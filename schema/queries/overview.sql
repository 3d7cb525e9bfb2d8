-- name: read_player_name
-- And its beginning, for hostile names may be long.
SELECT name, substr(name, 1, 200) FROM player WHERE id = ?1

-- name: list_separators
-- Texts between games, in the order of the files.
SELECT source.path, s.source, s.byte, s.bytes, s.line, s.kind, s.text
FROM separator s JOIN source ON source.id = s.source ORDER BY s.source, s.byte, s.id

-- name: list_separators_by_words
-- Those that may have the words of a query of the full-text index.
SELECT source.path, s.source, s.byte, s.bytes, s.line, s.kind, s.text
FROM separator s JOIN source ON source.id = s.source
WHERE s.id IN (SELECT -rowid FROM words WHERE words MATCH ?1 AND rowid < 0)
ORDER BY s.source, s.byte, s.id
