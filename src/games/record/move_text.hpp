#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/tr.hpp"
#include "games/chess/position.hpp"
#include "games/record/record.hpp"
#include "games/record/replay.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod {

/// Returns a legal move in the notation: "Nd5+".
std::string move_text(const chess::Position& before, chess::Move move, const notation::Language& language);

/// Returns a legal ply of any game as text: "Nd5+", "C6-E6xG8". The language applies to chess moves.
template <RecordedGame G>
std::string move_text(const typename G::Position& before, const typename G::Ply& ply,
                      const notation::Language& language) {
    if constexpr (WordGame<G>)
        return G::write_ply(before, ply);
    else
        return move_text(before, ply, language);
}

/// Appends move_text(), given the position after the move.
void append_move(std::string& out, const chess::Position& before, const chess::Position& after, chess::Move move,
                 const notation::Language& language);
template <RecordedGame G>
void append_move(std::string& out, const typename G::Position& before, const typename G::Position& after,
                 const typename G::Ply& ply, const notation::Language& language) {
    if constexpr (WordGame<G>)
        out += G::write_ply(before, ply);
    else
        append_move(out, before, after, ply, language);
}

/// Returns a move in UCI notation for a game that begins at `start`; empty for games other than chess.
std::string uci_text(const chess::Position& start, chess::Move move);
template <RecordedGame G>
std::string uci_text(const typename G::Position& start, const typename G::Ply& ply) {
    if constexpr (WordGame<G>)
        return {};
    else
        return uci_text(start, ply);
}

/// Numbers the moves of a game.
class MoveNumbers {
public:
    template <RecordedGame G>
    static MoveNumbers from(const typename G::Position& start) {
        const bool black_begins = !G::is_white_to_move(start);
        if constexpr (WordGame<G>)
            return {1, black_begins};
        else
            return {static_cast<std::uint32_t>(start.fullmove_number()), black_begins};
    }

    /// Throws StoreError for an invalid start position.
    static MoveNumbers of(const GameRecord& record);

    /// Returns true if the move after `ply` others is Black's.
    [[nodiscard]] bool is_black(std::uint32_t ply) const { return (ply % 2 == 1) != black_begins_; }
    /// Returns the number of the move that is played after `ply` others: "12." or "12...".
    [[nodiscard]] std::string at(std::uint32_t ply) const;
    /// Returns the number of plies up to and including White's or Black's move of that number; may be out of range.
    [[nodiscard]] std::int64_t plies_after(std::int64_t number, bool black) const {
        return 2 * (number - static_cast<std::int64_t>(first_)) + (black ? 2 : 1) - (black_begins_ ? 1 : 0);
    }

private:
    MoveNumbers(std::uint32_t first, bool black_begins) : first_(first), black_begins_(black_begins) {}

    std::uint32_t first_;
    bool black_begins_;
};

/// Returns "12." or "12...".
std::string move_number(const chess::Position& before);

/// Returns "12. Nd5+" or "12... Nd5+".
std::string numbered_move(const chess::Position& before, chess::Move move, const notation::Language& language);

/// Returns how the game ends in this position, or the side to move.
template <RecordedGame G>
std::string_view standing(const typename G::Position& position) {
    const std::string_view ending = G::ending(position);
    return !ending.empty() ? ending : G::is_white_to_move(position) ? phrase("White to move") : phrase("Black to move");
}

/// Returns the reason why a draw can be claimed; empty if it cannot. `keys`: keys of all positions up to this one.
template <RecordedGame G>
std::string claimable_draw(const typename G::Position& position, std::span<const std::uint64_t> keys) {
    if (!G::ending(position).empty()) return {};
    if (const int earlier = earlier_occurrences(keys, G::quiet_plies(position)); earlier >= 2)
        return tr("a draw can be claimed: this position has occurred {} times", earlier + 1);
    return is_fifty_move_draw(G::quiet_plies(position)) ? tr("a draw can be claimed: fifty-move rule") : "";
}

/// Commands that programs write into the comment after a move: `[%clk 1:05:23]`, `[%emt 0:00:07]`, `[%eval 0.32]`,
/// `[%eval #-3]`; also `+0.40/13 0.5s` of cutechess and similar programs, and `d=25, mt=4500, wv=0.32` of TCEC. A
/// comma may replace the decimal point.
struct MoveCommands {
    std::optional<double> clock;       ///< seconds left
    std::optional<double> elapsed;     ///< seconds that the move took
    std::optional<double> evaluation;  ///< in pawns, from White's side
    std::optional<int> mate;           ///< moves to mate, negative if Black mates
    std::optional<int> depth;          ///< plies searched for the evaluation

    [[nodiscard]] bool is_empty() const { return !clock && !elapsed && !evaluation && !mate && !depth; }
};

/// Meaning of numbers that may be read in two ways.
struct CommandDialect {
    bool has_decimal_comma = false;      ///< `[%eval 0,13]` is no evaluation with its depth
    bool has_hours_and_minutes = false;  ///< `[%clk 1:30]`
};

/// Reads the commands in the comments of a game; what its numbers mean is decided by all of them together. Unreadable
/// commands are skipped; they remain in the comments.
class CommandReader {
public:
    /// `time_control`: the tag TimeControl, which only clocks depend on; empty if unknown.
    CommandReader(const Annotations& annotations, std::string_view time_control);

    /// Adds the commands of a comment after a move of White or Black to `commands`.
    void read(std::string_view comment, bool is_black, MoveCommands& commands) const;

private:
    CommandDialect dialect_;
};

/// Returns the commands of each main-line ply, from the first; empty if there are none at all.
std::vector<MoveCommands> move_commands(const GameRecord& record);

/// Returns the pawns that a move cost the side that played it: the evaluation before it less the one after it, each at
/// most 20 pawns, as is a mate. `before`: commands of the move before; nullptr if there is none, which is 0.2 pawns.
/// nullopt: an evaluation is unknown.
std::optional<double> loss_of(const MoveCommands* before, const MoveCommands& after, bool is_black);

/// Returns the loss of the move of a main-line ply.
std::optional<double> loss_of(std::span<const MoveCommands> commands, std::uint32_t ply, bool is_black);

/// Reads a time as seconds: 1:05:23.4, 1:05:23,4, 05:23 or 23.
std::optional<double> read_clock(std::string_view text);

/// Returns a comment without its commands, `[%clk 1:05:23]`.
std::string without_commands(std::string_view comment);

}  // namespace cofnod
