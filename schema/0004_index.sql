-- Version 4: where positions and material occur. All of it follows from the games and can be made again from them.

-- A run of games and what is known of their positions: the parts of a segment are in the tables below, by its id. Games
-- in no segment, or in a stale one, are looked through one by one.
CREATE TABLE segment (
    id           INTEGER PRIMARY KEY,
    first_game   INTEGER NOT NULL UNIQUE,
    last_game    INTEGER NOT NULL,
    positions    INTEGER NOT NULL,            -- of all its games: one a ply, and the last one
    bucket_bits  INTEGER NOT NULL,            -- the first bits of a key name its bucket
    stale        INTEGER NOT NULL DEFAULT 0,  -- 1: a game has changed since
    CHECK (first_game <= last_game)
) STRICT;

-- By segment * 2^32 + bucket. What the bytes mean: src/index/README.md.
CREATE TABLE position_once   (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT; -- positions of one game alone
CREATE TABLE position_shared (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT; -- positions of several
CREATE TABLE position_games  (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT; -- long lists of games of these
CREATE TABLE segment_column  (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT; -- results, Elos, years; pieces on squares

-- Which games of a segment ever have this on the board: a material signature, four bits for each kind of piece.
CREATE TABLE material (
    segment   INTEGER NOT NULL REFERENCES segment,
    signature INTEGER NOT NULL,
    games     INTEGER NOT NULL,               -- how many
    content   BLOB NOT NULL,
    PRIMARY KEY (segment, signature)
) STRICT, WITHOUT ROWID;

-- For changes by other programs; cofnod does it itself.
CREATE TRIGGER game_gone AFTER DELETE ON game BEGIN
    UPDATE segment SET stale = 1 WHERE OLD.id BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_put_in AFTER INSERT ON game BEGIN
    UPDATE segment SET stale = 1 WHERE NEW.id BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_changed AFTER UPDATE OF id, form, date, result, white_elo, black_elo, start, moves ON game BEGIN
    UPDATE segment SET stale = 1 WHERE OLD.id BETWEEN first_game AND last_game OR NEW.id BETWEEN first_game AND last_game;
END;

INSERT INTO _counts ("table") VALUES ('segment'), ('position_once'), ('position_shared'), ('position_games'),
    ('segment_column'), ('material');

PRAGMA user_version = 4;
