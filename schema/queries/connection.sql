-- name: application_id
PRAGMA application_id

-- name: user_version
PRAGMA user_version

-- name: table_count
SELECT count(*) FROM sqlite_schema

-- name: foreign_parts
-- Finds objects under a name of ours, in any case, that are not plain tables and might run code when read.
SELECT name, 'is not a table', '' FROM sqlite_schema
WHERE (type COLLATE NOCASE <> 'table' OR rootpage = 0)
  AND name COLLATE NOCASE IN ('property', 'import_batch', 'source', 'source_run', 'player', 'event', 'site', 'form', 'game', 'game_tag',
               'game_movetext', 'game_unread', 'game_annotation', 'game_source', 'game_charset', 'problem', 'problem_template', '_counts',
               'player_alias', 'witness', 'deleted_game', 'segment', 'position_few', 'pawns_few', 'position_shared',
               'position_games', 'segment_column', 'material', 'opening', 'separator', 'correction', 'collection',
               'collection_game', 'source_copy', 'player_id', 'changed', 'words_data', 'words_idx', 'words_config')
UNION ALL
SELECT t.name, 'has a computed column', c.name FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c
WHERE t.type COLLATE NOCASE = 'table' AND c.hidden <> 0 AND t.name <> 'words'
UNION ALL
SELECT name, 'is not the full-text index', '' FROM sqlite_schema
WHERE name COLLATE NOCASE = 'words'
  AND sql <> 'CREATE VIRTUAL TABLE words USING fts5(text, content='''', columnsize=0, tokenize=ascii)'

-- name: hidden_tables
-- Finds a temporary table or view of a host program that takes the place of one of ours.
SELECT name FROM temp.sqlite_schema
WHERE type IN ('table', 'view') AND name COLLATE NOCASE IN (SELECT name FROM main.sqlite_schema) LIMIT 1

-- name: views_that_we_read
SELECT name, sql FROM sqlite_schema WHERE name COLLATE NOCASE IN ('players_view', 'spellings_view', 'tags_view')

-- name: set_up_new
-- 16 KiB pages waste the least space for games of about 150 bytes and index blobs of a few KiB.
PRAGMA page_size = 16384

-- name: set_up_writing
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -32768

-- name: set_up
-- cell_size_check detects damaged or hostile files earlier. A negative cache_size is in KiB; it is small because pages
-- of a table scan are not reused, and allocating a page costs more than reading it.
PRAGMA cell_size_check = ON;
PRAGMA mmap_size = 0;
PRAGMA temp_store = MEMORY;
PRAGMA secure_delete = OFF;
PRAGMA cache_size = -1024

-- name: keep_pages
-- 80 segments, say, with three pages of a table each.
PRAGMA cache_size = -4096

-- name: take_steps
-- Long enough for the progress handlers of hosts, which are called every thousand steps or so.
WITH RECURSIVE step (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM step LIMIT 200) SELECT count(*) FROM step

-- name: begin
BEGIN IMMEDIATE

-- name: begin_reading
BEGIN DEFERRED

-- name: commit
COMMIT

-- name: rollback
ROLLBACK

-- name: write_problem_template
INSERT INTO problem_template (name, "group", template) VALUES (?1, ?2, ?3)
ON CONFLICT (name) DO UPDATE SET "group" = excluded."group", template = excluded.template

-- name: read_property
SELECT value FROM property WHERE key = ?1

-- name: write_property
INSERT INTO property (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value
