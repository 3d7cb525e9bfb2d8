-- Version 10: positions of few games are found by their pawns, where these are those of few games too (src/store/README.md).
-- The index is made again, as always where its format is another.

DROP TABLE position_once;
CREATE TABLE position_few (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
CREATE TABLE pawns_few (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
UPDATE _counts SET "table" = 'position_few', count = 0 WHERE "table" = 'position_once';
INSERT INTO _counts ("table") VALUES ('pawns_few');

PRAGMA user_version = 10;
