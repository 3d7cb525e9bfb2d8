-- The full-text index, made by the program and not by a migration: a table of FTS5 without content. Its words are those
-- of folded_words, separated by blanks. `rowid` is 256 times the id of a game, plus a hash of the text, for its comments;
-- for a text between games it is the negative id of the separator. Rows of texts that are gone stay, so that whoever
-- finds one looks at the text itself. A database that has the table has all texts in it.

-- name: has_words
SELECT 1 FROM sqlite_schema WHERE name = 'words'

-- name: create_words
CREATE VIRTUAL TABLE words USING fts5(text, content='', columnsize=0, tokenize=ascii)

-- name: drop_words
DROP TABLE words

-- name: insert_words
INSERT INTO words (rowid, text) VALUES (?1, ?2)

-- name: bytes_of_words
SELECT coalesce(sum(length(block)), 0) FROM words_data

-- name: texts_of_separators
SELECT id, text FROM separator ORDER BY id DESC

-- name: texts_of_comments
SELECT game, content FROM game_annotation
