-- name: count_of
SELECT count FROM _counts WHERE "table" = ?1

-- name: game_kinds
SELECT DISTINCT kind FROM form

-- name: list_game_numbers
-- What statistics count, where no column of the position index has it.
SELECT id, form, state, result, ply_count, white, black, date, opening FROM game WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: list_form_labels
-- A tie is labelled with all codes, "ca/es"; a longer tie (a score too short to decide) with the first.
SELECT id, notation || iif(decision = 'tied' AND also NOT LIKE '% % %', '/' || replace(also, ' ', '/'), '')
FROM form ORDER BY id

-- name: problems_by_kind
SELECT kind, count(*) FROM problem GROUP BY kind

-- name: list_sources
SELECT id, path, format, charset, content_hash, state = 'done', bytes, bytes_done, game_bytes, separators,
       separator_bytes, found, complete, incomplete, rejected, through
FROM source ORDER BY id

-- name: list_openings
SELECT id, eco, name FROM opening ORDER BY id

-- name: list_problems
SELECT p.game, g.state, run.first_number + p.game - run.first_game, source.path,
       p.kind, p.frame, p.arguments, p.severity, p.line, p.column, p.byte, p.ply, p.line_text, p.caret, p.width,
       p.remedy, p.remedy_arguments, p.page, p.box, p.ordinal
FROM problem p
JOIN game g ON g.id = p.game
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= p.game)
LEFT JOIN source ON source.id = run.source
WHERE p.game > ?1
ORDER BY p.game, p.ordinal

-- name: list_source_runs
SELECT run.first_game, source.path FROM source_run run JOIN source ON source.id = run.source ORDER BY run.first_game
