-- Version 7, the first released schema: games, interned names, sources and problems; curation; the index of positions and
-- material. README.md has a diagram.

PRAGMA application_id = 1668245102;  -- "cofn"

-- Format versions. The only key is "index", such as 5.1.1.1.1: the version of the segment format, then those of keys and
-- packed moves of chess and of Camelot.
CREATE TABLE property (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

------------------------------------------------------------------------------------------------- where games come from

-- One execution of `cofnod import`. finished_at is NULL while it runs or if it was interrupted.
CREATE TABLE import_batch (
    id              INTEGER PRIMARY KEY,
    started_at      TEXT NOT NULL,  -- UTC, 1950-06-01T12:00:00Z
    finished_at     TEXT,
    program_version TEXT NOT NULL,
    options         TEXT NOT NULL
) STRICT;

-- An imported file. Every byte up to bytes_done belongs to one game or to a separator between games.
CREATE TABLE source (
    id              INTEGER PRIMARY KEY,
    batch           INTEGER NOT NULL REFERENCES import_batch,
    path            TEXT NOT NULL,
    citation        TEXT,           -- bibliographic source: "Y Faner, 12.3.1901, p. 4"; NULL: unknown
    format          TEXT NOT NULL,
    charset         TEXT NOT NULL,
    bytes           INTEGER NOT NULL,
    content_hash    TEXT NOT NULL,  -- XXH3-128; the same content is imported once, whatever its path
    state           TEXT NOT NULL CHECK (state IN ('partial', 'done')),
    bytes_done      INTEGER NOT NULL DEFAULT 0,
    game_bytes      INTEGER NOT NULL DEFAULT 0,
    separators      INTEGER NOT NULL DEFAULT 0,
    separator_bytes INTEGER NOT NULL DEFAULT 0,
    found           INTEGER NOT NULL DEFAULT 0,
    complete        INTEGER NOT NULL DEFAULT 0,
    incomplete      INTEGER NOT NULL DEFAULT 0,
    rejected        INTEGER NOT NULL DEFAULT 0,
    CHECK (found = complete + incomplete + rejected)
) STRICT;
CREATE UNIQUE INDEX source_by_content ON source (content_hash) WHERE content_hash <> '';

-- A run of consecutive games of one source, from first_game up to the next run. game.byte and game.line are relative to
-- it, so that they fit two bytes each; a new run begins where they would not.
CREATE TABLE source_run (
    first_game   INTEGER PRIMARY KEY,
    source       INTEGER NOT NULL REFERENCES source,
    first_number INTEGER NOT NULL,  -- of that game in its source, from 1
    byte         INTEGER NOT NULL,  -- of the source, from 0
    line         INTEGER NOT NULL   -- of the source, from 1
) STRICT;

-------------------------------------------------------------------------------------------------------- interned texts

CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE event  (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE site   (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

-- Properties shared by many games: the rules (1 chess, 2 Camelot), the notation, how it was chosen (name_of(Decision)),
-- equally possible notations ("ca es"), and the names of the tags in order, a JSON array.
CREATE TABLE form (
    id        INTEGER PRIMARY KEY,
    kind      INTEGER NOT NULL,
    notation  TEXT NOT NULL,
    decision  TEXT NOT NULL,
    also      TEXT NOT NULL,
    tag_names TEXT NOT NULL,
    UNIQUE (tag_names, notation, decision, also, kind)
) STRICT;

----------------------------------------------------------------------------------------------------------------- games

-- One row per game, in the order of the sources. A column holds the first tag of its name; a tag that form lists and
-- whose column is NULL has an empty value; a value that its column cannot represent exactly is in game_tag.
CREATE TABLE game (
    id          INTEGER PRIMARY KEY,
    form        INTEGER NOT NULL REFERENCES form,
    state       INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),  -- 0 complete, 1 incomplete, 2 rejected
    event       INTEGER REFERENCES event,
    site        INTEGER REFERENCES site,
    date        INTEGER,                     -- 19500600 is 1950.06.??; 0 is ????.??.??
    round       ANY,                         -- integer if it is one, otherwise text
    white       INTEGER REFERENCES player,
    black       INTEGER REFERENCES player,
    result      INTEGER NOT NULL CHECK (result BETWEEN 0 AND 3),  -- 0 *, 1 white wins, 2 black wins, 3 draw
    white_elo   INTEGER,
    black_elo   INTEGER,
    eco         TEXT,
    ply_count   INTEGER NOT NULL,
    final_check INTEGER NOT NULL,            -- the first 16 bits of the last position's key, as a signed number
    start       TEXT,                        -- FEN; NULL: the standard position
    byte        INTEGER NOT NULL,            -- relative to its run
    bytes       INTEGER NOT NULL,
    line        INTEGER NOT NULL,            -- relative to its run
    moves       BLOB NOT NULL                -- of the main line, packed
) STRICT;

-- Tags whose exact text no column holds: other names, repeated names, "19??.1.?" as a date, "-" as an Elo.
CREATE TABLE game_tag (
    game    INTEGER NOT NULL REFERENCES game,
    ordinal INTEGER NOT NULL,               -- of the tag in the game, from 0
    value   TEXT NOT NULL,
    PRIMARY KEY (game, ordinal)
) STRICT, WITHOUT ROWID;

-- The main line as text: "1.e4 e5 2.Nf3". Written only by `import --san`.
CREATE TABLE game_movetext (game INTEGER PRIMARY KEY REFERENCES game, san TEXT NOT NULL) STRICT;

-- The text after the last playable move of an incomplete game.
CREATE TABLE game_unread (game INTEGER PRIMARY KEY REFERENCES game, text TEXT NOT NULL) STRICT;

-- Comments, NAGs and variations (Annotations::to_bytes), and the bytes of the game in its source. Both begin with one
-- byte: 0, the content follows verbatim; 1, it follows as one zstd frame.
CREATE TABLE game_annotation (game INTEGER PRIMARY KEY REFERENCES game, content BLOB NOT NULL) STRICT;
CREATE TABLE game_source     (game INTEGER PRIMARY KEY REFERENCES game, content BLOB NOT NULL) STRICT;

-- The character set of a game's bytes if it differs from that of its source.
CREATE TABLE game_charset (game INTEGER PRIMARY KEY REFERENCES game, charset TEXT NOT NULL) STRICT;

-- The sentences of problems, written by the program (src/base/problems.def). {0} is the first argument, {last} the last;
-- of a list, {0:, | and } puts ", " between its items and " and " before the last. The group of a kind is coarser; a
-- `frame` is said around the sentence of a kind, {}; a `remedy` says what to do.
CREATE TABLE problem_template (
    name     TEXT PRIMARY KEY,
    "group"  TEXT NOT NULL,
    template TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was wrong: the place is in the source, line_text is its line, and the caret stands below its code points
-- [caret, caret + width). Arguments are JSON: ["Mf3","Welsh"]. Without a frame or a remedy these are 'none'.
CREATE TABLE problem (
    game      INTEGER NOT NULL REFERENCES game,
    ordinal   INTEGER NOT NULL,
    kind      TEXT NOT NULL REFERENCES problem_template,
    frame     TEXT NOT NULL,
    arguments TEXT NOT NULL,
    severity  TEXT NOT NULL CHECK (severity IN ('note', 'fault')),
    line      INTEGER NOT NULL,
    column    INTEGER NOT NULL,
    byte      INTEGER NOT NULL,
    ply       INTEGER NOT NULL,
    line_text TEXT NOT NULL,
    caret     INTEGER NOT NULL,
    width     INTEGER NOT NULL,
    remedy    TEXT NOT NULL,
    remedy_arguments TEXT NOT NULL,
    PRIMARY KEY (game, ordinal)
) STRICT, WITHOUT ROWID;

------------------------------------------------------------------------------------ curation: what people know besides

-- A spelling and the canonical spelling of the player. Games keep the spelling; searches follow the alias. A canonical
-- player is never an alias itself.
CREATE TABLE player_alias (
    player    INTEGER PRIMARY KEY REFERENCES player,
    canonical INTEGER NOT NULL REFERENCES player,
    CHECK (player <> canonical)
) STRICT;
CREATE INDEX player_alias_by_canonical ON player_alias (canonical);

-- Records of the same game: a work is identified by the id of its fullest record, which is a witness too.
CREATE TABLE witness (
    work INTEGER NOT NULL REFERENCES game,
    game INTEGER NOT NULL UNIQUE REFERENCES game,
    PRIMARY KEY (work, game)
) STRICT, WITHOUT ROWID;

-- Games deleted by `dedupe --delete`: their ids are not reused, and their tags stay, a JSON object in tag order. Their
-- moves are a prefix of those of the game kept.
CREATE TABLE deleted_game (
    game       INTEGER PRIMARY KEY,
    kept       INTEGER NOT NULL,
    source     INTEGER REFERENCES source,
    line       INTEGER,            -- of the source
    ply_count  INTEGER NOT NULL,
    tags       TEXT NOT NULL,
    deleted_at TEXT NOT NULL       -- UTC
) STRICT;

----------------------------------------------- index: all of it follows from the games and can be made again from them

-- A segment indexes a run of consecutive games; its parts are in the tables below, by its id. Games in no segment, or in
-- a stale one, are scanned.
CREATE TABLE segment (
    id           INTEGER PRIMARY KEY,
    first_game   INTEGER NOT NULL UNIQUE,
    last_game    INTEGER NOT NULL,
    positions    INTEGER NOT NULL,            -- of all its games: one per ply, and the last one
    bucket_bits  INTEGER NOT NULL,            -- number of leading key bits that select the bucket
    stale        INTEGER NOT NULL DEFAULT 0,  -- 1: a game has changed since
    CHECK (first_game <= last_game)
) STRICT;

-- id: segment * 2^32 + bucket. Format: src/store/README.md.
CREATE TABLE position_once   (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT; -- positions of a single game
CREATE TABLE position_shared (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT; -- positions of several
CREATE TABLE position_games  (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT; -- long game lists of shared positions
CREATE TABLE segment_column  (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT; -- results, Elos, years; pieces on squares

-- Games of a segment by material signature: four bits for each kind of piece.
CREATE TABLE material (
    segment   INTEGER NOT NULL REFERENCES segment,
    signature INTEGER NOT NULL,
    games     INTEGER NOT NULL,               -- number of games
    content   BLOB NOT NULL,
    PRIMARY KEY (segment, signature)
) STRICT, WITHOUT ROWID;

-- For changes by other programs; cofnod itself marks segments without triggers.
CREATE TRIGGER game_gone AFTER DELETE ON game BEGIN
    UPDATE segment SET stale = 1 WHERE OLD.id BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_put_in AFTER INSERT ON game BEGIN
    UPDATE segment SET stale = 1 WHERE NEW.id BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_changed AFTER UPDATE ON game BEGIN  -- not OF: that ignores a change of rowid
    UPDATE segment SET stale = 1 WHERE OLD.id BETWEEN first_game AND last_game OR NEW.id BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_tag_gone AFTER DELETE ON game_tag BEGIN
    UPDATE segment SET stale = 1 WHERE OLD.game BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_tag_put_in AFTER INSERT ON game_tag BEGIN
    UPDATE segment SET stale = 1 WHERE NEW.game BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_tag_changed AFTER UPDATE ON game_tag BEGIN
    UPDATE segment SET stale = 1 WHERE OLD.game BETWEEN first_game AND last_game OR NEW.game BETWEEN first_game AND last_game;
END;
CREATE TRIGGER form_gone AFTER DELETE ON form BEGIN UPDATE segment SET stale = 1; END;
CREATE TRIGGER form_changed AFTER UPDATE ON form BEGIN UPDATE segment SET stale = 1; END;

------------------------------------------------------------------------------------------------------------ row counts

-- Row counts by table, the convention of sqlite-utils and Datasette.
CREATE TABLE _counts ("table" TEXT PRIMARY KEY, count INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO _counts ("table") VALUES
    ('import_batch'), ('source'), ('source_run'), ('player'), ('event'), ('site'), ('form'), ('game'), ('game_tag'),
    ('game_movetext'), ('game_unread'), ('game_annotation'), ('game_source'), ('game_charset'), ('problem'),
    ('player_alias'), ('witness'), ('deleted_game'), ('segment'), ('position_once'), ('position_shared'),
    ('position_games'), ('segment_column'), ('material');

------------------------------------------------------------------------------------------ views, for people in a shell

CREATE VIEW games_view AS
SELECT g.id,
       w.name AS white,
       b.name AS black,
       CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END AS result,
       CASE WHEN g.date IS NOT NULL THEN
           CASE WHEN g.date / 10000     = 0 THEN '????' ELSE printf('%04d', g.date / 10000) END || '.' ||
           CASE WHEN g.date / 100 % 100 = 0 THEN '??' ELSE printf('%02d', g.date / 100 % 100) END || '.' ||
           CASE WHEN g.date % 100       = 0 THEN '??' ELSE printf('%02d', g.date % 100) END
       END AS date,
       e.name AS event,
       s.name AS site,
       g.round,
       g.white_elo,
       g.black_elo,
       g.eco,
       g.ply_count AS plies,
       CASE g.state WHEN 0 THEN 'complete' WHEN 1 THEN 'incomplete' ELSE 'rejected' END AS state,
       f.notation,
       m.san AS moves,
       g.start,
       source.path AS source,
       run.line + g.line AS line,
       run.byte + g.byte AS byte,
       g.bytes
FROM game g
JOIN form f ON f.id = g.form
LEFT JOIN player w ON w.id = g.white
LEFT JOIN player b ON b.id = g.black
LEFT JOIN event e ON e.id = g.event
LEFT JOIN site s ON s.id = g.site
LEFT JOIN game_movetext m ON m.game = g.id
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= g.id)
LEFT JOIN source ON source.id = run.source;

-- Every move of every main line: game 1, ply 3, "Nf3".
CREATE VIEW moves_view AS
SELECT m.game, j.key + 1 AS ply, ltrim(j.value, '0123456789.') AS move
FROM game_movetext m,
     json_each('["' || replace(m.san, ' ', '","') || '"]') j
WHERE m.san <> '';

-- Every tag of every game, in order and with its exact text.
CREATE VIEW tags_view AS
SELECT g.id AS game, j.key AS ordinal, j.value AS name,
 coalesce(t.value,
  CASE j.value
    WHEN 'Event'    THEN (SELECT name FROM event WHERE id = g.event)
    WHEN 'Site'     THEN (SELECT name FROM site WHERE id = g.site)
    WHEN 'White'    THEN (SELECT name FROM player WHERE id = g.white)
    WHEN 'Black'    THEN (SELECT name FROM player WHERE id = g.black)
    WHEN 'Date'     THEN
      CASE WHEN g.date IS NOT NULL THEN
        CASE WHEN g.date / 10000     = 0 THEN '????' ELSE printf('%04d', g.date / 10000) END || '.' ||
        CASE WHEN g.date / 100 % 100 = 0 THEN '??' ELSE printf('%02d', g.date / 100 % 100) END || '.' ||
        CASE WHEN g.date % 100       = 0 THEN '??' ELSE printf('%02d', g.date % 100) END
      END
    WHEN 'Round'    THEN CAST(g.round AS TEXT)
    WHEN 'Result'   THEN
      CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END
    WHEN 'WhiteElo' THEN CAST(g.white_elo AS TEXT)
    WHEN 'BlackElo' THEN CAST(g.black_elo AS TEXT)
    WHEN 'ECO'      THEN g.eco
    WHEN 'FEN'      THEN g.start
    WHEN 'SetUp'    THEN '1'
    WHEN 'PlyCount' THEN CAST(g.ply_count AS TEXT)
  END,
  '') AS value
FROM game g
JOIN form f ON f.id = g.form
JOIN json_each(f.tag_names) j
LEFT JOIN game_tag t ON t.game = g.id AND t.ordinal = j.key;

CREATE VIEW players_view AS
SELECT p.name,
       count(*) AS games,
       sum(side = 1) AS as_white,
       sum(side = 2) AS as_black,
       sum(result = side) AS won,
       sum(result = 3) AS drawn,
       sum(result = 3 - side) AS lost,
       max(elo) AS best_elo
FROM player p
JOIN (SELECT white AS player, 1 AS side, result, white_elo AS elo FROM game
      UNION ALL
      SELECT black, 2, result, black_elo FROM game) played ON played.player = p.id
GROUP BY p.id;

-- Problems in sentences: walks the template from slot to slot, each time adding the argument of the slot before and the
-- text up to the next. Written small: all CREATE statements must fit into the first page, so that no damage to others
-- takes the schema away.
CREATE VIEW problems_view AS
SELECT source.path AS source, p.line, p.column, p.game, p.severity, k."group", p.kind,
 (WITH RECURSIVE walk(done, slot, rest) AS (
  SELECT '', '9', replace(coalesce(f.template, '{}'), '{}', k.template) || '{}'
  UNION ALL
  SELECT done || coalesce((
    SELECT substr(group_concat(iif(key > 0 AND key = n - 1, last, gap) || value, ''), length(gap) + 1)
    FROM (SELECT key, value, count(*) OVER () AS n, substr(by, 1, instr(by || '|', '|') - 1) AS gap,
      substr(by, instr(by, '|') + 1) AS last
     FROM (SELECT substr(slot, instr(slot, ':') + 1) AS by, iif(slot GLOB 'l*', '#-1', substr(slot, 1, 1)) AS i),
      json_each(p.arguments, '$[' || i || ']'))), '') || substr(rest, 1, instr(rest, '{') - 1),
   substr(rest, instr(rest, '{') + 1, instr(rest, '}') - instr(rest, '{') - 1),
   substr(rest, instr(rest, '}') + 1)
  FROM walk WHERE rest <> '') SELECT done FROM walk WHERE rest = '') AS message,
 p.line_text,
 (SELECT replace(replace(r.template, '{0}', coalesce(max(value), '')), '{0: or }', coalesce(group_concat(value, ' or '), ''))
  FROM json_each(p.remedy_arguments, '$[0]')) AS remedy,
 p.ordinal, p.arguments
FROM problem p
LEFT JOIN problem_template k ON k.name = p.kind
LEFT JOIN problem_template f ON f.name = p.frame
LEFT JOIN problem_template r ON r.name = p.remedy
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= p.game)
LEFT JOIN source ON source.id = run.source;

-- Incomplete or rejected games, with the first fault.
CREATE VIEW rejects_view AS
SELECT v.id AS game, v.state, v.source, v.line, v.white, v.black, v.plies,
       (SELECT message FROM problems_view WHERE game = v.id AND severity = 'fault' ORDER BY ordinal LIMIT 1) AS reason,
       u.text AS unread
FROM games_view v
LEFT JOIN game_unread u ON u.game = v.id
WHERE v.state <> 'complete';

CREATE VIEW witnesses_view AS
SELECT w.work, w.game, w.game = w.work AS is_fullest, v.white, v.black, v.date, v.plies, v.notation, v.source, v.line,
       s.citation
FROM witness w
JOIN games_view v ON v.id = w.game
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= w.game)
LEFT JOIN source s ON s.id = run.source;

-- Every spelling with its canonical player: `person` is the id of the player itself if it is not an alias.
CREATE VIEW spellings_view AS
SELECT p.id AS player, p.name, coalesce(a.canonical, p.id) AS person, c.name AS known_as
FROM player p
LEFT JOIN player_alias a ON a.player = p.id
LEFT JOIN player c ON c.id = a.canonical;

-- Sources with the number of bytes that belong neither to games nor to separators.
CREATE VIEW sources_view AS
SELECT id, path, citation, format, charset, state, found, complete, incomplete, rejected, bytes, separators,
       separator_bytes, iif(state = 'done', bytes, bytes_done) - game_bytes - separator_bytes AS bytes_unaccounted,
       content_hash, batch
FROM source;

PRAGMA user_version = 7;
