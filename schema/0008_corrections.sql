-- Version 8: corrections, collections, separators with their text, openings.
--
-- All CREATE statements have to fit into the first page, and those of version 7 nearly fill it: their comments and
-- columns of spaces go first. From here on comments stand between the statements, where SQLite does not store them.

-- Views need not be read again at each ALTER: none of them names what is altered.
PRAGMA legacy_alter_table = ON;

ALTER TABLE game ADD COLUMN opening INTEGER REFERENCES opening;

-- How many comments and variations `content` has, those in variations too; NULL: it is damaged.
ALTER TABLE game_annotation ADD COLUMN comments INTEGER;
ALTER TABLE game_annotation ADD COLUMN variations INTEGER;
UPDATE game_annotation SET comments = count_annotations(content, 'comment'), variations = count_annotations(content, 'variation');

-- The last position: FEN, or as Camelot writes it. NULL: no move could be played, or version 7 wrote the row.
ALTER TABLE game_movetext ADD COLUMN final TEXT;

-- The database whose games were merged into this one, from which the source came. If it came through several, the first
-- of them first: "club.db > all.db". NULL: it was read here.
ALTER TABLE source ADD COLUMN through TEXT;

-- The place of a problem on a page of its source, from 1, and there: x, y, width and height, '512,1180,96,31', in the
-- units of the source, from the upper left corner. NULL: the source has no pages.
ALTER TABLE problem ADD COLUMN page INTEGER;
ALTER TABLE problem ADD COLUMN box TEXT;

PRAGMA writable_schema = ON;
WITH RECURSIVE
line_break(c) AS (SELECT char(10)),
bare(part, text) AS (  -- of its comments, one after another
    SELECT name, sql || c FROM sqlite_schema, line_break
    WHERE type = 'table' AND name IN ('property', 'import_batch', 'source', 'source_run', 'form', 'game', 'game_tag',
                                      'problem', 'segment', 'material', 'position_once', 'position_shared',
                                      'position_games', 'segment_column')
    UNION ALL
    SELECT part, substr(text, 1, instr(text, '--') - 1)
                 || substr(text, instr(text, '--') + instr(substr(text, instr(text, '--')), c) - 1)
    FROM bare, line_break WHERE instr(text, '--') > 0
),
narrow(part, text) AS (
    SELECT part, replace(replace(replace(replace(text, '        ', ' '), '    ', ' '), '  ', ' '), '  ', ' ')
    FROM bare WHERE instr(text, '--') = 0
)
UPDATE sqlite_schema
SET sql = (SELECT rtrim(replace(replace(replace(replace(text, ' ' || c, c), c || ' ', c), c || c, c), c || c, c), c)
           FROM narrow, line_break WHERE part = name)
WHERE type = 'table' AND name IN (SELECT part FROM narrow);
PRAGMA writable_schema = OFF;

-------------------------------------------------------------------------------------------------------------- openings

-- Openings of the games here, under their English names (openings.tsv). game.opening is the last named position of the
-- main line, of chess from the usual position; NULL: none, or not looked for. It follows from the moves, whatever tag
-- ECO says. Three bytes a game.
CREATE TABLE opening (id INTEGER PRIMARY KEY, eco TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (eco, name)) STRICT;

------------------------------------------------------------------------------------------------------------ separators

-- Text between the games of a source that is not blank: its place, in bytes from 0 and lines from 1, and what it is, such
-- as 'heading' or 'prose'. The text is UTF-8, whatever the source was. Blank ones are only counted, in table source.
CREATE TABLE separator (
id INTEGER PRIMARY KEY,
source INTEGER NOT NULL REFERENCES source,
byte INTEGER NOT NULL,
bytes INTEGER NOT NULL,
line INTEGER NOT NULL,
kind TEXT NOT NULL,
text TEXT NOT NULL
) STRICT;
CREATE INDEX separator_by_source ON separator (source, byte);

---------------------------------------------------------------------------------------------------------- corrections

-- What people have changed in the record, a layer over the games, whose rows have what stands now. `change` is the
-- first correction of the same command: the commands are undone as a whole, the last first. `was` and `now` are the
-- passage of the text (correct), the tags as PGN writes them (set), the file that took the place of the text (replace);
-- nothing (delete). `record` is the whole game before, which undoing brings back: its first byte as in game_source,
-- then its fields (src/store/record_bytes.hpp). A game is deleted if its last correction is 'delete'.
CREATE TABLE correction (
id INTEGER PRIMARY KEY,
change INTEGER NOT NULL,
game INTEGER NOT NULL,
kind TEXT NOT NULL CHECK (kind IN ('correct', 'set', 'replace', 'delete')),
made_at TEXT NOT NULL,
made_by TEXT NOT NULL,
was TEXT NOT NULL,
now TEXT NOT NULL,
record BLOB NOT NULL
) STRICT;
CREATE INDEX correction_by_game ON correction (game);

-- Games deleted by `delete` and `dedupe --delete`: their ids are not reused, and their tags stay, a JSON object in tag
-- order. `kept` has all of their moves; NULL: they were deleted for another reason. `line` is that of the source,
-- deleted_at UTC.
ALTER TABLE deleted_game RENAME TO deleted_game_7;
CREATE TABLE deleted_game (
game INTEGER PRIMARY KEY,
kept INTEGER,
source INTEGER REFERENCES source,
line INTEGER,
ply_count INTEGER NOT NULL,
tags TEXT NOT NULL,
deleted_at TEXT NOT NULL
) STRICT;
INSERT INTO deleted_game SELECT game, kept, source, line, ply_count, tags, deleted_at FROM deleted_game_7;
DROP TABLE deleted_game_7;
PRAGMA legacy_alter_table = OFF;

---------------------------------------------------------------------------------------------------------- collections

-- Games that people have put together under a name.
CREATE TABLE collection (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE collection_game (
id INTEGER PRIMARY KEY,
collection INTEGER NOT NULL REFERENCES collection,
game INTEGER NOT NULL REFERENCES game,
UNIQUE (game, collection)
) STRICT;

INSERT INTO _counts ("table") VALUES ('opening'), ('separator'), ('correction'), ('collection'), ('collection_game');

----------------------------------------------------------------------------------------------------------------- views

-- As before, and the day if it is known, the year, the opening, the last position, and what the game is annotated with.
DROP VIEW games_view;
CREATE VIEW games_view AS
SELECT g.id,
 w.name AS white,
 b.name AS black,
 CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END AS result,
 CASE WHEN g.date IS NOT NULL THEN
  iif(g.date / 10000, printf('%04d', g.date / 10000), '????') || '.' ||
  iif(g.date / 100 % 100, printf('%02d', g.date / 100 % 100), '??') || '.' ||
  iif(g.date % 100, printf('%02d', g.date % 100), '??')
 END AS date,
 iif(g.date > 9999 AND g.date / 100 % 100 AND g.date % 100, printf('%04d-%02d-%02d', g.date / 10000, g.date / 100 % 100, g.date % 100), NULL) AS iso_date,
 nullif(g.date / 10000, 0) AS year,
 e.name AS event,
 s.name AS site,
 g.round, g.white_elo, g.black_elo, g.eco,
 o.eco AS opening_eco,
 o.name AS opening,
 g.ply_count AS plies,
 CASE g.state WHEN 0 THEN 'complete' WHEN 1 THEN 'incomplete' ELSE 'rejected' END AS state,
 f.notation,
 m.san AS moves,
 g.start,
 m.final,
 iif(a.game, a.comments, 0) AS comments,
 iif(a.game, a.variations, 0) AS variations,
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
LEFT JOIN opening o ON o.id = g.opening
LEFT JOIN game_movetext m ON m.game = g.id
LEFT JOIN game_annotation a ON a.game = g.id
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= g.id)
LEFT JOIN source ON source.id = run.source;

-- As before, written smaller.
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
  WHEN 'Result' THEN CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END
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

-- As before, and the place on a page; with fewer blanks.
DROP VIEW problems_view;
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
p.ordinal, p.arguments, p.page, p.box
FROM problem p
LEFT JOIN problem_template k ON k.name = p.kind
LEFT JOIN problem_template f ON f.name = p.frame
LEFT JOIN problem_template r ON r.name = p.remedy
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= p.game)
LEFT JOIN source ON source.id = run.source;

-- As before, and the database it came through.
DROP VIEW sources_view;
CREATE VIEW sources_view AS
SELECT id, path, citation, through, format, charset, state, found, complete, incomplete, rejected, bytes, separators,
 separator_bytes, iif(state = 'done', bytes, bytes_done) - game_bytes - separator_bytes AS bytes_unaccounted,
 content_hash, batch
FROM source;

PRAGMA user_version = 8;
