-- Conditions on `game g`, one for each member of HeaderFilter. name_contains(text, part) is a function of the store that
-- compares names by key (name_match). The lists of names are computed once per search. A match of one spelling matches
-- all spellings of the player: `person` is the canonical player.

-- name: where_player
(g.white IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE name_contains(name, :player)))
 OR g.black IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE name_contains(name, :player))))

-- name: where_white
g.white IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE name_contains(name, :white)))

-- name: where_black
g.black IN (SELECT player FROM spellings_view
            WHERE person IN (SELECT person FROM spellings_view WHERE name_contains(name, :black)))

-- name: where_event
g.event IN (SELECT id FROM event WHERE name_contains(name, :event))

-- name: where_site
g.site IN (SELECT id FROM site WHERE name_contains(name, :site))

-- name: where_date_from
g.date >= max(:date_from, 10000)

-- name: where_date_to
g.date BETWEEN 10000 AND :date_to

-- name: where_result
g.result = :result

-- name: where_eco
upper(substr(g.eco, 1, length(:eco))) = upper(:eco)

-- name: where_elo_min
g.white_elo >= :elo_min AND g.black_elo >= :elo_min

-- name: where_elo_max
g.white_elo <= :elo_max AND g.black_elo <= :elo_max

-- name: where_plies_min
g.ply_count >= :plies_min

-- name: where_plies_max
g.ply_count <= :plies_max

-- name: where_state
g.state = :state

-- name: where_kind
g.form IN (SELECT id FROM form WHERE kind = :kind)

-- name: where_notation
g.form IN (SELECT id FROM form WHERE notation = :notation)

-- name: where_source
(SELECT run.source FROM source_run run WHERE run.first_game <= g.id ORDER BY run.first_game DESC LIMIT 1)
    IN (SELECT id FROM source WHERE name_contains(path, :source) OR name_contains(coalesce(citation, ''), :source))

-- name: where_first_id
g.id >= :first_id

-- name: where_last_id
g.id <= :last_id
