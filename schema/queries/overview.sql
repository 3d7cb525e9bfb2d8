-- name: top_players
SELECT name, games, won, drawn, lost FROM players_view WHERE name NOT IN ('?', '') ORDER BY games DESC, name LIMIT ?1

-- name: games_by_decade
-- Of the games whose year is known: 1950 for 1950 to 1959.
SELECT date / 100000 * 10, count(*) FROM game WHERE date >= 10000 GROUP BY 1 ORDER BY 1
