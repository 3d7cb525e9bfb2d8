-- Version 2: what people know about the games besides: citations, who is who, which games are records of one game.

-- Where the file was taken from, in words: "Y Faner, 12.3.1901, p. 4"; NULL: nobody said.
ALTER TABLE source ADD COLUMN citation TEXT;

-- A spelling and the one the player is known by. The spelling stays in the games; searches follow the alias. A
-- canonical player is never an alias, so that one step leads there.
CREATE TABLE player_alias (
    player    INTEGER PRIMARY KEY REFERENCES player,
    canonical INTEGER NOT NULL REFERENCES player,
    CHECK (player <> canonical)
) STRICT;
CREATE INDEX player_alias_by_canonical ON player_alias (canonical);

-- Several records of one game: a work is named by the id of its fullest record, which is a witness too.
CREATE TABLE witness (
    work INTEGER NOT NULL REFERENCES game,
    game INTEGER NOT NULL UNIQUE REFERENCES game,
    PRIMARY KEY (work, game)
) STRICT, WITHOUT ROWID;

-- Games that `dedupe --delete` took out: their id is not given again, and their tags stay, a JSON object in the order
-- of the tags. Their moves are those of the game kept, or the first of them.
CREATE TABLE deleted_game (
    game       INTEGER PRIMARY KEY,
    kept       INTEGER NOT NULL,
    source     INTEGER REFERENCES source,
    line       INTEGER,            -- of the source
    ply_count  INTEGER NOT NULL,
    tags       TEXT NOT NULL,
    deleted_at TEXT NOT NULL       -- UTC
) STRICT;

INSERT INTO _counts ("table") VALUES ('player_alias'), ('witness'), ('deleted_game');

CREATE VIEW witnesses_view AS
SELECT w.work, w.game, w.game = w.work AS is_fullest, v.white, v.black, v.date, v.plies, v.notation, v.source, v.line,
       s.citation
FROM witness w
JOIN games_view v ON v.id = w.game
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= w.game)
LEFT JOIN source s ON s.id = run.source;

-- Every spelling and whom it stands for: `person` is the id of the player it is known as, its own where it is no alias.
CREATE VIEW spellings_view AS
SELECT p.id AS player, p.name, coalesce(a.canonical, p.id) AS person, c.name AS known_as
FROM player p
LEFT JOIN player_alias a ON a.player = p.id
LEFT JOIN player c ON c.id = a.canonical;

DROP VIEW sources_view;
CREATE VIEW sources_view AS
SELECT id, path, citation, format, charset, state, found, complete, incomplete, rejected, bytes, separators,
       separator_bytes, bytes_done - game_bytes - separator_bytes AS bytes_unaccounted, content_hash, batch
FROM source;

PRAGMA user_version = 2;
