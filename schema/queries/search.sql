-- A search is a head (find_games, count_games, or read_game and read_header of game_reader.sql), then search_where, then
-- those conditions of search_conditions.sql that the filter needs, each after an AND, then search_page.

-- name: find_games
SELECT g.id FROM game g

-- name: count_games
SELECT count(*) FROM game g

-- name: search_where
WHERE g.id > :page_after

-- name: search_page
ORDER BY g.id LIMIT :limit
