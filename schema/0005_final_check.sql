-- Version 5: a game keeps 16 bits of the key of its last position, enough to tell that its moves were damaged. All 64
-- follow from the moves, and took a twentieth of every row.

ALTER TABLE game RENAME COLUMN final_key TO final_check;  -- the first 16 bits, as a signed number
UPDATE game SET final_check = final_check >> 48;

PRAGMA user_version = 5;
