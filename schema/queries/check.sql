-- name: integrity_check
-- One row 'ok', or a row for each fault that SQLite finds in its file, up to 20.
PRAGMA integrity_check(20)

-- name: foreign_key_check
PRAGMA foreign_key_check
