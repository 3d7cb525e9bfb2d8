-- Version 13: a game that both players lose has a result of its own, 4: "0-0" in its tag, which was kept as text beside an
-- unknown result. The index is made again, as always where its format is another.

-- SQLite changes a CHECK in no other way; no row is touched by it.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(replace(sql, 'result BETWEEN 0 AND 3', 'result BETWEEN 0 AND 4'),
                  'WHEN 3 THEN ''1/2-1/2''', 'WHEN 3 THEN ''1/2-1/2'' WHEN 4 THEN ''0-0''')
WHERE name IN ('game', 'games_view');
PRAGMA writable_schema = RESET;

-- The views that cofnod reads are those of a script, to the letter.
DROP VIEW tags_view;
CREATE VIEW tags_view AS
SELECT g.id AS game, j.key AS ordinal, j.value AS name,
 coalesce(t.value, CASE j.value
  WHEN 'Event' THEN (SELECT name FROM event WHERE id = g.event)
  WHEN 'Site' THEN (SELECT name FROM site WHERE id = g.site)
  WHEN 'White' THEN (SELECT name FROM player WHERE id = g.white)
  WHEN 'Black' THEN (SELECT name FROM player WHERE id = g.black)
  WHEN 'Date' THEN CASE WHEN g.date IS NOT NULL THEN
   iif(g.date / 10000, printf('%04d', g.date / 10000), '????') || '.' ||
   iif(g.date / 100 % 100, printf('%02d', g.date / 100 % 100), '??') || '.' ||
   iif(g.date % 100, printf('%02d', g.date % 100), '??')
  END
  WHEN 'Round' THEN CAST(g.round AS TEXT)
  WHEN 'Result' THEN CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' WHEN 4 THEN '0-0' ELSE '*' END
  WHEN 'WhiteElo' THEN CAST(g.white_elo AS TEXT)
  WHEN 'BlackElo' THEN CAST(g.black_elo AS TEXT)
  WHEN 'ECO' THEN g.eco
  WHEN 'FEN' THEN g.start
  WHEN 'SetUp' THEN '1'
  WHEN 'PlyCount' THEN CAST(g.ply_count AS TEXT)
 END, '') AS value
FROM game g
JOIN form f ON f.id = g.form
JOIN json_each(f.tag_names) j
LEFT JOIN game_tag t ON t.game = g.id AND t.ordinal = j.key;

DROP VIEW players_view;
CREATE VIEW players_view AS
SELECT p.name,count(*)games,sum(side=1)as_white,sum(side=2)as_black,sum(result=side)won,sum(result=3)drawn,sum(result IN(3-side,4))lost,max(elo)best_elo
FROM player p JOIN(SELECT white player,1 side,result,white_elo elo FROM game UNION ALL SELECT black,2,result,black_elo FROM game)g ON g.player=p.id
GROUP BY p.id;

UPDATE game SET result = 4
WHERE result = 0 AND id IN (SELECT t.game FROM game_tag t JOIN game g ON g.id = t.game JOIN form f ON f.id = g.form
                            JOIN json_each(f.tag_names) j ON j.key = t.ordinal
                            WHERE t.value = '0-0' AND j.value = 'Result');

PRAGMA user_version = 13;
