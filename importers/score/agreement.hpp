#pragma once

#include <cstdint>

#include "importers/score/written_move.hpp"
#include "notation/words.hpp"

namespace cofnod::importers {

/// Marks of one written move that the board contradicts. A missing mark is a habit of its writer, and contradicts
/// nothing.
struct FalseMarks {
    bool capture = false;     ///< `x`, and nothing is taken
    bool check = false;       ///< `+`, and there is no check
    bool mate = false;        ///< `#`, and it is not mate
    bool departure = false;   ///< `Ngf3`, and no other knight reaches f3
    bool en_passant = false;  ///< `e.p.`, and it is not

    [[nodiscard]] bool any() const { return capture || check || mate || departure || en_passant; }
};

/// Returns the false marks of a move, but for its departure. `san`: the move as chess::san_reading writes it; `check`:
/// of the position after it.
FalseMarks false_marks(const WrittenMove& written, const notation::Reading& san, notation::CheckMark check);
/// Returns the false marks of a move that is written as chess::san_reading does, but for the mark `said`.
FalseMarks false_marks(notation::CheckMark said, notation::CheckMark check);

/// Returns true if a move that is to be played here tells its piece from others, and none of them reaches its square.
bool is_departure_false(const WrittenMove& written, const notation::Reading& san, chess::Move move,
                        const chess::Position& position);

/// Returns true unless the move has a sign of capture, check or mate that is false in this position.
bool agrees_with_board(const WrittenMove& written, chess::Move move, const chess::Position& position);

/// Counts of what the main line of a score contradicts when it is read in one way: few for the way that was meant.
struct Agreement {
    std::uint32_t captures = 0, checks = 0, mates = 0, departures = 0;  ///< false marks
    std::uint32_t pawn_moves = 0;
    std::uint32_t pawn_letters = 0;  ///< pawn moves written with the letter of the pawn, `Pf3`

    void add(const FalseMarks& marks);

    /// Returns the number of false marks.
    [[nodiscard]] std::uint32_t false_marks() const { return captures + checks + mates + departures; }
    /// Returns true if some pawn moves are written with their letter, and some without.
    [[nodiscard]] bool has_mixed_pawns() const { return pawn_letters > 0 && pawn_letters < pawn_moves; }
    /// Returns the weight of all contradictions; 0: the score agrees with itself. Of two readings that differ by
    /// `decisive` or more, the lighter one was meant.
    [[nodiscard]] std::uint32_t weight() const;
    static constexpr std::uint32_t decisive = 2;

    bool operator==(const Agreement&) const = default;
};

}  // namespace cofnod::importers
