-- Version 3: games in another character set than the rest of their source.

-- The character set of a game, where it is not that of its source: so game_source can be read.
CREATE TABLE game_charset (game INTEGER PRIMARY KEY REFERENCES game, charset TEXT NOT NULL) STRICT;

INSERT INTO _counts ("table") VALUES ('game_charset');

PRAGMA user_version = 3;
