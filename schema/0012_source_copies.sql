-- Version 12: other files with the content of a source. The games of that source are theirs too: they are stored once, and
-- found and cited by all of these files.

CREATE TABLE source_copy (
    id       INTEGER PRIMARY KEY,
    source   INTEGER NOT NULL REFERENCES source,
    path     TEXT NOT NULL,
    citation TEXT,                       -- as in source
    UNIQUE (source, path)
) STRICT;
INSERT INTO _counts ("table") VALUES ('source_copy');

PRAGMA user_version = 12;
