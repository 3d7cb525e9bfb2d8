-- Version 16: collections that hold a question in place of games.

-- The words after the command, as typed: --player Lloyd --by player --loss 3.. Such a collection has no rows in
-- collection_game: its games are those that the question finds, whenever the collection is named.
ALTER TABLE collection ADD COLUMN question TEXT;

PRAGMA user_version = 16;
