-- name: top_players
-- Sorts by a prefix of the names, since hostile names may be long.
SELECT (SELECT name FROM player WHERE id = best.player) AS name, games, won, drawn, lost
FROM (SELECT player, games, won, drawn, lost, substr(p.name, 1, 200) AS beginning
      FROM (SELECT player, count(*) AS games, sum(result = side) AS won, sum(result = 3) AS drawn,
                   sum(result = 3 - side) AS lost
            FROM (SELECT white AS player, 1 AS side, result FROM game UNION ALL SELECT black, 2, result FROM game)
            GROUP BY player)
      JOIN player p ON p.id = player
      WHERE p.name NOT IN ('?', '')
      ORDER BY games DESC, beginning, player LIMIT ?1) best
ORDER BY games DESC, beginning, player

-- name: games_by_decade
-- Counts games with a known year by decade: 1950 for 1950 to 1959.
SELECT date / 100000 * 10, count(*) FROM game WHERE date >= 10000 GROUP BY 1 ORDER BY 1

-- name: top_openings
SELECT o.eco || ' ' || o.name, n
FROM (SELECT opening, count(*) AS n FROM game WHERE opening IS NOT NULL GROUP BY opening) JOIN opening o ON o.id = opening
ORDER BY n DESC, o.eco, o.name LIMIT ?1

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
