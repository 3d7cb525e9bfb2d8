-- Version 9: the materials of a segment in rows of a kilobyte, like its other parts (src/store/README.md). The index is
-- made again, as always where its format is another.

DROP TABLE material;
CREATE TABLE material (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
UPDATE _counts SET count = 0 WHERE "table" = 'material';

PRAGMA user_version = 9;
