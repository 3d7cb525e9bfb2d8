#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/score/likeness.hpp"
#include "importers/score/written_move.hpp"

namespace cofnod::importers {

/// A way to write a legal move.
struct MoveSpelling {
    chess::Move move;
    std::u32string text;
    Cost cost;  ///< of writing it so, and not in the usual way
};

/// The ways to write the legal moves of a position in one notation, and in the manner of one score.
class MoveSpeller {
public:
    /// `text`: of the score, which shows whether it writes `P to K4` or `P-K4`, `B takes P` or `BxP`.
    MoveSpeller(const notation::Language& language, std::string_view text);

    /// True for a notation whose moves can be written here: those of squares, and of descriptive ones the English.
    [[nodiscard]] bool can_write() const;
    /// True if pieces are written as ♔ to ♙.
    [[nodiscard]] bool has_figurines() const;
    [[nodiscard]] std::vector<MoveSpelling> spellings(const Situation& situation) const;

private:
    void add_algebraic(const chess::Position& position, chess::Move move, std::vector<MoveSpelling>& all) const;
    void add_descriptive(const Situation& situation, chess::Move move, std::vector<MoveSpelling>& all) const;
    void add_castling(chess::Move move, notation::CheckMark check, std::vector<MoveSpelling>& all) const;
    [[nodiscard]] std::string_view letter(notation::Role role) const;
    [[nodiscard]] std::string file_of(notation::File file) const;
    [[nodiscard]] std::string square_of(chess::Square square, chess::Color side) const;

    const notation::Language& language_;
    bool has_words_for_dash_, has_words_for_capture_, has_kt_;
};

/// Returns the code points of a text; without the strokes that only lengthen Arabic words.
std::u32string code_points(std::string_view text);

}  // namespace cofnod::importers
