-- name: integrity_check
-- Returns one row 'ok', or up to 20 rows with errors found by SQLite.
PRAGMA integrity_check(20)

-- name: foreign_key_check
PRAGMA foreign_key_check
