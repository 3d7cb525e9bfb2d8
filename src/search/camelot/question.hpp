#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "games/camelot/pack.hpp"
#include "games/camelot/position.hpp"
#include "search/camelot/pattern.hpp"
#include "search/search.hpp"

namespace cofnod::search {

/// The Camelot counterpart of WantedPosition.
class WantedCamelotPosition {
public:
    /// Fields compared besides the pieces; both: the exact position.
    struct Fields {
        bool turn = true;
        bool castle_moves = true;

        bool operator==(const Fields&) const = default;
    };

    explicit WantedCamelotPosition(const camelot::Position& position, Fields fields);
    explicit WantedCamelotPosition(const camelot::Position& position) : WantedCamelotPosition(position, Fields{}) {}

    [[nodiscard]] bool is_exact() const { return fields_ == Fields{}; }
    [[nodiscard]] Fields fields() const { return fields_; }
    [[nodiscard]] const camelot::Position& position() const { return position_; }
    /// Key of the exact position, for the position index.
    [[nodiscard]] std::uint64_t key() const { return position_.key(); }

    [[nodiscard]] bool is_in(const camelot::Replayer& game) const;
    /// Returns true if the game can no longer reach the position, because too many pieces are captured.
    [[nodiscard]] bool is_gone(const camelot::Replayer& game) const;

private:
    camelot::Position position_;
    Fields fields_;
    std::array<int, 2> counts_;  ///< number of pieces, by colour
};

/// A conjunction of pieces on squares, for Camelot: `NC6 mJ11`.
class CamelotPieces {
public:
    /// Condition: `piece` on one of the squares.
    struct Placed {
        camelot::Piece piece;
        camelot::Bitboard squares;
    };
    void add(Placed placed) { conditions_.push_back(placed); }

    [[nodiscard]] const std::vector<Placed>& conditions() const { return conditions_; }
    [[nodiscard]] bool is_in(const camelot::Position& position) const {
        for (const auto& [piece, squares] : conditions_)
            if ((position.pieces(piece.color, piece.role) & squares).empty()) return false;
        return true;
    }

private:
    std::vector<Placed> conditions_;
};

/// Reads pieces (N, M for White, n, m for Black) with their squares; `N[C,E]6` and `MF-G16` mean one of several
/// squares. Grammar: grammar/camelot.hpp.
Expected<CamelotPieces, TextFault> read_camelot_pieces(std::string_view text);

/// Reads a wanted position from the fields of a Camelot position (camelot/notation.hpp). A side to move or castle
/// moves that are missing, or `?`, match any. The board is recognised by its shape.
Expected<WantedCamelotPosition, TextFault> read_camelot_position(std::string_view text);

/// Moves entered by the user, from the standard position of a board: `1.E6-E8 H11-F9`.
struct WrittenCamelotMoves {
    std::vector<camelot::Move> moves;
    camelot::Position after;
};
Expected<WrittenCamelotMoves, TextFault> read_camelot_moves(std::string_view text,
                                                            const camelot::Board& board = camelot::boards::camelot);

/// Return true if a text can only be meant for Camelot: a position with `*` or more than eight ranks; a score whose
/// first move is legal, or names a square that chess does not have; pieces that include a Man, or have capital files.
bool is_camelot_position(std::string_view text);
bool is_camelot_score(std::string_view text);
bool are_camelot_pieces(std::string_view text);

/// Conditions on positions and moves of Camelot.
class CamelotQuestion : public Question {
public:
    const camelot::Board* board = nullptr;  ///< nullptr: any board of the family
    std::vector<camelot::Move> opening;     ///< by effect, from the standard position of the board
    std::optional<WantedCamelotPosition> position;
    std::optional<CamelotPieces> pieces;
    std::optional<CamelotPattern> pattern;
    MoveTraits played;  ///< traits of the move that reached the position

    [[nodiscard]] bool asks_for_position() const override { return position || pieces || pattern || !played.empty(); }
    [[nodiscard]] std::optional<std::uint64_t> exact_key() const override {
        return position && position->is_exact() ? std::optional(position->key()) : std::nullopt;
    }
    [[nodiscard]] bool asks_for_key_alone() const override {
        return exact_key() && opening.empty() && !pieces && !pattern && played.empty();
    }
    [[nodiscard]] std::unique_ptr<QuestionMatcher> matcher() const override;
    [[nodiscard]] std::vector<std::string> description() const override;
};

}  // namespace cofnod::search
