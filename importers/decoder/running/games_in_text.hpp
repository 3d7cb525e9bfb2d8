#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "importers/decoder/running/evidence_search.hpp"

namespace cofnod::importers::running {

/// A line of play that has won its text from all others.
struct GameInText {
    enum class Kind : std::uint8_t {
        game,   ///< from a number 1
        board,  ///< from a board drawn in the text
        note,   ///< in a note: its first moves are those of the game above it
    };
    /// A reason not to call the game complete.
    enum class Doubt : std::uint8_t {
        none,
        rival,     ///< another line is nearly as likely
        far_move,  ///< a move is a misprint, or far from the others
        little,    ///< too little evidence for the number of moves
    };

    LineInText line;
    Kind kind = Kind::game;
    std::size_t borrowed = 0;        ///< number of first moves that are taken from another place
    const Diagram* board = nullptr;  ///< on which the line begins
    Doubt doubt = Doubt::none;
    std::size_t doubtful_ply = 0;
};

/// Finds the lines of play of a text: every number 1 and every board begins one; the most evident come first, and no
/// text belongs to two.
class GamesOfText {
public:
    GamesOfText(const RunningText& text, Lattice& lattice, const Evidence& weights);

    /// Returns the lines in the order of the text. `effort`: places that may be tried before a line is found; each line
    /// allows more.
    std::vector<GameInText> find(std::size_t effort);
    [[nodiscard]] std::size_t effort() const { return search_.effort(); }

private:
    void find_written_games(std::vector<GameInText>& taken);
    static std::vector<bool> find_entangled(const std::vector<LineInText>& lines);
    void find_other_games(std::vector<GameInText>& taken);
    std::vector<GameInText> from_boards(const std::vector<GameInText>& taken);
    std::vector<GameInText> from_notes(const std::vector<GameInText>& taken);
    void take(std::vector<GameInText> found, std::vector<GameInText>& taken);
    void judge(GameInText& game) const;
    LineInText follow(PlaceInText at, const chess::Position& start, int number, float cost,
                      const Diagram* board = nullptr);
    [[nodiscard]] bool may_begin(const NumberInText& number);
    [[nodiscard]] bool is_used(PlaceInText at) const { return search_.is_taken(at); }

    const RunningText& text_;
    Lattice& lattice_;
    const Evidence& weights_;
    EvidenceSearch search_;
    std::vector<PlaceInText> starts_;     ///< numbers 1 with a line to be followed again
    std::vector<PlaceInText> entangled_;  ///< the same, whose lines share moves
};

}  // namespace cofnod::importers::running
