-- Version 15: games that have changed since their segment was made. Answers are its games without these, and these by
-- their rows.

-- mark: 0, or the number of the builder that is indexing the game as it was when the builder began.
CREATE TABLE changed(game INTEGER PRIMARY KEY,mark INT NOT NULL)STRICT;

-- For changes by other programs; cofnod itself notes games without triggers. Those of a form concern any number of games.
-- Names are short, d for delete, i for insert, u for update, so that the schema fits into the first page.
DROP TRIGGER game_gone;
DROP TRIGGER game_put_in;
DROP TRIGGER game_changed;
DROP TRIGGER game_tag_gone;
DROP TRIGGER game_tag_put_in;
DROP TRIGGER game_tag_changed;
DROP TRIGGER form_gone;
DROP TRIGGER form_changed;
CREATE TRIGGER g_d AFTER DELETE ON game BEGIN REPLACE INTO changed VALUES(OLD.id,0);END;
CREATE TRIGGER g_i AFTER INSERT ON game BEGIN REPLACE INTO changed VALUES(NEW.id,0);END;
CREATE TRIGGER g_u AFTER UPDATE ON game BEGIN REPLACE INTO changed VALUES(OLD.id,0),(NEW.id,0);END;
CREATE TRIGGER t_d AFTER DELETE ON game_tag BEGIN REPLACE INTO changed VALUES(OLD.game,0);END;
CREATE TRIGGER t_i AFTER INSERT ON game_tag BEGIN REPLACE INTO changed VALUES(NEW.game,0);END;
CREATE TRIGGER t_u AFTER UPDATE ON game_tag BEGIN REPLACE INTO changed VALUES(OLD.game,0),(NEW.game,0);END;
CREATE TRIGGER a_d AFTER DELETE ON game_annotation BEGIN REPLACE INTO changed VALUES(OLD.game,0);END;
CREATE TRIGGER a_i AFTER INSERT ON game_annotation BEGIN REPLACE INTO changed VALUES(NEW.game,0);END;
CREATE TRIGGER a_u AFTER UPDATE ON game_annotation BEGIN REPLACE INTO changed VALUES(OLD.game,0),(NEW.game,0);END;
CREATE TRIGGER f_d AFTER DELETE ON form BEGIN UPDATE segment SET stale=1;END;
CREATE TRIGGER f_u AFTER UPDATE ON form BEGIN UPDATE segment SET stale=1;END;

PRAGMA user_version = 15;
