-- Version 14: ids that federations give players. A player whose name another has too is known by a name with the id in it;
-- the games keep the name as their tag.

CREATE TABLE player_id(authority TEXT NOT NULL,id TEXT NOT NULL,player INTEGER NOT NULL REFERENCES player,PRIMARY KEY(authority,id))STRICT,WITHOUT ROWID;
CREATE INDEX player_id_by_player ON player_id(player);

INSERT INTO _counts ("table") VALUES ('player_id');

PRAGMA user_version = 14;
