-- Version 12: other files with the content of a source. The games of that source are theirs too: they are stored once, and
-- found and cited by all of these files.
-- The schema has to fit into the first page of the file, which is full: hence two short texts.

CREATE TABLE source_copy(id INTEGER PRIMARY KEY,source INTEGER NOT NULL REFERENCES source,path TEXT NOT NULL,citation TEXT,UNIQUE(source,path))STRICT;

DROP VIEW players_view;
CREATE VIEW players_view AS
SELECT p.name,count(*)games,sum(side=1)as_white,sum(side=2)as_black,sum(result=side)won,sum(result=3)drawn,sum(result=3-side)lost,max(elo)best_elo
FROM player p JOIN(SELECT white player,1 side,result,white_elo elo FROM game UNION ALL SELECT black,2,result,black_elo FROM game)g ON g.player=p.id
GROUP BY p.id;

INSERT INTO _counts ("table") VALUES ('source_copy');

PRAGMA user_version = 12;
