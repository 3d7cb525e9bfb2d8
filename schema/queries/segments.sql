-- The position index: segments and their parts.

-- name: read_segments
SELECT id, first_game, last_game, positions, bucket_bits, stale FROM segment ORDER BY id

-- name: read_game_ids
-- One aggregate per SELECT: two in one would scan the whole table.
SELECT (SELECT min(id) FROM game), (SELECT max(id) FROM game)

-- name: read_next_game_id
SELECT min(id) FROM game WHERE id >= ?1

-- name: read_ply_counts
-- A variation weighs like six plies.
SELECT g.id, min(max(g.ply_count, 0), length(g.moves)) + 6 * coalesce(a.variations, 0)
FROM game g LEFT JOIN game_annotation a ON a.game = g.id WHERE g.id BETWEEN ?1 AND ?2 ORDER BY g.id

-- name: insert_segment
-- Uses the next id within the range of valid part ids, ignoring forged rows with larger ones.
INSERT INTO segment (id, first_game, last_game, positions, bucket_bits)
VALUES ((SELECT coalesce(max(id), 0) + 1 FROM segment WHERE id BETWEEN 1 AND (1 << 30) - 2), ?1, ?2, ?3, ?4)

-- name: promise_segment
-- The row of a segment that is being built: none to readers, of any version, since it is stale and has no buckets.
-- ?3: a mark, below 0. Column stale becomes 1 as soon as a form is changed.
INSERT INTO segment (id, first_game, last_game, positions, bucket_bits, stale)
VALUES ((SELECT coalesce(max(id), 0) + 1 FROM segment WHERE id BETWEEN 1 AND (1 << 30) - 2), ?1, ?2, ?3, 0, 2)

-- name: promised_segment
SELECT stale FROM segment WHERE id = ?1 AND positions = ?2 AND bucket_bits = 0

-- name: take_promise_back
DELETE FROM segment WHERE id = ?1 AND positions = ?2 AND bucket_bits = 0

-- name: insert_position_few
INSERT INTO position_few (id, content) VALUES (?1, ?2)

-- name: insert_pawns_few
INSERT INTO pawns_few (id, content) VALUES (?1, ?2)

-- name: insert_position_shared
INSERT INTO position_shared (id, content) VALUES (?1, ?2)

-- name: insert_position_games
INSERT INTO position_games (id, content) VALUES (?1, ?2)

-- name: insert_segment_column
INSERT INTO segment_column (id, content) VALUES (?1, ?2)

-- name: insert_material
INSERT INTO material (id, content) VALUES (?1, ?2)

-- name: delete_position_few
DELETE FROM position_few WHERE id BETWEEN ?1 AND ?2

-- name: delete_pawns_few
DELETE FROM pawns_few WHERE id BETWEEN ?1 AND ?2

-- name: delete_position_shared
DELETE FROM position_shared WHERE id BETWEEN ?1 AND ?2

-- name: delete_position_games
DELETE FROM position_games WHERE id BETWEEN ?1 AND ?2

-- name: delete_segment_column
DELETE FROM segment_column WHERE id BETWEEN ?1 AND ?2

-- name: delete_material
DELETE FROM material WHERE id BETWEEN ?1 AND ?2

-- name: delete_segment
DELETE FROM segment WHERE id = ?1

-- name: read_position_few
SELECT content FROM position_few WHERE id = ?1

-- name: read_pawns_few
SELECT content FROM pawns_few WHERE id = ?1

-- name: read_position_shared
SELECT content FROM position_shared WHERE id = ?1

-- name: read_position_games
SELECT content FROM position_games WHERE id = ?1

-- name: read_segment_column
SELECT content FROM segment_column WHERE id = ?1

-- name: read_material
SELECT content FROM material WHERE id = ?1

-- name: list_position_few
SELECT id FROM position_few WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: list_pawns_few
SELECT id FROM pawns_few WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: list_position_shared
SELECT id FROM position_shared WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: list_position_games
SELECT id FROM position_games WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: list_segment_column
SELECT id FROM segment_column WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: list_material
SELECT id FROM material WHERE id BETWEEN ?1 AND ?2 ORDER BY id

-- name: note_changed_game
REPLACE INTO changed VALUES (?1, 0)

-- name: read_changed_games
SELECT c.game, g.id IS NOT NULL FROM changed c LEFT JOIN game g ON g.id = c.game ORDER BY c.game

-- name: mark_changed_games
UPDATE changed SET mark = ?3 WHERE game BETWEEN ?1 AND ?2

-- name: forget_changed_games
-- ?3: a mark; NULL: with any.
DELETE FROM changed WHERE game BETWEEN ?1 AND ?2 AND mark = coalesce(?3, mark)

-- name: forget_changes_outside_segments
DELETE FROM changed WHERE NOT EXISTS (SELECT 1 FROM segment WHERE game BETWEEN first_game AND last_game)
