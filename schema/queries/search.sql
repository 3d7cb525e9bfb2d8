-- A search consists of a head (find_games, count_games, or read_game or read_header of game_reader.sql), search_where, the
-- conditions of search_conditions.sql that the filter needs, each after an AND, and search_page.

-- name: find_games
SELECT g.id FROM game g

-- name: count_games
SELECT count(*) FROM game g

-- name: has_kind
SELECT EXISTS (SELECT 1 FROM form WHERE kind = ?1)

-- name: search_where
WHERE g.id > :page_after

-- name: search_page
ORDER BY g.id LIMIT :limit
