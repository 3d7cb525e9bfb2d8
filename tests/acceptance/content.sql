-- All that a database says of its games, but for where they came from the order of tags and those that export adds.
SELECT id, nullif(white, '?'), nullif(black, '?'), result, nullif(date, '????.??.??'), nullif(event, '?'), nullif(site, '?'), nullif(round, '?'), white_elo, black_elo, eco, plies, state, moves, start FROM games_view ORDER BY id;
SELECT game, hex(content) FROM game_annotation ORDER BY game;
SELECT game, text FROM game_unread ORDER BY game;
SELECT game, name, value FROM tags_view
WHERE name NOT IN ('Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result', 'SetUp') ORDER BY game, name, value;
