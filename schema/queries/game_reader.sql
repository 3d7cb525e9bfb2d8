-- read_game and read_header are followed by one_game or by the conditions of a search.

-- name: read_game
SELECT g.form, g.id, g.state, g.result, g.start, g.moves, g.ply_count, g.final_check, g.event, g.site, g.date, g.round,
       g.white, g.black, g.white_elo, g.black_elo, g.eco, g.byte, g.bytes, g.line
FROM game g

-- name: player_name
SELECT name FROM player WHERE id = ?1

-- name: event_name
SELECT name FROM event WHERE id = ?1

-- name: site_name
SELECT name FROM site WHERE id = ?1

-- name: run_around_game
SELECT first_game, byte, line, (SELECT min(first_game) FROM source_run WHERE first_game > ?1)
FROM source_run WHERE first_game <= ?1 ORDER BY first_game DESC LIMIT 1

-- name: movetexts_from
SELECT game, san FROM game_movetext WHERE game >= ?1 ORDER BY game

-- name: unread_texts_from
SELECT game, text FROM game_unread WHERE game >= ?1 ORDER BY game

-- name: annotations_from
SELECT game, content FROM game_annotation WHERE game >= ?1 ORDER BY game

-- name: source_texts_from
SELECT game, content FROM game_source WHERE game >= ?1 ORDER BY game

-- name: charsets_from
SELECT game, charset FROM game_charset WHERE game >= ?1 ORDER BY game

-- name: tags_from
SELECT game, ordinal, value FROM game_tag WHERE game >= ?1 ORDER BY game, ordinal

-- name: problems_from
SELECT game, kind, frame, arguments, severity, line, column, byte, ply, line_text, caret, width, remedy,
       remedy_arguments, page, box, ordinal
FROM problem WHERE game >= ?1 ORDER BY game, ordinal

-- name: read_header
SELECT g.id, g.state, g.result, w.name, b.name, e.name, s.name, g.date, g.round, g.white_elo, g.black_elo, g.eco,
       g.ply_count, g.form, source.path, run.first_number + g.id - run.first_game, g.line + run.line,
       coalesce(c.charset, source.charset), g.opening
FROM game g
LEFT JOIN event e ON e.id = g.event
LEFT JOIN site s ON s.id = g.site
LEFT JOIN player w ON w.id = g.white
LEFT JOIN player b ON b.id = g.black
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= g.id)
LEFT JOIN source ON source.id = run.source
LEFT JOIN game_charset c ON c.game = g.id

-- name: one_game
WHERE g.id = ?1

-- name: read_form
SELECT kind, notation, decision, also FROM form WHERE id = ?1

-- name: read_tag_names
SELECT j.value FROM form f, json_each(f.tag_names) j WHERE f.id = ?1 ORDER BY j.key

-- name: read_moves
SELECT id, form, start, moves, result FROM game WHERE id = ?1

-- name: read_date
SELECT date FROM game WHERE id = ?1

-- name: annotated_games
SELECT game FROM game_annotation WHERE game BETWEEN ?1 AND ?2 ORDER BY game

-- name: games_with_variations
SELECT game, variations FROM game_annotation WHERE game BETWEEN ?1 AND ?2 AND variations > 0 ORDER BY game

-- name: scan_moves
SELECT id, form, start, moves, result FROM game WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: scan_tags
-- Followed by scan_games (optional), then any of the columns below, then scan_tags_from.
SELECT g.id, g.form, g.result

-- name: scan_games
, g.start, g.moves, g.date, g.white_elo, g.black_elo, g.state, g.ply_count, g.opening, g.round

-- name: scan_event
, g.event

-- name: scan_site
, g.site

-- name: scan_date
, g.date

-- name: scan_round
, g.round

-- name: scan_white
, g.white

-- name: scan_black
, g.black

-- name: scan_white_elo
, g.white_elo

-- name: scan_black_elo
, g.black_elo

-- name: scan_eco
, g.eco

-- name: scan_tags_from
FROM game g WHERE g.id BETWEEN ?1 AND ?2 ORDER BY g.id

-- name: scan_own_tags
SELECT game, ordinal, value FROM game_tag WHERE game BETWEEN ?1 AND ?2 ORDER BY game, ordinal

-- name: list_player_names
SELECT id, name FROM player ORDER BY id

-- name: list_event_names
SELECT id, name FROM event ORDER BY id

-- name: list_site_names
SELECT id, name FROM site ORDER BY id
