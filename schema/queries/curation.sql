-- name: player_by_name
SELECT id FROM player WHERE name = ?1

-- name: person_of
SELECT person FROM spellings_view WHERE player = ?1

-- name: find_player_id
SELECT player FROM player_id WHERE authority = ?1 AND id = ?2

-- name: insert_player_id
INSERT INTO player_id (authority, id, player) VALUES (?1, ?2, ?3)

-- name: person_has_id
-- Finds an id of ?2 under any spelling of the person ?1. `+`: by the player, not among all ids of the authority.
SELECT 1 FROM player_id
WHERE +authority = ?2 AND (player = ?1 OR player IN (SELECT player FROM player_alias WHERE canonical = ?1)) LIMIT 1

-- name: persons_share_authority
SELECT 1 FROM player_id
WHERE (player = ?1 OR player IN (SELECT player FROM player_alias WHERE canonical = ?1))
  AND +authority IN (SELECT authority FROM player_id
                     WHERE player = ?2 OR player IN (SELECT player FROM player_alias WHERE canonical = ?2)) LIMIT 1

-- name: list_persons_with_ids
SELECT DISTINCT person, authority FROM player_id JOIN spellings_view USING (player) ORDER BY person, authority

-- name: canonical_name
SELECT known_as FROM spellings_view WHERE name = ?1 AND known_as IS NOT NULL

-- name: list_aliases
SELECT a.player, p.name, a.canonical, c.name
FROM player_alias a
JOIN player p ON p.id = a.player
JOIN player c ON c.id = a.canonical
ORDER BY a.player

-- name: move_aliases
-- Changes aliases of ?1 into aliases of ?2.
UPDATE player_alias SET canonical = ?2 WHERE canonical = ?1 AND player <> ?2

-- name: set_alias
INSERT INTO player_alias (player, canonical) VALUES (?1, ?2)
ON CONFLICT (player) DO UPDATE SET canonical = excluded.canonical

-- name: remove_alias
DELETE FROM player_alias WHERE player = ?1

-- name: list_people
-- Lists every spelling of each player with a spelling that contains ?1; '' lists all.
SELECT player, name, person, known_as
FROM spellings_view
WHERE ?1 = '' OR person IN (SELECT person FROM spellings_view
                            WHERE names_player(name, ?1) OR player IN (SELECT player FROM player_id WHERE id = ?1))
ORDER BY player

-- name: list_meetings
-- Data for suggesting which players are one.
SELECT white, black, date, white_elo, black_elo FROM game

-- name: list_facts
-- Data for duplicate detection, without joins: what many games share is read once.
SELECT id, form, start, moves, ply_count, result, white, black, date FROM game
WHERE ply_count > 0 AND id BETWEEN ?1 AND ?2 ORDER BY id

-- name: list_annotation_bytes
SELECT game, length(content) FROM game_annotation WHERE game BETWEEN ?1 AND ?2 ORDER BY game

-- name: work_of
SELECT work FROM witness WHERE game = ?1

-- name: list_witnesses
SELECT game, work FROM witness ORDER BY game

-- name: list_copies
SELECT game FROM witness WHERE game <> work ORDER BY game

-- name: games_of_work
SELECT game FROM witness WHERE work = ?1 ORDER BY game

-- name: leave_work
DELETE FROM witness WHERE game = ?1

-- name: join_work
INSERT INTO witness (work, game) VALUES (?1, ?2)

-- name: leave_lonely_works
-- Dissolves works with a single witness or without their fullest record.
DELETE FROM witness WHERE work IN (SELECT work FROM witness GROUP BY work HAVING count(*) < 2 OR sum(game = work) = 0)

-- name: bury_game
INSERT INTO deleted_game (game, kept, source, line, ply_count, tags, deleted_at)
SELECT g.id, ?2, run.source, g.line + run.line, g.ply_count,
       (SELECT json_group_object(name, value) FROM (SELECT name, value FROM tags_view WHERE game = g.id ORDER BY ordinal)),
       strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
FROM game g
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= g.id)
WHERE g.id = ?1

-- name: unbury_game
DELETE FROM deleted_game WHERE game = ?1

-- name: game_exists
SELECT 1 FROM game WHERE id = ?1

-- name: games_of_work_by_length
SELECT w.game FROM witness w JOIN game g ON g.id = w.game WHERE w.work = ?1 ORDER BY g.ply_count DESC, w.game

-- name: collections_of
SELECT c.name FROM collection_game g JOIN collection c ON c.id = g.collection WHERE g.game = ?1 ORDER BY c.id

-- name: leave_collections
DELETE FROM collection_game WHERE game = ?1

-- name: join_collection
-- A saved question takes no games.
INSERT INTO collection_game (collection, game)
SELECT id, ?2 FROM collection WHERE name = ?1 AND question IS NULL ON CONFLICT DO NOTHING

-- name: insert_correction
-- Its id is the next one too, which is the number of the change if ?1 gives none.
INSERT INTO correction (change, game, kind, made_at, made_by, was, now, record)
VALUES (coalesce(?1, (SELECT coalesce(max(id), 0) + 1 FROM correction)), ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),
        ?4, ?5, ?6, ?7)

-- name: copy_correction
INSERT INTO correction (id, change, game, kind, made_at, made_by, was, now, record)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)

-- name: list_corrections
SELECT id, change, game, kind, made_at, made_by, was, now FROM correction WHERE id > ?1 ORDER BY id LIMIT ?2

-- name: list_corrections_of_game
SELECT id, change, game, kind, made_at, made_by, was, now FROM correction
WHERE game = ?1 AND id > ?2 ORDER BY id LIMIT ?3

-- name: last_correction_of_game
SELECT id, change, game, kind, made_at, made_by, was, now FROM correction WHERE game = ?1 ORDER BY id DESC LIMIT 1

-- name: corrections_of_last_change
WITH last(change) AS (SELECT change FROM correction ORDER BY id DESC LIMIT 1)
SELECT c.id, c.change, game, kind, made_at, made_by, was, now
FROM last JOIN correction c ON c.change = last.change AND c.id >= last.change
ORDER BY c.id DESC

-- name: record_before
SELECT record FROM correction WHERE id = ?1

-- name: delete_correction
DELETE FROM correction WHERE id = ?1

-- name: delete_tags
DELETE FROM game_tag WHERE game = ?1

-- name: delete_movetext
DELETE FROM game_movetext WHERE game = ?1

-- name: delete_unread
DELETE FROM game_unread WHERE game = ?1

-- name: delete_annotation
DELETE FROM game_annotation WHERE game = ?1

-- name: delete_charset
DELETE FROM game_charset WHERE game = ?1

-- name: delete_source
DELETE FROM game_source WHERE game = ?1

-- name: delete_problems
DELETE FROM problem WHERE game = ?1

-- name: delete_game
DELETE FROM game WHERE id = ?1

-- name: count_rows
-- Not count(*): that is a single step of SQLite's virtual machine, which WorkLimit cannot interrupt on cyclic pages.
UPDATE _counts SET count = CASE "table"
    WHEN 'player_alias' THEN (SELECT count(player) FROM player_alias)
    WHEN 'witness' THEN (SELECT count(game) FROM witness)
    WHEN 'deleted_game' THEN (SELECT count(game) FROM deleted_game)
    WHEN 'correction' THEN (SELECT count(id) FROM correction)
    WHEN 'separator' THEN (SELECT count(id) FROM separator)
    WHEN 'collection' THEN (SELECT count(id) FROM collection)
    WHEN 'collection_game' THEN (SELECT count(id) FROM collection_game)
    WHEN 'source_copy' THEN (SELECT count(id) FROM source_copy)
END
WHERE "table" IN ('player_alias', 'witness', 'deleted_game', 'correction', 'separator', 'collection',
                  'collection_game', 'source_copy')

-- name: read_source_of_game
SELECT s.citation, s.through, s.charset, s.path, s.id
FROM source_run run
JOIN source s ON s.id = run.source
WHERE run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= ?1)

-- name: copies_of_source
SELECT id, path, citation FROM source_copy WHERE source = ?1 ORDER BY id

-- name: first_game_of_source
-- The first game of the source of game ?1, if that is in format ?2.
SELECT min(first_game)
FROM source_run
WHERE source = (SELECT source FROM source_run WHERE first_game <= ?1 ORDER BY first_game DESC LIMIT 1)
  AND source IN (SELECT id FROM source WHERE format = ?2)

-- name: set_citation
UPDATE source SET citation = ?2 WHERE id = ?1 AND citation IS NOT ?2

-- name: list_collections
SELECT c.name, (SELECT count(game) FROM collection_game WHERE collection = c.id), c.question
FROM collection c ORDER BY c.name

-- name: question_of_collection
SELECT question FROM collection WHERE name = ?1

-- name: save_question
-- Changes no row if the collection holds games.
INSERT INTO collection (name, question) VALUES (?1, ?2)
ON CONFLICT (name) DO UPDATE SET question = excluded.question WHERE question IS NOT NULL

-- name: remove_question
DELETE FROM collection WHERE name = ?1 AND question IS NOT NULL

-- name: remove_from_collection
DELETE FROM collection_game WHERE collection = (SELECT id FROM collection WHERE name = ?1) AND game = ?2

-- name: drop_empty_collections
DELETE FROM collection WHERE question IS NULL AND id NOT IN (SELECT collection FROM collection_game)
