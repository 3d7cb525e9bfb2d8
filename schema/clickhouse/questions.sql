-- The questions of src/cluster/answers.cpp. The table of all shards stands outermost; what it is held against, in
-- parentheses, is of the same shard, for all rows of a game are on one. (The other way round, answers are too small.)

-- name: catalog
-- The rows of chunk, and those of section parts with the table's name and its rows for games, in one answer.
SELECT '' AS table, toInt64(chunk) AS number, games, first, last, positions, stays, materials, wholes, totals,
       program, keys, packing, schema, database, hash, kinds, loaded
FROM {db}.chunk_all
UNION ALL
SELECT table, toInt64(partition) AS number, games, toInt64(0) AS first, toInt64(0) AS last,
       toInt64(0) AS positions, toInt64(0) AS stays, toInt64(0) AS materials, toInt64(0) AS wholes, toInt64(0) AS totals,
       '' AS program, '' AS keys, '' AS packing, '' AS schema, '' AS database, '' AS hash, '' AS kinds, toInt64(0) AS loaded
FROM
    (SELECT table, partition, toInt64(sum(rows)) AS games FROM {db}.parts_all
     WHERE active AND database = {db_text} AND table IN ('game', 'pos', 'stay', 'material', 'whole', 'total') GROUP BY table, partition)
FORMAT RowBinary

-- name: about
SELECT database, state, loaded, what, label, count, detail FROM {db}.about_all WHERE state IN ({states})
ORDER BY loaded DESC FORMAT RowBinary

-- name: about_hash
SELECT label FROM {db}.about_all WHERE state = {state} AND what = 'hash' ORDER BY loaded DESC LIMIT 1 FORMAT RowBinary

-- name: top_players
SELECT name, toInt64(sum(games)) AS played, toInt64(sum(won)), toInt64(sum(drawn)), toInt64(sum(lost)) FROM
    (SELECT white_person AS name, toInt64(count()) AS games, toInt64(sum(result = 1)) AS won, toInt64(sum(result = 3)) AS drawn,
            toInt64(sum(result IN (2, 4))) AS lost
     FROM {db}.game_all WHERE id > 0{conditions} GROUP BY white_person
     UNION ALL
     SELECT black_person AS name, toInt64(count()) AS games, toInt64(sum(result = 2)) AS won, toInt64(sum(result = 3)) AS drawn,
            toInt64(sum(result IN (1, 4))) AS lost
     FROM {db}.game_all WHERE id > 0{conditions} GROUP BY black_person)
WHERE name NOT IN ('', '?') GROUP BY name ORDER BY played DESC, substring(name, 1, 200) LIMIT {number} FORMAT RowBinary

-- name: different_names
-- As the database counts them: persons, not spellings, and none where a placeholder is written.
SELECT toInt64(uniqExactIf(tupleElement(p, 1), replaceRegexpAll(replaceRegexpAll(tupleElement(p, 2), '[ ?.,/*-]+', ' '), '^ | $', '')
                                               NOT IN ({placeholders}))),
       toInt64(uniqExactIf(event, event <> '')), toInt64(uniqExactIf(site, site <> ''))
FROM (SELECT arrayJoin([tuple(white_person, white_key), tuple(black_person, black_key)]) AS p, event, site
      FROM {db}.game_all WHERE id > 0{conditions})
FORMAT RowBinary

-- name: spellings
-- The keys are those of all spellings of a player.
SELECT tupleElement(p, 1), tupleElement(p, 2), tupleElement(p, 3), toInt64(n) FROM
    (SELECT arrayJoin(if(white = black, [tuple(white, white_person, white_key)],
                         [tuple(white, white_person, white_key), tuple(black, black_person, black_key)])) AS p, count() AS n
     FROM {db}.game_all WHERE id > 0{conditions} GROUP BY p)
FORMAT RowBinary

-- name: parts
SELECT table, toInt64(partition), toInt64(sum(rows)) FROM {db}.parts_all
WHERE active AND database = {db_text} AND table IN ('game', 'pos', 'stay', 'material', 'whole', 'total') GROUP BY table, partition
FORMAT RowBinary

-- name: games
-- Each shard finds its first games of the page; of these alone it reads what is asked for.
SELECT {columns} FROM {db}.game_all
WHERE id IN (SELECT id FROM {db}.game WHERE id > {after} AND id <= {last}{conditions} ORDER BY id LIMIT {number})
ORDER BY id LIMIT {number} FORMAT RowBinary

-- name: count_games
SELECT toInt64(count()) FROM {db}.game_all WHERE id > {after}{conditions} FORMAT RowBinary

-- name: wholes
SELECT game, is_annotated, charset, databases, record FROM {db}.whole_all WHERE game IN ({ids}) FORMAT RowBinary

-- name: witnesses
SELECT id FROM {db}.game_all WHERE work = {work}{conditions} ORDER BY id FORMAT RowBinary

-- name: names
SELECT DISTINCT arrayJoin([{columns}]) AS name FROM {db}.game_all WHERE id > 0{conditions}
LIMIT {number} FORMAT RowBinary

-- name: count_key
SELECT toInt64(count()) FROM {db}.pos_all WHERE key = {key} AND again = 0 FORMAT RowBinary

-- name: totals
SELECT chunk, move, again, games, white_wins, draws, black_wins, {side}_elo_sum, {side}_elo_count, {side}_elo_top, last_year
FROM {db}.total_all WHERE key = {key} FORMAT RowBinary

-- name: tree
-- The rows of the position are what is kept for the join, not all games; the condition on id leaves out whole ranges of games.
-- ALL, for a game may have the position again.
SELECT move, again, toInt64(count()), toInt64(sum(result = 1)), toInt64(sum(result = 3)), toInt64(sum(result = 2)),
       toInt64(sum(if({side}_elo < 4095, {side}_elo, 0) AS elo)), toInt64(sum(elo > 0)), toInt64(max(elo)), toInt64(max(intDiv(date, 10000)))
FROM {db}.game_all ALL INNER JOIN (SELECT game AS id, move, again FROM {db}.pos WHERE key = {key}{of_chunks}) AS p USING id
WHERE id IN (SELECT game FROM {db}.pos WHERE key = {key} AND again = 0{of_chunks}){conditions} GROUP BY move, again FORMAT RowBinary

-- name: of_other_chunks
 AND intDiv(game, {games}) NOT IN ({chunks})

-- name: reached
SELECT key, toInt64(count()) FROM {db}.pos_all WHERE key IN ({keys}) AND again = 0{of_games} GROUP BY key FORMAT RowBinary

-- name: of_games
 AND game IN (SELECT id FROM {db}.game WHERE id > 0{conditions})

-- name: count_stays
SELECT ps, toInt64(count()) FROM {db}.stay_all WHERE ps IN ({places}) GROUP BY ps FORMAT RowBinary

-- name: functions
SELECT toInt64(count()) FROM system.functions WHERE name = {name} FORMAT RowBinary

-- Conditions on `game`: what follows each is joined by AND.

-- name: visible
id BETWEEN {first} AND {last}

-- name: of_ids
-- The rows of some games: the id follows in the order of the tables, so that others are not read.
 AND game > {after} AND game <= {last}

-- name: with_key
id IN (SELECT game FROM {db}.pos WHERE key = {key} AND again = 0{of_ids})

-- name: with_material
id IN (SELECT game FROM {db}.material WHERE {ranges}{of_ids})

-- name: signature
signature = {number}

-- name: range
bitAnd(bitShiftRight(signature, {shift}), 15) BETWEEN {least} AND {most}

-- name: with_stays
id IN (SELECT game FROM {stays})

-- name: stay
(SELECT game, first AS f{n}, last AS l{n} FROM {db}.stay WHERE ps IN ({places}){of_ids}) AS s{n}

-- name: stays
-- Stays that overlap: {inner} has the games, the first and the last ply of those before.
(SELECT game, greatest(first, f{m}) AS f{n}, least(last, l{m}) AS l{n} FROM {db}.stay ALL INNER JOIN {inner} USING game
 WHERE ps IN ({places}){of_ids} AND first <= l{m} AND f{m} <= last) AS s{n}

-- name: with_opening
start = '' AND substring(moves, 1, {length}) = unhex('{hex}')

-- name: with_script
-- By `cofnod worker` on the servers.
notEmpty(cofnod_cql({script}, moves, start, result))

-- name: with_first_ply
cofnod_first_ply({script}, moves, start) >= 0

-- name: with_annotations
id IN (SELECT game FROM {db}.whole WHERE is_annotated = 1{of_ids})

-- name: with_kind
kind = {kind}

-- name: where_player
position(white_key, {key}) > 0 OR position(black_key, {key}) > 0

-- name: where_opponent
position(white_key, {other_key}) > 0 AND position(black_key, {key}) > 0 OR position(white_key, {key}) > 0 AND position(black_key, {other_key}) > 0

-- name: where_white
position(white_key, {key}) > 0

-- name: where_black
position(black_key, {key}) > 0

-- name: where_event
position(event_key, {key}) > 0

-- name: where_site
position(site_key, {key}) > 0

-- name: where_source
position(source_key, {key}) > 0

-- name: where_since
date >= greatest({low}, 10000)

-- name: where_until
date BETWEEN 10000 AND {high}

-- name: where_date
date BETWEEN greatest({low}, 10000) AND {high}

-- name: where_result
result = {low}

-- name: where_eco
upper(substring(if(start = '' AND opening_eco <> '', opening_eco, eco), 1, length({text}))) >= upper({text})
AND upper(substring(if(start = '' AND opening_eco <> '', opening_eco, eco), 1, length({other}))) <= upper({other})
AND if(start = '' AND opening_eco <> '', opening_eco, eco) <> ''

-- name: where_opening
start = '' AND concat(opening_eco, ' ', opening) IN ({openings})

-- name: where_min_elo
white_elo >= greatest({low}, 1) AND black_elo >= greatest({low}, 1)

-- name: where_max_elo
white_elo BETWEEN 1 AND {high} AND black_elo BETWEEN 1 AND {high}

-- name: where_white_elo
white_elo BETWEEN greatest({low}, 1) AND {high}

-- name: where_black_elo
black_elo BETWEEN greatest({low}, 1) AND {high}

-- name: where_any_elo
white_elo BETWEEN greatest({low}, 1) AND {high} OR black_elo BETWEEN greatest({low}, 1) AND {high}

-- name: where_elo_diff
white_elo > 0 AND black_elo > 0 AND abs(white_elo - black_elo) BETWEEN {low} AND {high}

-- name: where_min_plies
plies >= {low}

-- name: where_max_plies
plies <= {high}

-- name: where_state
state = {low}

-- name: where_notation
notation = {text}

-- name: where_ids
id IN ({numbers})

-- name: where_id_range
id BETWEEN {low} AND {high}
