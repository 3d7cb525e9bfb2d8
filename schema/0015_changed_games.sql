-- Version 15: games that have changed since their segment was made. Answers are its games without these, and these by
-- their rows.

-- mark: 0, or the number of the builder that is indexing the game as it was when the builder began.
CREATE TABLE changed(game INTEGER PRIMARY KEY,mark INTEGER NOT NULL DEFAULT 0)STRICT;

-- For changes by other programs; cofnod itself notes games without triggers. Those of a form concern any number of games.
DROP TRIGGER game_gone;
DROP TRIGGER game_put_in;
DROP TRIGGER game_changed;
DROP TRIGGER game_tag_gone;
DROP TRIGGER game_tag_put_in;
DROP TRIGGER game_tag_changed;
CREATE TRIGGER game_gone AFTER DELETE ON game BEGIN REPLACE INTO changed(game)VALUES(OLD.id);END;
CREATE TRIGGER game_put_in AFTER INSERT ON game BEGIN REPLACE INTO changed(game)VALUES(NEW.id);END;
CREATE TRIGGER game_changed AFTER UPDATE ON game BEGIN REPLACE INTO changed(game)VALUES(OLD.id),(NEW.id);END;
CREATE TRIGGER game_tag_gone AFTER DELETE ON game_tag BEGIN REPLACE INTO changed(game)VALUES(OLD.game);END;
CREATE TRIGGER game_tag_put_in AFTER INSERT ON game_tag BEGIN REPLACE INTO changed(game)VALUES(NEW.game);END;
CREATE TRIGGER game_tag_changed AFTER UPDATE ON game_tag BEGIN REPLACE INTO changed(game)VALUES(OLD.game),(NEW.game);END;

PRAGMA user_version = 15;
