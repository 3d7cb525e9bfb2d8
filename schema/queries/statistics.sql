-- name: count_of
SELECT count FROM _counts WHERE "table" = ?1

-- name: totals
SELECT count(*), coalesce(sum(state = 0), 0), coalesce(sum(state = 1), 0), coalesce(sum(state = 2), 0),
       coalesce(sum(ply_count), 0), coalesce(max(ply_count), 0), min(date) FILTER (WHERE date >= 10000), max(date)
FROM game

-- name: game_kinds
SELECT DISTINCT kind FROM form

-- name: games_by_result
SELECT CASE result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END, count(*)
FROM game GROUP BY result ORDER BY 2 DESC, 1

-- name: games_by_notation
-- Labels a tie with all codes, "ca/es"; a longer tie (a score too short to decide) with the first.
SELECT f.notation || iif(f.decision = 'tied' AND f.also NOT LIKE '% % %', '/' || replace(f.also, ' ', '/'), '') AS codes, sum(n)
FROM (SELECT form, count(*) AS n FROM game GROUP BY form) JOIN form f ON f.id = form
GROUP BY codes ORDER BY 2 DESC, 1

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
