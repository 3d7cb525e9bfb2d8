PRAGMA application_id = 1668245102;
PRAGMA user_version = 7;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE property (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO property VALUES('index','5.1.1.1.1');
CREATE TABLE import_batch (
    id              INTEGER PRIMARY KEY,
    started_at      TEXT NOT NULL,  -- UTC, 1950-06-01T12:00:00Z
    finished_at     TEXT,
    program_version TEXT NOT NULL,
    options         TEXT NOT NULL
) STRICT;
INSERT INTO import_batch VALUES(1,'2026-11-22T23:14:59Z','2026-11-22T23:14:59Z','0.2.0','--from auto --san');
CREATE TABLE source (
    id              INTEGER PRIMARY KEY,
    batch           INTEGER NOT NULL REFERENCES import_batch,
    path            TEXT NOT NULL,
    citation        TEXT,           -- where the file was taken from: "Y Faner, 12.3.1901, p. 4"; NULL: nobody said
    format          TEXT NOT NULL,
    charset         TEXT NOT NULL,
    bytes           INTEGER NOT NULL,
    content_hash    TEXT NOT NULL,  -- XXH3-128; the same content is imported once, whatever its path
    state           TEXT NOT NULL CHECK (state IN ('partial', 'done')),
    bytes_done      INTEGER NOT NULL DEFAULT 0,
    game_bytes      INTEGER NOT NULL DEFAULT 0,
    separators      INTEGER NOT NULL DEFAULT 0,
    separator_bytes INTEGER NOT NULL DEFAULT 0,
    found           INTEGER NOT NULL DEFAULT 0,
    complete        INTEGER NOT NULL DEFAULT 0,
    incomplete      INTEGER NOT NULL DEFAULT 0,
    rejected        INTEGER NOT NULL DEFAULT 0,
    CHECK (found = complete + incomplete + rejected)
) STRICT;
INSERT INTO source VALUES(1,1,'games.pgn',NULL,'pgn','UTF-8',944,'8ac39517e845aa54961a6e44200185ff','done',944,944,0,0,6,4,1,1);
CREATE TABLE source_run (
    first_game   INTEGER PRIMARY KEY,
    source       INTEGER NOT NULL REFERENCES source,
    first_number INTEGER NOT NULL,  -- of that game in its source, from 1
    byte         INTEGER NOT NULL,  -- of the source, from 0
    line         INTEGER NOT NULL   -- of the source, from 1
) STRICT;
INSERT INTO source_run VALUES(1,1,1,0,1);
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO player VALUES(1,'Hughes, Siân');
INSERT INTO player VALUES(2,'Prys, Edmwnd');
INSERT INTO player VALUES(3,'أحمد');
INSERT INTO player VALUES(4,'مصطفى');
INSERT INTO player VALUES(5,'Morphy, P.');
INSERT INTO player VALUES(6,'Anderssen, A.');
INSERT INTO player VALUES(7,'Morphy, Paul');
INSERT INTO player VALUES(8,'?');
INSERT INTO player VALUES(9,'X');
INSERT INTO player VALUES(10,'Y');
CREATE TABLE event  (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO event VALUES(1,'Bala');
INSERT INTO event VALUES(2,'القاهرة');
INSERT INTO event VALUES(3,'Unfinished');
INSERT INTO event VALUES(4,'Set up');
INSERT INTO event VALUES(5,'Fischer Random');
INSERT INTO event VALUES(6,'Never began');
CREATE TABLE site   (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO site VALUES(1,'Y Bala');
CREATE TABLE form (
    id        INTEGER PRIMARY KEY,
    kind      INTEGER NOT NULL,
    notation  TEXT NOT NULL,
    decision  TEXT NOT NULL,
    also      TEXT NOT NULL,
    tag_names TEXT NOT NULL,
    UNIQUE (tag_names, notation, decision, also, kind)
) STRICT;
INSERT INTO form VALUES(1,1,'cy','only','','["Event","Site","Date","White","Black","Result","Annotator"]');
INSERT INTO form VALUES(2,1,'ar','only','','["Event","White","Black","Date","Result"]');
INSERT INTO form VALUES(3,1,'en','best','','["Event","White","Black","WhiteElo","ECO","Result"]');
INSERT INTO form VALUES(4,1,'','nothing','','["Event","White","Black","FEN","SetUp","Result"]');
INSERT INTO form VALUES(5,1,'cy','only','','["Event","Variant","FEN","Result"]');
INSERT INTO form VALUES(6,1,'en','best','','["Event","White","Black","Result"]');
CREATE TABLE game (
    id          INTEGER PRIMARY KEY,
    form        INTEGER NOT NULL REFERENCES form,
    state       INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),  -- 0 complete, 1 incomplete, 2 rejected
    event       INTEGER REFERENCES event,
    site        INTEGER REFERENCES site,
    date        INTEGER,                     -- 19500600 is 1950.06.??; 0 is ????.??.??
    round       ANY,                         -- a number where it is one, else text
    white       INTEGER REFERENCES player,
    black       INTEGER REFERENCES player,
    result      INTEGER NOT NULL CHECK (result BETWEEN 0 AND 3),  -- 0 *, 1 white wins, 2 black wins, 3 draw
    white_elo   INTEGER,
    black_elo   INTEGER,
    eco         TEXT,
    ply_count   INTEGER NOT NULL,
    final_check INTEGER NOT NULL,            -- the first 16 bits of the last position's key, as a signed number
    start       TEXT,                        -- FEN; NULL: the usual position
    byte        INTEGER NOT NULL,            -- from its run's
    bytes       INTEGER NOT NULL,
    line        INTEGER NOT NULL,            -- from its run's
    moves       BLOB NOT NULL                -- of the main line, packed
) STRICT;
INSERT INTO game VALUES(1,1,0,1,1,19010312,NULL,1,2,1,NULL,NULL,NULL,9,-17217,NULL,0,228,0,X'cf4f6691590550e048');
INSERT INTO game VALUES(2,2,0,2,NULL,19491103,NULL,3,4,3,NULL,NULL,NULL,9,-17217,NULL,228,184,10,X'cf4f6691590550e048');
INSERT INTO game VALUES(3,3,1,3,NULL,NULL,NULL,5,6,0,2700,NULL,'C50',4,28431,NULL,412,152,18,X'cf4f5ad2');
INSERT INTO game VALUES(4,4,0,4,NULL,NULL,NULL,7,8,3,NULL,NULL,NULL,0,-8590,'8/8/8/8/8/4k3/4p3/4K3 w - - 0 1',564,133,27,X'');
INSERT INTO game VALUES(5,5,0,5,NULL,NULL,NULL,NULL,NULL,2,NULL,NULL,NULL,7,17066,'nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w HBhb - 0 1',697,170,36,X'cf4f66e05cd448');
INSERT INTO game VALUES(6,6,2,6,NULL,NULL,NULL,9,10,2,NULL,NULL,NULL,0,5426,NULL,867,77,43,X'');
CREATE TABLE game_tag (
    game    INTEGER NOT NULL REFERENCES game,
    ordinal INTEGER NOT NULL,               -- of the tag in the game, from 0
    value   TEXT NOT NULL,
    PRIMARY KEY (game, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO game_tag VALUES(1,6,'Nest');
INSERT INTO game_tag VALUES(2,4,'½–½');
INSERT INTO game_tag VALUES(5,1,'Chess960');
CREATE TABLE game_movetext (game INTEGER PRIMARY KEY REFERENCES game, san TEXT NOT NULL) STRICT;
INSERT INTO game_movetext VALUES(1,'1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O');
INSERT INTO game_movetext VALUES(2,'1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O');
INSERT INTO game_movetext VALUES(3,'1.e4 e5 2.Bc4 Bc5');
INSERT INTO game_movetext VALUES(5,'1.e4 e5 2.Nf3 Nf6 3.Be2 Be7 4.O-O');
CREATE TABLE game_unread (game INTEGER PRIMARY KEY REFERENCES game, text TEXT NOT NULL) STRICT;
INSERT INTO game_unread VALUES(3,'Zz9 and no more');
INSERT INTO game_unread VALUES(6,'Qh9 Kz1');
CREATE TABLE game_annotation (game INTEGER PRIMARY KEY REFERENCES game, content BLOB NOT NULL) STRICT;
INSERT INTO game_annotation VALUES(1,X'0000094f27722043796d726f3204fe3604c4630005792057616c0309010902');
INSERT INTO game_annotation VALUES(2,X'003006d8add8b3d986');
CREATE TABLE game_source     (game INTEGER PRIMARY KEY REFERENCES game, content BLOB NOT NULL) STRICT;
INSERT INTO game_source VALUES(1,X'0128b52ffd20e42d0600024b292c60699b03300c238661e07fd609dcc7463f87d7597c18ae5631623db6e2c4f9565b6f272c4581f53b839c514a8cb9e5396702009a8e0493d9d42fc9a5453a377f98e1c09fbee310cff00f233a7c88cecc1df9469edf2756855c07af029284b145bb562ab457ebf6b5283570cb6bbf33622543834e401af18abdea427b04a32744292a1ed3152b1d10910407c53c868e9f2b788df08676791f53c516ad6743ed974a8958050b00420df979e44cdb60a7199936eb347ba77da41a1fb5082cccbc730c');
INSERT INTO game_source VALUES(2,X'0128b52ffd20b85d05009209252e6087d40160cc41de12cec0989679c7a1530ea3c30fcef08e5f5e719dc251e90e6987815fe336fcdcb28d004e2472105a3248968fb9d753eacb66115e6f713de4833fd95a3a0e58a8dedc9d7a4b84bb3fee4e2d278454f4be01cc82f74563176562319c839c5346349a954260b35578c2b58d8e38aa2bd15ddb7a82475b18e4d19820150b6e7080dd9e59cd6e8fc624566531050700544884940d91d3cc4deb4a198ed356cc9a65');
INSERT INTO game_source VALUES(3,X'0128b52ffd209825040022081d2040a55807b1d1021865962d94a4ffe62e9b77080b4fe6a0071b93906314b7dc1c6b25678a3a4efbb1a5130216678237e8de4077c6bcf11b3e0bac156db2af264865447bf686e72dcb80d9d3e931e74a73ad14c776f60d284d8e1dae00c807450b7baea654402bdac8b2ce9e8c4eecabe6c8830204002f629a0a0754c58ec17c02');
INSERT INTO game_source VALUES(6,X'005b4576656e7420224e6576657220626567616e225d0a5b5768697465202258225d0a5b426c61636b202259225d0a5b526573756c742022302d31225d0a0a312e20516839204b7a3120302d310a');
CREATE TABLE game_charset (game INTEGER PRIMARY KEY REFERENCES game, charset TEXT NOT NULL) STRICT;
CREATE TABLE problem_template (
    name     TEXT PRIMARY KEY,
    "group"  TEXT NOT NULL,
    template TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO problem_template VALUES('bad_castling','bad_position','the castling rights are neither - nor letters of KQkq, A-H or a-h');
INSERT INTO problem_template VALUES('bad_en_passant','bad_position','the en-passant field is neither - nor a square');
INSERT INTO problem_template VALUES('bad_number','bad_position','a move counter is not a number from 0 to 65535');
INSERT INTO problem_template VALUES('bad_piece_letter','bad_position','only PNBRQK, pnbrqk and 1 to 8 may describe a rank');
INSERT INTO problem_template VALUES('bad_turn','bad_position','the side to move is neither w nor b');
INSERT INTO problem_template VALUES('begins_behind_result','result_disagrees','the first move is number {0}: it may belong to the game above, behind its result');
INSERT INTO problem_template VALUES('black_move_missing','misnumbered_move','Black''s move {0} is missing: here follow two moves of number {1}');
INSERT INTO problem_template VALUES('board_disagrees','result_disagrees','the result is {0}, but on the board it is {1}');
INSERT INTO problem_template VALUES('bracket_not_closed','unclosed_variation','a bracket is not closed: a `)` is missing');
INSERT INTO problem_template VALUES('camelot_castle_moves','bad_position','castle moves are two digits, White''s and Black''s, each 0 to 2');
INSERT INTO problem_template VALUES('camelot_no_pieces','bad_position','there are no pieces');
INSERT INTO problem_template VALUES('camelot_piece_letter','bad_position','a letter is no piece: N M for White, n m for Black');
INSERT INTO problem_template VALUES('camelot_rank_count','bad_position','the board has another number of ranks');
INSERT INTO problem_template VALUES('camelot_rank_too_long','bad_position','a rank has more squares than the board');
INSERT INTO problem_template VALUES('camelot_rank_too_short','bad_position','a rank has fewer squares than the board');
INSERT INTO problem_template VALUES('camelot_several_in_castle','bad_position','two pieces stand in their own castle');
INSERT INTO problem_template VALUES('camelot_shape','bad_position','the board has another shape: * is for places outside of it');
INSERT INTO problem_template VALUES('camelot_text_after_end','bad_position','there is more text after the end');
INSERT INTO problem_template VALUES('camelot_too_many_pieces','bad_position','a side has more pieces than at the start');
INSERT INTO problem_template VALUES('camelot_turn','bad_position','the side to move is w or b');
INSERT INTO problem_template VALUES('canter_after_jump','illegal_move','a Knight may not canter after a jump ({0})');
INSERT INTO problem_template VALUES('castling_is_blocked','illegal_move','the king may not castle: there is a piece on {0}');
INSERT INTO problem_template VALUES('castling_out_of_check','illegal_move','the king may not castle out of check');
INSERT INTO problem_template VALUES('castling_through_check','illegal_move','the king may not castle: {0} is attacked');
INSERT INTO problem_template VALUES('charset_differs','bad_encoding','this game is in {0}, unlike the rest of its source, which is in {1}');
INSERT INTO problem_template VALUES('charset_uncertain','bad_encoding','read as {0}; {1} would give other letters');
INSERT INTO problem_template VALUES('check_result','remedy','a result may have been turned with its line: see that it is the game''s');
INSERT INTO problem_template VALUES('closes_nothing','stray_close','this `)` closes nothing');
INSERT INTO problem_template VALUES('comment_is_text','remedy','what stands behind the brace is kept as text');
INSERT INTO problem_template VALUES('comment_not_closed','unclosed_comment','the comment is not closed: a `{0}` is missing');
INSERT INTO problem_template VALUES('comment_too_long','over_limit','a comment of more than {0} bytes is cut');
INSERT INTO problem_template VALUES('ends_where_it_began','illegal_move','a canter may not end where it began ({0})');
INSERT INTO problem_template VALUES('game_is_over','illegal_move','the game is over ({0})');
INSERT INTO problem_template VALUES('heading_names_camelot','unsupported_variant','what stands above names Camelot, but the moves are those of chess');
INSERT INTO problem_template VALUES('import_again','remedy','import its source again');
INSERT INTO problem_template VALUES('import_alone','remedy','import this game by itself, or force its notation with --from-notation');
INSERT INTO problem_template VALUES('in_camelot_fen','frame','the FEN is no position of Camelot: {} (column {last})');
INSERT INTO problem_template VALUES('in_fen','frame','the FEN is no position: {} (column {last})');
INSERT INTO problem_template VALUES('in_variation','frame','in a variation: {}');
INSERT INTO problem_template VALUES('into_own_castle','illegal_move','only a jump may enter the own castle ({0})');
INSERT INTO problem_template VALUES('king_would_be_in_check','illegal_move','that leaves the king in check');
INSERT INTO problem_template VALUES('knight_must_capture','illegal_move','a Knight that canters next to a piece that it can jump must capture ({0})');
INSERT INTO problem_template VALUES('knight_passed_prey','illegal_move','a Knight that canters past a piece that it can jump must capture in that move ({0})');
INSERT INTO problem_template VALUES('legal_instead','frame','{}; legal is {last: or }');
INSERT INTO problem_template VALUES('lines_turned','visual_order','its lines stand in visual order and were turned round');
INSERT INTO problem_template VALUES('man_canters_and_jumps','illegal_move','only a Knight may canter and jump in one move ({0})');
INSERT INTO problem_template VALUES('mate_disagrees','result_disagrees','the result is {0}, but the game ends in mate: {1}');
INSERT INTO problem_template VALUES('move_in_other_language','foreign_move','{0} is read in {1:language}, the rest of the game in {2:language}');
INSERT INTO problem_template VALUES('moves_behind_result','result_disagrees','the moves go on behind this result');
INSERT INTO problem_template VALUES('moves_were_damaged','unreadable_move','the database was damaged, and the moves from here on are lost');
INSERT INTO problem_template VALUES('must_capture','illegal_move','a piece can jump, so the move must capture ({0})');
INSERT INTO problem_template VALUES('must_jump_on','illegal_move','the piece must go on and jump again ({0})');
INSERT INTO problem_template VALUES('must_jump_out','illegal_move','the piece in its own castle must jump out ({0})');
INSERT INTO problem_template VALUES('nested_too_deep','variation_too_deep','variations are nested deeper than {0}: the rest of this one is kept as text');
INSERT INTO problem_template VALUES('never_leaves_castle','illegal_move','a piece in the enemy castle never leaves it ({0})');
INSERT INTO problem_template VALUES('no_king','bad_position','a side has no king');
INSERT INTO problem_template VALUES('no_legal_move_fits','illegal_move','no legal move fits it');
INSERT INTO problem_template VALUES('no_moves_below_header','unreadable_move','no move was found below this header');
INSERT INTO problem_template VALUES('no_piece_can_reach','illegal_move','no {0:piece} can reach {1}');
INSERT INTO problem_template VALUES('no_piece_can_reach_file','illegal_move','no {0:piece} can reach that file');
INSERT INTO problem_template VALUES('no_piece_there','illegal_move','no piece stands there ({0})');
INSERT INTO problem_template VALUES('no_result','result_missing','no result stands after the moves');
INSERT INTO problem_template VALUES('no_right_to_castle','illegal_move','the king may not castle there: it or the rook has moved');
INSERT INTO problem_template VALUES('no_square_to_go_to','illegal_move','it cannot be read as a move');
INSERT INTO problem_template VALUES('no_step_or_leap','illegal_move','that is neither one step nor one leap ({0})');
INSERT INTO problem_template VALUES('not_a_camelot_move','unreadable_move','{0} is not a move of Camelot');
INSERT INTO problem_template VALUES('not_a_move','unreadable_move','{0} is not a move in {1:language}');
INSERT INTO problem_template VALUES('not_all_tried','over_limit','not every notation and misprint was tried: too many scores before it cannot be read');
INSERT INTO problem_template VALUES('not_eight_ranks','bad_position','the board does not have eight ranks');
INSERT INTO problem_template VALUES('not_utf8','bad_encoding','not UTF-8: read as {0}');
INSERT INTO problem_template VALUES('not_written_as_jump','repaired_move','read «{0}» as {1}: the way to {2} captures, but is not written as a jump');
INSERT INTO problem_template VALUES('nothing_to_leap_over','illegal_move','there is nothing to leap over ({0})');
INSERT INTO problem_template VALUES('null_move_in_check','illegal_move','the turn cannot be passed while in check');
INSERT INTO problem_template VALUES('off_the_board','illegal_move','the board has no such square ({0})');
INSERT INTO problem_template VALUES('on_from_enemy_castle','illegal_move','the move ends in the enemy castle ({0})');
INSERT INTO problem_template VALUES('opponent_in_check','bad_position','the side that is not to move is in check');
INSERT INTO problem_template VALUES('opponents_piece_there','illegal_move','the piece there is the opponent''s ({0})');
INSERT INTO problem_template VALUES('own_piece_there','illegal_move','a {0:piece} of its own stands on {1}');
INSERT INTO problem_template VALUES('path_too_short','illegal_move','a move has two squares at least ({0})');
INSERT INTO problem_template VALUES('pawn_on_last_rank','bad_position','a pawn stands on the first or the last rank');
INSERT INTO problem_template VALUES('piece_in_castle_must_move','illegal_move','the piece in its own castle must leave it now ({0})');
INSERT INTO problem_template VALUES('position_is_unknown','remedy','what follows is kept as text, for nobody knows the position it is played in');
INSERT INTO problem_template VALUES('promotion_misplaced','illegal_move','nothing is promoted like that on {0}');
INSERT INTO problem_template VALUES('promotion_missing','illegal_move','it does not say what the pawn becomes on {0}');
INSERT INTO problem_template VALUES('promotion_piece_missing','illegal_move','it does not say what the pawn becomes');
INSERT INTO problem_template VALUES('raise_limit','remedy','--limits {0}=... takes more');
INSERT INTO problem_template VALUES('rank_too_long','bad_position','a rank has more than eight squares');
INSERT INTO problem_template VALUES('rank_too_short','bad_position','a rank has fewer than eight squares');
INSERT INTO problem_template VALUES('read_as_novelty','ambiguous_move','read N as the sign of a novelty, but {0} is a legal move too');
INSERT INTO problem_template VALUES('read_in_one_charset','remedy','try --charset to read all of it in one');
INSERT INTO problem_template VALUES('read_loosely','frame','{}; some players read this rule loosely: played as it is written');
INSERT INTO problem_template VALUES('respelled','repaired_move','read «{0}» as {1}');
INSERT INTO problem_template VALUES('rest_is_text','remedy','the moves before it are kept as moves, and what follows as text');
INSERT INTO problem_template VALUES('result_may_be_turned','remedy','right-to-left text may show and keep a result turned round');
INSERT INTO problem_template VALUES('say_charset','remedy','try --charset to say which it is');
INSERT INTO problem_template VALUES('say_notation','remedy','read as {0}; --from-notation or --prefer-notation says which it is');
INSERT INTO problem_template VALUES('settled_by_later_moves','frame','{}; the moves after it say {last}');
INSERT INTO problem_template VALUES('several_kings','bad_position','a side has more than one king');
INSERT INTO problem_template VALUES('several_moves_fit','ambiguous_move','it fits {0:, | and }');
INSERT INTO problem_template VALUES('several_notations','ambiguous_notation','it can be read to its end in several ways: as {0:; as }');
INSERT INTO problem_template VALUES('several_pieces_can_reach','ambiguous_move','which {0:piece}? {1:, | and } can all go to {2}');
INSERT INTO problem_template VALUES('several_readings','ambiguous_move','it can be read as several legal moves');
INSERT INTO problem_template VALUES('several_ways','ambiguous_move','squares on the way are left out; {0: or }?');
INSERT INTO problem_template VALUES('square_is_taken','illegal_move','another piece stands there ({0})');
INSERT INTO problem_template VALUES('square_misprinted','repaired_move','read «{0}» as {1}: one square is misprinted');
INSERT INTO problem_template VALUES('squares_left_out','repaired_move','read «{0}» as {1}: squares on the way are left out');
INSERT INTO problem_template VALUES('squares_left_out_alike','repaired_move','read «{0}» as {1}: squares on the way are left out; others would do the same');
INSERT INTO problem_template VALUES('step_in_longer_move','illegal_move','a plain step is a move of its own ({0})');
INSERT INTO problem_template VALUES('tag_disagrees','result_disagrees','the result is {0} here, but {1} in the Result tag');
INSERT INTO problem_template VALUES('tag_not_closed','unclosed_tag','the tag is not closed: `"]` is missing at the end of the line');
INSERT INTO problem_template VALUES('tag_too_long','over_limit','a tag of more than {0} bytes is cut');
INSERT INTO problem_template VALUES('take_out_tag','remedy','its text is kept as it stands; if it is chess all the same, take out this tag and import it again');
INSERT INTO problem_template VALUES('text_after_end','bad_position','there is text after the sixth field');
INSERT INTO problem_template VALUES('too_many_castle_moves','illegal_move','a side has two castle moves in a game, and they are used ({0})');
INSERT INTO problem_template VALUES('too_many_pieces','bad_position','a side has more than 16 pieces');
INSERT INTO problem_template VALUES('too_many_plies','over_limit','more than {0} plies: the rest is kept as text');
INSERT INTO problem_template VALUES('too_many_problems','over_limit','more than {0} problems: the others are not listed');
INSERT INTO problem_template VALUES('too_many_tags','over_limit','more than {0} tags: the others are left out');
INSERT INTO problem_template VALUES('try_other_notation','remedy','reading notation {0}; try --from-notation if that is wrong');
INSERT INTO problem_template VALUES('two_pieces_can_reach','ambiguous_move','which {0:piece}? {1:, | and } can both go to {2}');
INSERT INTO problem_template VALUES('two_results','result_disagrees','the result is {0} here, but {1} before');
INSERT INTO problem_template VALUES('unexpected_character','stray_close','unexpected character');
INSERT INTO problem_template VALUES('unknown_game','unsupported_variant','a game of {0}, whose rules cofnod does not know');
INSERT INTO problem_template VALUES('unread_before','unreadable_move','text that an earlier import could not read');
INSERT INTO problem_template VALUES('variation_not_closed','unclosed_variation','a variation is not closed: a `)` is missing');
INSERT INTO problem_template VALUES('variation_replaces_nothing','illegal_move','a variation before any move has nothing to replace');
INSERT INTO problem_template VALUES('variations_not_closed','unclosed_variation','{0} variations are not closed');
INSERT INTO problem_template VALUES('words_disagree','result_disagrees','these words say {0}, but the result is {1}');
INSERT INTO problem_template VALUES('write_which','remedy','write which is meant: {0: or }');
INSERT INTO problem_template VALUES('write_without_blank','remedy','write the knight''s move without the blank if it is meant');
INSERT INTO problem_template VALUES('written_as_canter','repaired_move','read «{0}» as {1}: the way to {2} is no canter, but is written as one');
INSERT INTO problem_template VALUES('written_as_jump','repaired_move','read «{0}» as {1}: the way to {2} captures nothing, but is written as a jump');
INSERT INTO problem_template VALUES('wrong_number','misnumbered_move','{0} stands where {1} is due');
CREATE TABLE problem (
    game      INTEGER NOT NULL REFERENCES game,
    ordinal   INTEGER NOT NULL,
    kind      TEXT NOT NULL REFERENCES problem_template,
    frame     TEXT NOT NULL,
    arguments TEXT NOT NULL,
    severity  TEXT NOT NULL CHECK (severity IN ('note', 'fault')),
    line      INTEGER NOT NULL,
    column    INTEGER NOT NULL,
    byte      INTEGER NOT NULL,
    ply       INTEGER NOT NULL,
    line_text TEXT NOT NULL,
    caret     INTEGER NOT NULL,
    width     INTEGER NOT NULL,
    remedy    TEXT NOT NULL,
    remedy_arguments TEXT NOT NULL,
    PRIMARY KEY (game, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO problem VALUES(3,0,'not_a_move','none','["Zz9","English"]','fault',26,24,545,4,'1. e4 e5 2. Bc4 Bc5 3. Zz9 and no more *',23,3,'try_other_notation','["en"]');
INSERT INTO problem VALUES(6,0,'not_a_move','none','["Qh9","English"]','fault',49,4,932,0,'1. Qh9 Kz1 0-1',3,3,'try_other_notation','["en"]');
CREATE TABLE player_alias (
    player    INTEGER PRIMARY KEY REFERENCES player,
    canonical INTEGER NOT NULL REFERENCES player,
    CHECK (player <> canonical)
) STRICT;
CREATE TABLE witness (
    work INTEGER NOT NULL REFERENCES game,
    game INTEGER NOT NULL UNIQUE REFERENCES game,
    PRIMARY KEY (work, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE deleted_game (
    game       INTEGER PRIMARY KEY,
    kept       INTEGER NOT NULL,
    source     INTEGER REFERENCES source,
    line       INTEGER,            -- of the source
    ply_count  INTEGER NOT NULL,
    tags       TEXT NOT NULL,
    deleted_at TEXT NOT NULL       -- UTC
) STRICT;
CREATE TABLE segment (
    id           INTEGER PRIMARY KEY,
    first_game   INTEGER NOT NULL UNIQUE,
    last_game    INTEGER NOT NULL,
    positions    INTEGER NOT NULL,            -- of all its games: one a ply, and the last one
    bucket_bits  INTEGER NOT NULL,            -- the first bits of a key name its bucket
    stale        INTEGER NOT NULL DEFAULT 0,  -- 1: a game has changed since
    CHECK (first_game <= last_game)
) STRICT;
INSERT INTO segment VALUES(1,1,6,34,6,0);
CREATE TABLE position_once   (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
INSERT INTO position_once VALUES(4294967298,X'012702');
INSERT INTO position_once VALUES(4294967312,X'013504');
INSERT INTO position_once VALUES(4294967314,X'012704');
INSERT INTO position_once VALUES(4294967322,X'013704');
INSERT INTO position_once VALUES(4294967323,X'013802');
INSERT INTO position_once VALUES(4294967324,X'013e04');
INSERT INTO position_once VALUES(4294967339,X'012004');
INSERT INTO position_once VALUES(4294967351,X'03269f05e400');
INSERT INTO position_once VALUES(4294967352,X'012d04');
CREATE TABLE position_shared (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
INSERT INTO position_shared VALUES(4294967301,X'023fb75c8a063bc11478ff3b9388d7321506070201ba35023403018d2e03e401');
INSERT INTO position_shared VALUES(4294967305,X'01f6f655414a2d3627060201a22c0234');
INSERT INTO position_shared VALUES(4294967308,X'011805bbc4486f6532060201c5630234');
INSERT INTO position_shared VALUES(4294967315,X'0116bbf465b1d3924c060201c6300234');
INSERT INTO position_shared VALUES(4294967321,X'0170e79a07d573a3640a0302c72a0234862d010a');
INSERT INTO position_shared VALUES(4294967337,X'016e53d00be4a2f7a6060201ff360234');
INSERT INTO position_shared VALUES(4294967342,X'01b74c3ca8de726dbb070301b53203e401');
INSERT INTO position_shared VALUES(4294967343,X'011694a8fea1b2bfbc050201000234');
INSERT INTO position_shared VALUES(4294967352,X'0112bf4baad48d3ee0060201b1340234');
CREATE TABLE position_games  (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
CREATE TABLE segment_column  (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
INSERT INTO segment_column VALUES(4294967296,X'010000b4dd0000009d07a30200000c0000000002000000800000000000');
INSERT INTO segment_column VALUES(4295000064,X'0a0a05010800');
INSERT INTO segment_column VALUES(4295032840,X'0457');
INSERT INTO segment_column VALUES(4295032841,X'0457');
INSERT INTO segment_column VALUES(4295032842,X'0457');
INSERT INTO segment_column VALUES(4295032843,X'0457');
INSERT INTO segment_column VALUES(4295032844,X'0457');
INSERT INTO segment_column VALUES(4295032845,X'0457');
INSERT INTO segment_column VALUES(4295032846,X'0457');
INSERT INTO segment_column VALUES(4295032847,X'0457');
INSERT INTO segment_column VALUES(4295032860,X'0457');
INSERT INTO segment_column VALUES(4295032896,X'010c');
INSERT INTO segment_column VALUES(4295032897,X'03e401');
INSERT INTO segment_column VALUES(4295032902,X'0457');
INSERT INTO segment_column VALUES(4295032917,X'03c402');
INSERT INTO segment_column VALUES(4295032962,X'0457');
INSERT INTO segment_column VALUES(4295032965,X'0457');
INSERT INTO segment_column VALUES(4295032972,X'010c');
INSERT INTO segment_column VALUES(4295032984,X'0234');
INSERT INTO segment_column VALUES(4295032986,X'010a');
INSERT INTO segment_column VALUES(4295032993,X'0234');
INSERT INTO segment_column VALUES(4295033024,X'03e401');
INSERT INTO segment_column VALUES(4295033025,X'010c');
INSERT INTO segment_column VALUES(4295033029,X'03c402');
INSERT INTO segment_column VALUES(4295033031,X'0457');
INSERT INTO segment_column VALUES(4295033091,X'0457');
INSERT INTO segment_column VALUES(4295033156,X'050d');
INSERT INTO segment_column VALUES(4295033158,X'03c402');
INSERT INTO segment_column VALUES(4295033228,X'010b');
INSERT INTO segment_column VALUES(4295033252,X'0457');
INSERT INTO segment_column VALUES(4295033256,X'0234');
INSERT INTO segment_column VALUES(4295033264,X'0457');
INSERT INTO segment_column VALUES(4295033265,X'0457');
INSERT INTO segment_column VALUES(4295033266,X'0457');
INSERT INTO segment_column VALUES(4295033267,X'0457');
INSERT INTO segment_column VALUES(4295033268,X'0457');
INSERT INTO segment_column VALUES(4295033269,X'0457');
INSERT INTO segment_column VALUES(4295033270,X'0457');
INSERT INTO segment_column VALUES(4295033271,X'0457');
INSERT INTO segment_column VALUES(4295033322,X'0234');
INSERT INTO segment_column VALUES(4295033325,X'03c402');
INSERT INTO segment_column VALUES(4295033336,X'010c');
INSERT INTO segment_column VALUES(4295033337,X'03e401');
INSERT INTO segment_column VALUES(4295033342,X'0457');
INSERT INTO segment_column VALUES(4295033378,X'010a');
INSERT INTO segment_column VALUES(4295033396,X'010c');
INSERT INTO segment_column VALUES(4295033402,X'0457');
INSERT INTO segment_column VALUES(4295033405,X'0457');
INSERT INTO segment_column VALUES(4295033464,X'03e401');
INSERT INTO segment_column VALUES(4295033465,X'010c');
INSERT INTO segment_column VALUES(4295033471,X'0457');
INSERT INTO segment_column VALUES(4295033531,X'0457');
INSERT INTO segment_column VALUES(4295033556,X'010b');
INSERT INTO segment_column VALUES(4295033596,X'0457');
INSERT INTO segment_column VALUES(4295098370,X'010b');
INSERT INTO segment_column VALUES(4295229440,X'04045397b1');
INSERT INTO segment_column VALUES(4295233536,X'05045397b1');
INSERT INTO segment_column VALUES(4295237632,X'0404436587');
INSERT INTO segment_column VALUES(4295241728,X'04025705');
INSERT INTO segment_column VALUES(4295245824,X'8ba68809130300d0b07a00000200100080000000');
CREATE TABLE material (
    segment   INTEGER NOT NULL REFERENCES segment,
    signature INTEGER NOT NULL,
    games     INTEGER NOT NULL,               -- how many
    content   BLOB NOT NULL,
    PRIMARY KEY (segment, signature)
) STRICT, WITHOUT ROWID;
INSERT INTO material VALUES(1,1048576,1,X'010b');
INSERT INTO material VALUES(1,77888299560,4,X'2157');
CREATE TABLE _counts ("table" TEXT PRIMARY KEY, count INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO _counts VALUES('deleted_game',0);
INSERT INTO _counts VALUES('event',6);
INSERT INTO _counts VALUES('form',6);
INSERT INTO _counts VALUES('game',6);
INSERT INTO _counts VALUES('game_annotation',2);
INSERT INTO _counts VALUES('game_charset',0);
INSERT INTO _counts VALUES('game_movetext',4);
INSERT INTO _counts VALUES('game_source',4);
INSERT INTO _counts VALUES('game_tag',3);
INSERT INTO _counts VALUES('game_unread',2);
INSERT INTO _counts VALUES('import_batch',1);
INSERT INTO _counts VALUES('material',2);
INSERT INTO _counts VALUES('player',10);
INSERT INTO _counts VALUES('player_alias',0);
INSERT INTO _counts VALUES('position_games',0);
INSERT INTO _counts VALUES('position_once',9);
INSERT INTO _counts VALUES('position_shared',9);
INSERT INTO _counts VALUES('problem',2);
INSERT INTO _counts VALUES('segment',1);
INSERT INTO _counts VALUES('segment_column',60);
INSERT INTO _counts VALUES('site',1);
INSERT INTO _counts VALUES('source',1);
INSERT INTO _counts VALUES('source_run',1);
INSERT INTO _counts VALUES('witness',0);
CREATE UNIQUE INDEX source_by_content ON source (content_hash) WHERE content_hash <> '';
CREATE INDEX player_alias_by_canonical ON player_alias (canonical);
CREATE TRIGGER game_gone AFTER DELETE ON game BEGIN
    UPDATE segment SET stale = 1 WHERE OLD.id BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_put_in AFTER INSERT ON game BEGIN
    UPDATE segment SET stale = 1 WHERE NEW.id BETWEEN first_game AND last_game;
END;
CREATE TRIGGER game_changed AFTER UPDATE ON game BEGIN  -- OF would not see a change of rowid
    UPDATE segment SET stale = 1 WHERE OLD.id BETWEEN first_game AND last_game OR NEW.id BETWEEN first_game AND last_game;
END
;
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
CREATE VIEW games_view AS
SELECT g.id,
       w.name AS white,
       b.name AS black,
       CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END AS result,
       CASE WHEN g.date IS NOT NULL THEN
           CASE WHEN g.date / 10000     = 0 THEN '????' ELSE printf('%04d', g.date / 10000) END || '.' ||
           CASE WHEN g.date / 100 % 100 = 0 THEN '??' ELSE printf('%02d', g.date / 100 % 100) END || '.' ||
           CASE WHEN g.date % 100       = 0 THEN '??' ELSE printf('%02d', g.date % 100) END
       END AS date,
       e.name AS event,
       s.name AS site,
       g.round,
       g.white_elo,
       g.black_elo,
       g.eco,
       g.ply_count AS plies,
       CASE g.state WHEN 0 THEN 'complete' WHEN 1 THEN 'incomplete' ELSE 'rejected' END AS state,
       f.notation,
       m.san AS moves,
       g.start,
       source.path AS source,
       run.line + g.line AS line,
       run.byte + g.byte AS byte,
       g.bytes
FROM game g
JOIN form f ON f.id = g.form
LEFT JOIN player w ON w.id = g.white
LEFT JOIN player b ON b.id = g.black
LEFT JOIN event e ON e.id = g.event
LEFT JOIN site s ON s.id = g.site
LEFT JOIN game_movetext m ON m.game = g.id
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= g.id)
LEFT JOIN source ON source.id = run.source;
CREATE VIEW moves_view AS
SELECT m.game, j.key + 1 AS ply, ltrim(j.value, '0123456789.') AS move
FROM game_movetext m,
     json_each('["' || replace(m.san, ' ', '","') || '"]') j
WHERE m.san <> '';
CREATE VIEW tags_view AS
SELECT g.id AS game, j.key AS ordinal, j.value AS name,
 coalesce(t.value,
  CASE j.value
    WHEN 'Event'    THEN (SELECT name FROM event WHERE id = g.event)
    WHEN 'Site'     THEN (SELECT name FROM site WHERE id = g.site)
    WHEN 'White'    THEN (SELECT name FROM player WHERE id = g.white)
    WHEN 'Black'    THEN (SELECT name FROM player WHERE id = g.black)
    WHEN 'Date'     THEN
      CASE WHEN g.date IS NOT NULL THEN
        CASE WHEN g.date / 10000     = 0 THEN '????' ELSE printf('%04d', g.date / 10000) END || '.' ||
        CASE WHEN g.date / 100 % 100 = 0 THEN '??' ELSE printf('%02d', g.date / 100 % 100) END || '.' ||
        CASE WHEN g.date % 100       = 0 THEN '??' ELSE printf('%02d', g.date % 100) END
      END
    WHEN 'Round'    THEN CAST(g.round AS TEXT)
    WHEN 'Result'   THEN
      CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END
    WHEN 'WhiteElo' THEN CAST(g.white_elo AS TEXT)
    WHEN 'BlackElo' THEN CAST(g.black_elo AS TEXT)
    WHEN 'ECO'      THEN g.eco
    WHEN 'FEN'      THEN g.start
    WHEN 'SetUp'    THEN '1'
    WHEN 'PlyCount' THEN CAST(g.ply_count AS TEXT)
  END,
  '') AS value
FROM game g
JOIN form f ON f.id = g.form
JOIN json_each(f.tag_names) j
LEFT JOIN game_tag t ON t.game = g.id AND t.ordinal = j.key;
CREATE VIEW players_view AS
SELECT p.name,
       count(*) AS games,
       sum(side = 1) AS as_white,
       sum(side = 2) AS as_black,
       sum(result = side) AS won,
       sum(result = 3) AS drawn,
       sum(result = 3 - side) AS lost,
       max(elo) AS best_elo
FROM player p
JOIN (SELECT white AS player, 1 AS side, result, white_elo AS elo FROM game
      UNION ALL
      SELECT black, 2, result, black_elo FROM game) played ON played.player = p.id
GROUP BY p.id;
CREATE VIEW problems_view AS
SELECT source.path AS source, p.line, p.column, p.game, p.severity, k."group", p.kind,
 (WITH RECURSIVE walk(done, slot, rest) AS (
  SELECT '', '9', replace(coalesce(f.template, '{}'), '{}', k.template) || '{}'
  UNION ALL
  SELECT done || coalesce((
    SELECT substr(group_concat(iif(key > 0 AND key = n - 1, last, gap) || value, ''), length(gap) + 1)
    FROM (SELECT key, value, count(*) OVER () AS n, substr(by, 1, instr(by || '|', '|') - 1) AS gap,
      substr(by, instr(by, '|') + 1) AS last
     FROM (SELECT substr(slot, instr(slot, ':') + 1) AS by, iif(slot GLOB 'l*', '#-1', substr(slot, 1, 1)) AS i),
      json_each(p.arguments, '$[' || i || ']'))), '') || substr(rest, 1, instr(rest, '{') - 1),
   substr(rest, instr(rest, '{') + 1, instr(rest, '}') - instr(rest, '{') - 1),
   substr(rest, instr(rest, '}') + 1)
  FROM walk WHERE rest <> '') SELECT done FROM walk WHERE rest = '') AS message,
 p.line_text,
 (SELECT replace(replace(r.template, '{0}', coalesce(max(value), '')), '{0: or }', coalesce(group_concat(value, ' or '), ''))
  FROM json_each(p.remedy_arguments, '$[0]')) AS remedy,
 p.ordinal, p.arguments
FROM problem p
LEFT JOIN problem_template k ON k.name = p.kind
LEFT JOIN problem_template f ON f.name = p.frame
LEFT JOIN problem_template r ON r.name = p.remedy
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= p.game)
LEFT JOIN source ON source.id = run.source;
CREATE VIEW rejects_view AS
SELECT v.id AS game, v.state, v.source, v.line, v.white, v.black, v.plies,
       (SELECT message FROM problems_view WHERE game = v.id AND severity = 'fault' ORDER BY ordinal LIMIT 1) AS reason,
       u.text AS unread
FROM games_view v
LEFT JOIN game_unread u ON u.game = v.id
WHERE v.state <> 'complete';
CREATE VIEW witnesses_view AS
SELECT w.work, w.game, w.game = w.work AS is_fullest, v.white, v.black, v.date, v.plies, v.notation, v.source, v.line,
       s.citation
FROM witness w
JOIN games_view v ON v.id = w.game
LEFT JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= w.game)
LEFT JOIN source s ON s.id = run.source;
CREATE VIEW spellings_view AS
SELECT p.id AS player, p.name, coalesce(a.canonical, p.id) AS person, c.name AS known_as
FROM player p
LEFT JOIN player_alias a ON a.player = p.id
LEFT JOIN player c ON c.id = a.canonical;
CREATE VIEW sources_view AS
SELECT id, path, citation, format, charset, state, found, complete, incomplete, rejected, bytes, separators,
       separator_bytes, iif(state = 'done', bytes, bytes_done) - game_bytes - separator_bytes AS bytes_unaccounted,
       content_hash, batch
FROM source;
COMMIT;
