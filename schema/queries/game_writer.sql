-- name: insert_batch
INSERT INTO import_batch (started_at, program_version, options)
VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, ?2)

-- name: copy_batch
INSERT INTO import_batch (started_at, finished_at, program_version, options) VALUES (?1, nullif(?2, ''), ?3, ?4)

-- name: finish_batch
UPDATE import_batch SET finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?1

-- name: find_source
SELECT id, state, bytes_done, game_bytes, separators, separator_bytes, found, complete, incomplete, rejected, format, path
FROM source WHERE content_hash = ?1 AND content_hash <> ''  -- condition of the partial index

-- name: insert_source_copy
-- Nothing if the source has that path itself.
INSERT INTO source_copy (source, path) SELECT id, ?2 FROM source WHERE id = ?1 AND path <> ?2
ON CONFLICT (source, path) DO NOTHING

-- name: set_citation_of_copy
UPDATE source_copy SET citation = ?3 WHERE source = ?1 AND path = ?2 AND citation IS NOT ?3

-- name: sources_chosen_from
-- Where conditions chose games, they follow the hash of the content.
SELECT id FROM source
WHERE content_hash > ?1 || ' ' AND content_hash < ?1 || '!' AND content_hash <> ''  -- condition of the partial index

-- name: runs_of_source
SELECT run.first_game,
       coalesce((SELECT min(next.first_game) - 1 FROM source_run next WHERE next.first_game > run.first_game),
                (SELECT max(id) FROM game))
FROM source_run run WHERE run.source = ?1 ORDER BY run.first_game

-- name: games_of_paths
SELECT path, found FROM source WHERE found > 0

-- name: source_bytes_done
SELECT bytes_done FROM source WHERE id = ?1

-- name: insert_source
INSERT INTO source (batch, path, format, charset, bytes, content_hash, state, through)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'partial', nullif(?7, ''))

-- name: update_source
UPDATE source
SET state = ?2, bytes_done = ?3, game_bytes = ?4, separators = ?5, separator_bytes = ?6,
    found = ?7, complete = ?8, incomplete = ?9, rejected = ?10
WHERE id = ?1

-- name: read_source_again
UPDATE source
SET batch = ?2, format = ?3, charset = ?4, state = 'partial', bytes_done = 0, game_bytes = 0, separators = 0, separator_bytes = 0
WHERE id = ?1

-- name: delete_separators
DELETE FROM separator WHERE source = ?1

-- name: source_has_changed
UPDATE source SET content_hash = '', bytes = ?2 WHERE id = ?1

-- name: insert_run
INSERT INTO source_run (first_game, source, first_number, byte, line) VALUES (?1, ?2, ?3, ?4, ?5)

-- name: run_of_game
SELECT first_game, source, first_number, byte, line
FROM source_run WHERE first_game <= ?1 ORDER BY first_game DESC LIMIT 1

-- name: place_of_deleted_game
-- Its source, and its number there, from the games that follow it, or else from those that were deleted before it.
SELECT d.source, iif(next.source = d.source, next.first_number - (next.first_game - d.game),
                     (SELECT count(*) FROM deleted_game b WHERE b.source = d.source AND b.game <= d.game))
FROM deleted_game d
LEFT JOIN source_run next ON next.first_game = (SELECT min(first_game) FROM source_run WHERE first_game > d.game)
WHERE d.game = ?1 AND d.source IS NOT NULL

-- name: run_goes_on
-- Is there a game behind this one, before the next run?
SELECT EXISTS (SELECT 1 FROM game WHERE id > ?1 AND id < coalesce(
    (SELECT min(first_game) FROM source_run WHERE first_game > ?1), 9223372036854775807))

-- name: replace_run
INSERT OR REPLACE INTO source_run (first_game, source, first_number, byte, line) VALUES (?1, ?2, ?3, ?4, ?5)

-- name: last_game
-- Ids are never reused, even if a game was deleted by cofnod or another program.
SELECT max(coalesce((SELECT max(id) FROM game), 0), coalesce((SELECT max(game) FROM deleted_game), 0),
           coalesce((SELECT max(first_game) FROM source_run), 0))

-- name: find_player
SELECT id FROM player WHERE name = ?1

-- name: insert_player
INSERT INTO player (name) VALUES (?1) ON CONFLICT (name) DO NOTHING

-- name: find_event
SELECT id FROM event WHERE name = ?1

-- name: insert_event
INSERT INTO event (name) VALUES (?1) ON CONFLICT (name) DO NOTHING

-- name: find_site
SELECT id FROM site WHERE name = ?1

-- name: insert_site
INSERT INTO site (name) VALUES (?1) ON CONFLICT (name) DO NOTHING

-- name: find_opening
SELECT id FROM opening WHERE eco = ?1 AND name = ?2

-- name: insert_opening
INSERT INTO opening (eco, name) VALUES (?1, ?2)

-- name: find_form
SELECT id FROM form WHERE tag_names = ?1 AND notation = ?2 AND decision = ?3 AND also = ?4 AND kind = ?5

-- name: insert_form
INSERT INTO form (tag_names, notation, decision, also, kind) VALUES (?1, ?2, ?3, ?4, ?5)

-- name: insert_game
INSERT INTO game (id, form, state, event, site, date, round, white, black, result, white_elo, black_elo, eco,
                  ply_count, final_check, start, byte, bytes, line, moves, opening)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)

-- name: replace_game
-- Keeps the place in the source: ?17 to ?19 are not used.
UPDATE game
SET form = ?2, state = ?3, event = ?4, site = ?5, date = ?6, round = ?7, white = ?8, black = ?9, result = ?10,
    white_elo = ?11, black_elo = ?12, eco = ?13, ply_count = ?14, final_check = ?15, start = ?16, moves = ?20,
    opening = ?21
WHERE id = ?1

-- name: recount_source
-- Moves one game from state ?2 to state ?3.
UPDATE source
SET complete = complete - (?2 = 0) + (?3 = 0), incomplete = incomplete - (?2 = 1) + (?3 = 1),
    rejected = rejected - (?2 = 2) + (?3 = 2)
WHERE id = (SELECT source FROM source_run WHERE first_game <= ?1 ORDER BY first_game DESC LIMIT 1)

-- name: has_movetext
SELECT EXISTS (SELECT 1 FROM game_movetext)

-- name: reading_of_game
-- State, moves and source text of a game.
SELECT g.state, g.moves, o.content FROM game g LEFT JOIN game_source o ON o.game = g.id WHERE g.id = ?1

-- name: insert_tag
INSERT INTO game_tag (game, ordinal, value) VALUES (?1, ?2, ?3)

-- name: insert_movetext
INSERT INTO game_movetext (game, san, final) VALUES (?1, ?2, ?3)

-- name: insert_unread
INSERT INTO game_unread (game, text) VALUES (?1, ?2)

-- name: insert_annotation
INSERT INTO game_annotation (game, content, comments, variations) VALUES (?1, ?2, ?3, ?4)

-- name: insert_game_source
INSERT INTO game_source (game, content) VALUES (?1, ?2)

-- name: insert_game_charset
INSERT INTO game_charset (game, charset) VALUES (?1, ?2)

-- name: insert_problem
INSERT INTO problem (game, ordinal, kind, frame, arguments, severity, line, column, byte, ply, line_text, caret, width,
                     remedy, remedy_arguments, page, box)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)

-- name: add_to_count
UPDATE _counts SET count = count + ?2 WHERE "table" = ?1
