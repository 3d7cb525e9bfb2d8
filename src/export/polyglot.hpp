#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <unordered_map>

#include "games/chess/position.hpp"
#include "games/record/record.hpp"

namespace cofnod::polyglot {

// Opening books in the format of Polyglot, which most engines and interfaces read: the moves played from each position,
// 16 bytes each, sorted by the position's key. Source: http://hgm.nubati.net/book_format.html

/// Returns the key of a position. `passed`: target of the last move if that was a double step of a pawn; it counts if a
/// pawn is next to it, even a pinned one.
std::uint64_t key_of(const chess::Position& position, std::optional<chess::Square> passed);

/// Returns a move in the form of the format: three bits each for file and rank of the target, then of the origin, and
/// the promoted role; castling is the king's move to its rook.
std::uint16_t move_code(chess::Move move);

/// Adds up the moves of games.
class Book {
public:
    /// `plies`: number of moves that are taken from each game.
    explicit Book(std::uint32_t plies) : plies_(plies) {}

    /// Adds the main line of a chess game that begins at the initial position; returns false for any other game.
    bool add(const GameRecord& record);
    /// Writes the moves that at least `least_games` games played. A move's weight is twice the wins of its side plus the
    /// draws, or 1 if there are none; in a position with larger sums than 16 bits hold, all are scaled. Returns the number
    /// of moves.
    std::size_t write(std::ostream& out, std::uint32_t least_games) const;

private:
    struct Played {
        std::uint32_t games = 0;
        std::uint64_t half_points = 0;  ///< scored by the side that moves
    };

    std::uint32_t plies_;
    struct Place {
        std::uint64_t key;
        std::uint16_t move;

        auto operator<=>(const Place&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Place& place) const {
            return static_cast<std::size_t>(place.key ^ std::uint64_t{place.move} * 0x9E3779B97F4A7C15U);
        }
    };
    std::unordered_map<Place, Played, Hash> moves_;
};

}  // namespace cofnod::polyglot
