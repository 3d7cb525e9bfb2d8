-- Version 6: segments know who played, where and when. They go stale when another program changes that, or anything
-- else of a game.

DROP TRIGGER game_changed;
CREATE TRIGGER game_changed AFTER UPDATE ON game BEGIN  -- OF would not see a change of rowid
    UPDATE segment SET stale = 1 WHERE OLD.id BETWEEN first_game AND last_game OR NEW.id BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_tag_gone AFTER DELETE ON game_tag BEGIN
    UPDATE segment SET stale = 1 WHERE OLD.game BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_tag_put_in AFTER INSERT ON game_tag BEGIN
    UPDATE segment SET stale = 1 WHERE NEW.game BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_tag_changed AFTER UPDATE ON game_tag BEGIN
    UPDATE segment SET stale = 1 WHERE OLD.game BETWEEN first_game AND last_game OR NEW.game BETWEEN first_game AND last_game;
END;
CREATE TRIGGER form_gone AFTER DELETE ON form BEGIN UPDATE segment SET stale = 1; END;
CREATE TRIGGER form_changed AFTER UPDATE ON form BEGIN UPDATE segment SET stale = 1; END;

-- A source that is done has no bytes but those that have been read.
DROP VIEW sources_view;
CREATE VIEW sources_view AS
SELECT id, path, citation, format, charset, state, found, complete, incomplete, rejected, bytes, separators,
       separator_bytes, iif(state = 'done', bytes, bytes_done) - game_bytes - separator_bytes AS bytes_unaccounted,
       content_hash, batch
FROM source;

PRAGMA user_version = 6;
