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

-- name: find_games_among
-- In place of find_games: of a JSON array of ids.
SELECT g.id FROM json_each(:among) wanted CROSS JOIN game g ON g.id = wanted.value

-- name: find_players
-- These and the next are the ids that conditions on names compare with (search_conditions.sql), found once and then
-- looked up in the columns of the position index. Persons first, then their spellings.
WITH person (id) AS MATERIALIZED (
    SELECT coalesce((SELECT canonical FROM player_alias WHERE player = p.id), p.id)
    FROM player p WHERE names_player(p.name, ?1))
SELECT id FROM (
    SELECT id FROM player WHERE id IN person AND id NOT IN (SELECT player FROM player_alias)
    UNION ALL
    SELECT p.id FROM player_alias a JOIN player p ON p.id = a.player WHERE a.canonical IN person)
ORDER BY id

-- name: list_names_in_other_alphabets
-- Lists the names that ?1 finds by its sound alone; none if it finds a name as written.
SELECT name FROM player
WHERE NOT EXISTS (SELECT 1 FROM player WHERE name_contains(name, ?1)) AND names_player(name, ?1) ORDER BY name

-- name: find_events
SELECT id FROM event WHERE name_contains(name, ?1) ORDER BY id

-- name: find_sites
SELECT id FROM site WHERE name_contains(name, ?1) ORDER BY id

-- name: find_openings_by_eco
SELECT id FROM opening
WHERE substr(eco, 1, length(?1)) >= upper(?1) AND substr(eco, 1, length(?2)) <= upper(?2) ORDER BY id

-- name: find_openings_by_name
SELECT id FROM opening
WHERE name_contains(name, ?1) OR eco || ' ' || name IN (SELECT value FROM json_each(?2)) ORDER BY id

-- name: find_forms_of_notation
SELECT id FROM form WHERE notation = ?1 ORDER BY id

-- name: find_forms_of_kind
SELECT id FROM form WHERE kind = ?1 ORDER BY id
