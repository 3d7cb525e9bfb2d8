#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "games/record/move_text.hpp"
#include "games/record/record.hpp"
#include "reports/writer.hpp"

namespace cofnod::reports {

/// Origin of a game, and the place of the match in it.
struct GameOrigin {
    std::string source;                ///< path
    std::string citation;              ///< empty: none
    std::optional<std::uint32_t> ply;  ///< as in ListedGame
    std::string move;                  ///< as in ListedGame
};

/// A complete game as data. The record must outlive it.
struct ExportedGame {
    std::int64_t id = 0;
    const GameRecord& record;
    GameOrigin origin;
    const notation::Language& language;
    std::string start, moves;                              ///< start position; main line in the requested notation
    std::optional<std::string> uci;                        ///< nullopt for games without UCI notation
    std::optional<std::string> final_position, final_key;  ///< nullopt if no move could be played
};

/// Replays the main line. Throws StoreError if its moves are damaged.
ExportedGame exported(std::int64_t id, const GameRecord& record, GameOrigin origin, const notation::Language& language);

/// Declares the list of complete games that `export` writes; `with_ply` adds the place of the match. `columns`: as in
/// position_export.
Answer<ExportedGame> game_export(bool with_ply = false, const std::vector<std::string>& columns = {});

/// Returns the main line as text, in the notation or in UCI.
std::string main_line_text(const GameRecord& record, const notation::Language& language);
std::string uci_line_text(const GameRecord& record);

// Games as single lines for other programs.

/// Appends the position after `ply` plies; `-` for a game without playable moves.
void append_fen(const GameRecord& record, std::uint32_t ply, std::string& out);

/// Appends four fields of the FEN of that position, then operations: the counters, the move played (sm), what an engine
/// said of the position (ce, dm, acd, acs; from the side to move), the operations of an imported EPD, and the players,
/// or the game's id. A position without moves and players has only its own operations, and counters other than 0 and 1.
/// Chess only.
void append_epd(std::int64_t id, const GameRecord& record, std::uint32_t ply, const notation::Language& english,
                std::string& out);

/// Returns the operations of an imported EPD, `bm Nf3; id "WAC.001";`; empty for a record with moves.
std::string operations_of_position(const GameRecord& record);

/// Appends the moves as UCI or Camelot paths, preceded by the start position unless it is the initial one; `-` if there
/// are none.
void append_uci(const GameRecord& record, const notation::Language& language, std::string& out);

/// A position of a game, with the move that led to it.
struct ExportedPosition {
    std::int64_t game = 0;
    std::uint32_t line = 0;  ///< search::Hit::line
    std::uint32_t ply = 0;
    std::uint32_t until = 0;          ///< search::Hit::until
    std::optional<std::string> move;  ///< nullopt at the start
    std::optional<std::string> uci;   ///< nullopt at the start, and for games without UCI notation
    std::string position;             ///< FEN, or the Camelot equivalent
    std::uint64_t key = 0;
    MoveCommands commands;
    std::optional<double> loss;          ///< loss_of
    std::string signs;                   ///< "!? ⩲"
    const GameRecord* record = nullptr;  ///< for the values of its tags
};

/// Passes the positions of the main line to `take`, beginning with ply 0, or the one after `only` plies. Throws
/// StoreError if the moves are damaged.
void for_each_position(std::int64_t id, const GameRecord& record, const notation::Language& language,
                       const std::function<void(const ExportedPosition&)>& take,
                       std::optional<std::uint32_t> only = std::nullopt);

/// Declares the list of all positions of games, or only of those found, which have their variation and the end of their
/// run. `columns`: names of the members; empty: the usual ones. Throws UsageError for an unknown name.
Answer<ExportedPosition> position_export(bool only_found, const std::vector<std::string>& columns);

}  // namespace cofnod::reports
