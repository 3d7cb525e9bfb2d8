-- Reads a damaged database table by table, without joins, so that an unreadable row loses nothing else. Columns are
-- accessed by name because older schemas differ.

-- name: show_what_is_there
-- Skips damaged entries of the schema.
PRAGMA writable_schema = ON

-- name: hidden_views
-- Finds views whose row in the damaged schema has another name than the view it creates.
SELECT name FROM pragma_table_list
WHERE schema = 'main' AND type IN ('view', 'virtual')
  AND name COLLATE NOCASE NOT IN (SELECT name FROM sqlite_schema WHERE type COLLATE NOCASE = 'view')
  AND name NOT IN (SELECT name FROM sqlite_schema
                   WHERE name = 'words'
                     AND sql = 'CREATE VIRTUAL TABLE words USING fts5(text, content='''', columnsize=0, tokenize=ascii)')

-- name: walk_sources
SELECT *, id AS row_id FROM source WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: walk_batches
SELECT *, id AS row_id FROM import_batch WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: walk_runs
SELECT *, first_game AS row_id FROM source_run WHERE first_game BETWEEN ?1 AND ?2 ORDER BY first_game

-- name: walk_games
SELECT *, id AS row_id FROM game WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: walk_aliases
SELECT *, player AS row_id FROM player_alias WHERE player BETWEEN ?1 AND ?2 ORDER BY player

-- name: walk_deleted_games
SELECT *, game AS row_id FROM deleted_game WHERE game BETWEEN ?1 AND ?2 ORDER BY game

-- name: walk_witnesses
SELECT work, game, game AS row_id FROM witness WHERE game BETWEEN ?1 AND ?2 ORDER BY game

-- name: walk_corrections
SELECT *, id AS row_id FROM correction WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: walk_source_copies
SELECT *, id AS row_id FROM source_copy WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: walk_collections
SELECT *, id AS row_id FROM collection WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: walk_collected_games
SELECT *, id AS row_id FROM collection_game WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: walk_separators
SELECT *, id AS row_id FROM separator WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: last_source
SELECT max(id) FROM source

-- name: last_batch
SELECT max(id) FROM import_batch

-- name: last_run
SELECT max(first_game) FROM source_run

-- name: last_game_of_all
SELECT max(id) FROM game

-- name: last_alias
SELECT max(player) FROM player_alias

-- name: last_deleted_game
SELECT max(game) FROM deleted_game

-- name: last_witness
SELECT max(game) FROM witness

-- name: last_correction
SELECT max(id) FROM correction

-- name: last_source_copy
SELECT max(id) FROM source_copy

-- name: last_collection
SELECT max(id) FROM collection

-- name: last_collected_game
SELECT max(id) FROM collection_game

-- name: last_separator
SELECT max(id) FROM separator

-- name: games_found
SELECT sum(found) FROM source

-- name: name_of_event
SELECT name FROM event WHERE id = ?1

-- name: name_of_site
SELECT name FROM site WHERE id = ?1

-- name: name_of_player
SELECT name FROM player WHERE id = ?1

-- name: saved_tags
SELECT ordinal, value FROM game_tag WHERE game = ?1 ORDER BY ordinal

-- name: saved_movetext
SELECT san FROM game_movetext WHERE game = ?1

-- name: saved_unread
SELECT text FROM game_unread WHERE game = ?1

-- name: saved_annotation
SELECT content FROM game_annotation WHERE game = ?1

-- name: saved_source
SELECT content FROM game_source WHERE game = ?1

-- name: saved_problems
SELECT kind, frame, arguments, severity, line, column, byte, ply, line_text, caret, width, remedy, remedy_arguments,
       page, box, ordinal
FROM problem WHERE game = ?1 ORDER BY ordinal

-- name: saved_problems_of_schema_7
-- The same, of a time when problems named no pages.
SELECT kind, frame, arguments, severity, line, column, byte, ply, line_text, caret, width, remedy, remedy_arguments,
       NULL AS page, NULL AS box, ordinal
FROM problem WHERE game = ?1 ORDER BY ordinal

-- name: saved_charset
SELECT charset FROM game_charset WHERE game = ?1

-- name: restore_source
UPDATE source
SET state = ?2, bytes_done = ?3, game_bytes = ?4, separators = ?5, separator_bytes = ?6,
    found = ?7, complete = ?8, incomplete = ?9, rejected = ?10, content_hash = ?11
WHERE id = ?1

-- name: game_at
-- The game that begins at byte ?2 of source ?1.
SELECT g.id
FROM (SELECT first_game, ?2 - byte AS byte,
             coalesce((SELECT min(first_game) FROM source_run WHERE first_game > run.first_game),
                      9223372036854775807) AS next
      FROM source_run run WHERE source = ?1 AND byte <= ?2 ORDER BY run.byte DESC, first_game DESC LIMIT 1) run
JOIN game g ON g.id >= run.first_game AND g.id < run.next AND g.byte = run.byte
LIMIT 1

-- name: insert_separator
INSERT INTO separator (source, byte, bytes, line, kind, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)

-- name: insert_collection
INSERT INTO collection (name) VALUES (?1) ON CONFLICT DO NOTHING

-- name: insert_deleted_game
INSERT INTO deleted_game (game, kept, source, line, ply_count, tags, deleted_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
