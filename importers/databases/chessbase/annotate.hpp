#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/databases/chessbase/moves.hpp"
#include "importers/databases/chessbase/tags.hpp"
#include "importers/databases/record.hpp"

namespace cofnod::importers::databases::chessbase {

/// A note of a game.
struct Note {
    enum class Kind : std::uint8_t {
        text_after = 0x02,
        signs = 0x03,  ///< up to three NAGs
        squares = 0x04,
        arrows = 0x05,
        time_spent = 0x07,
        quoted_game = 0x13,
        white_clock = 0x16,
        black_clock = 0x17,
        critical = 0x18,
        link = 0x1C,
        evaluation = 0x21,
        medals = 0x22,
        color_of_line = 0x23,
        time_control = 0x24,
        text_before = 0x82,
    };
    static constexpr std::int32_t before_game = -1;

    std::int32_t node;  ///< move, counted from 0 in the order of the record of moves
    Kind kind;          ///< perhaps none of these
    Bytes data;
};

/// The notes of a game, in the order of their block: views into it.
struct Notes {
    std::vector<Note> all;
    bool end_early = false;  ///< the block is shorter than it declares, or ends in the middle of a note
};

Notes read_notes(std::string_view block);

/// Returns a note as a command in a comment, "[%csl Gd4,Rb5]"; nullopt for a kind that has none. `is_whites`: the note
/// is about a move of White's.
std::optional<std::string> command_of(const Note& note, const Texts& texts, bool is_whites);

/// Returns what kinds of notes are called that have no command: "training", "sound".
std::string_view name_of_left_out(Note::Kind kind);

/// Returns the text of a note in words, with its language before it, "[%lang de] Schwarz steht gut", if it has one.
std::string text_of_note(const Note& note, const Texts& texts);

/// Adds variations and notes to a game whose main line has been read. What is no text becomes a command in a comment,
/// as ChessBase writes it in PGN: `[%csl Gd4]`. Notes of moves that were not read follow all others.
void annotate(const RecordedMoves& moves, Notes notes, const Header& header, const Texts& texts, const Limits& limits,
              GameRecord& game);

}  // namespace cofnod::importers::databases::chessbase
