-- Version 6: segments know who played, where and when, and go stale when another program changes that.

DROP TRIGGER game_changed;
CREATE TRIGGER game_changed AFTER UPDATE OF id, form, event, site, date, white, black, result, white_elo, black_elo, start, moves ON game
BEGIN
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

PRAGMA user_version = 6;
