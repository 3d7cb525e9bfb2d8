-- Conditions on `game g`, one for each field of HeaderFilter (src/store/header_fields.def). Their parameters are those of
-- a HeaderTerm: :text, :other, :low and :high. name_contains(text, part) is a function of the store that compares names by
-- key (name_match). The lists of names are computed once per search. A match of one spelling matches all spellings of the
-- player: `person` is the canonical player.

-- name: where_player
g.white IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE names_player(name, :text)))
OR g.black IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE names_player(name, :text)))

-- name: where_opponent
g.white IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE names_player(name, :other)))
AND g.black IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE names_player(name, :text)))
OR g.white IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE names_player(name, :text)))
AND g.black IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE names_player(name, :other)))

-- name: where_white
g.white IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE names_player(name, :text)))

-- name: where_black
g.black IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE names_player(name, :text)))

-- name: where_event
g.event IN (SELECT id FROM event WHERE name_contains(name, :text))

-- name: where_site
g.site IN (SELECT id FROM site WHERE name_contains(name, :text))

-- name: where_annotator
g.form IN (SELECT f.id FROM form f, json_each(f.tag_names) j WHERE j.value = 'Annotator')
AND EXISTS (SELECT 1 FROM tags_view t WHERE t.game = g.id AND t.name = 'Annotator' AND name_contains(t.value, :text))

-- name: where_time_class
g.form IN (SELECT f.id FROM form f, json_each(f.tag_names) j WHERE j.value = 'TimeControl')
AND EXISTS (SELECT 1 FROM tags_view t WHERE t.game = g.id AND t.name = 'TimeControl' AND is_time_class(t.value, :low))

-- name: where_tag
-- The whole value if :low is 1, otherwise a part of it.
g.form IN (SELECT f.id FROM form f, json_each(f.tag_names) j WHERE j.value = :other COLLATE NOCASE)
AND EXISTS (SELECT 1 FROM tags_view t
            WHERE t.game = g.id AND t.name = :other COLLATE NOCASE AND name_contains(t.value, :text)
            AND (:low <> 1 OR name_contains(:text, t.value)))

-- name: where_annotation
-- Comments if :low is 0, variations if it is 1.
(SELECT CASE :low WHEN 0 THEN comments ELSE variations END > 0 FROM game_annotation WHERE game = g.id)

-- name: where_comment
(SELECT comment_contains(content, :text) FROM game_annotation WHERE game = g.id)

-- name: where_comment_by_words
-- By the full-text index (text_index.sql); :other is its query.
g.id IN (SELECT rowid >> 8 FROM words WHERE words MATCH :other AND rowid > 0)
AND (SELECT comment_contains(content, :text) FROM game_annotation WHERE game = g.id)

-- name: where_text
-- In a comment, in a text between games that stands before the game, or in what the source is called.
(SELECT comment_contains(content, :text) FROM game_annotation WHERE game = g.id)
OR g.id IN (SELECT
        (SELECT n.id FROM source_run r JOIN game n ON n.id >= r.first_game
         WHERE r.source = s.source AND r.byte + n.byte >= s.byte
           AND n.id < coalesce((SELECT min(l.first_game) FROM source_run l WHERE l.first_game > r.first_game), n.id + 1)
         ORDER BY r.first_game, n.id LIMIT 1)
    FROM separator s WHERE text_contains(s.text, :text))
OR (SELECT run.source FROM source_run run WHERE run.first_game <= g.id ORDER BY run.first_game DESC LIMIT 1)
    IN (SELECT id FROM source WHERE text_contains(path, :text) OR text_contains(coalesce(citation, ''), :text)
        UNION ALL
        SELECT source FROM source_copy WHERE text_contains(path, :text) OR text_contains(coalesce(citation, ''), :text))

-- name: where_text_by_words
g.id IN (SELECT rowid >> 8 FROM words WHERE words MATCH :other AND rowid > 0)
AND (SELECT comment_contains(content, :text) FROM game_annotation WHERE game = g.id)
OR g.id IN (SELECT
        (SELECT n.id FROM source_run r JOIN game n ON n.id >= r.first_game
         WHERE r.source = s.source AND r.byte + n.byte >= s.byte
           AND n.id < coalesce((SELECT min(l.first_game) FROM source_run l WHERE l.first_game > r.first_game), n.id + 1)
         ORDER BY r.first_game, n.id LIMIT 1)
    FROM separator s
    WHERE s.id IN (SELECT -rowid FROM words WHERE words MATCH :other AND rowid < 0) AND text_contains(s.text, :text))
OR (SELECT run.source FROM source_run run WHERE run.first_game <= g.id ORDER BY run.first_game DESC LIMIT 1)
    IN (SELECT id FROM source WHERE text_contains(path, :text) OR text_contains(coalesce(citation, ''), :text)
        UNION ALL
        SELECT source FROM source_copy WHERE text_contains(path, :text) OR text_contains(coalesce(citation, ''), :text))

-- name: where_since
g.date >= max(:low, 10000)

-- name: where_until
g.date BETWEEN 10000 AND :high

-- name: where_date
g.date BETWEEN max(:low, 10000) AND :high

-- name: where_result
g.result = :low

-- name: where_eco
-- Codes from :text to :other, of which only as many characters count as each has: B9 is B90 to B99. The code is that of
-- the moves; that of the tag where the moves have none.
g.opening IN (SELECT id FROM opening WHERE substr(eco, 1, length(:text)) >= upper(:text)
                                       AND substr(eco, 1, length(:other)) <= upper(:other))
OR (g.opening IS NULL AND upper(substr(g.eco, 1, length(:text))) >= upper(:text)
                      AND upper(substr(g.eco, 1, length(:other))) <= upper(:other))

-- name: where_opening
-- :other is a JSON array of openings whose names in other languages fit.
g.opening IN (SELECT id FROM opening WHERE name_contains(name, :text)
              OR eco || ' ' || name IN (SELECT value FROM json_each(:other)))

-- name: where_min_elo
g.white_elo >= :low AND g.black_elo >= :low

-- name: where_max_elo
g.white_elo <= :high AND g.black_elo <= :high

-- name: where_white_elo
g.white_elo BETWEEN :low AND :high

-- name: where_black_elo
g.black_elo BETWEEN :low AND :high

-- name: where_any_elo
g.white_elo BETWEEN :low AND :high OR g.black_elo BETWEEN :low AND :high

-- name: where_elo_diff
abs(g.white_elo - g.black_elo) BETWEEN :low AND :high

-- name: where_min_plies
g.ply_count >= :low

-- name: where_max_plies
g.ply_count <= :high

-- name: where_state
g.state = :low

-- name: where_kind
g.form IN (SELECT id FROM form WHERE kind = :kind)

-- name: where_notation
g.form IN (SELECT id FROM form WHERE notation = :text)

-- name: where_source
(SELECT run.source FROM source_run run WHERE run.first_game <= g.id ORDER BY run.first_game DESC LIMIT 1)
    IN (SELECT id FROM source WHERE name_contains(path, :text) OR name_contains(coalesce(citation, ''), :text)
        UNION ALL
        SELECT source FROM source_copy WHERE name_contains(path, :text) OR name_contains(coalesce(citation, ''), :text))

-- name: where_collection
g.id IN (SELECT game FROM collection_game WHERE collection = (SELECT id FROM collection WHERE name = :text))

-- name: where_found
-- A JSON array: the games that the question of a collection finds.
g.id IN (SELECT value FROM json_each(:other))

-- name: where_ids
-- A JSON array; terms without text have where_id_range instead.
g.id IN (SELECT value FROM json_each(:text))

-- name: where_id_range
g.id BETWEEN :low AND :high

-- name: where_last_id
g.id <= :last_id
