#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "game/kind.hpp"

namespace cofnod::index {

/// A position of a game, and what was played from it.
struct Entry {
    std::uint64_t key;
    std::uint32_t game;  ///< counted from the first of the segment
    std::uint32_t move;  ///< 0: the game ends here; else 1 + the rules' own number of the move (chess: Move::raw)

    /// Set in `move` where Black is to move.
    static constexpr std::uint32_t black_to_move = 1U << 31;

    bool operator==(const Entry&) const = default;
};

/// Facts about a game, besides its moves, that statistics need.
struct GameFacts {
    Result result = Result::unknown;
    std::uint16_t white_elo = 0;  ///< 0: not known, or above 4094
    std::uint16_t black_elo = 0;
    std::uint16_t year = 0;

    bool operator==(const GameFacts&) const = default;
};

/// A game as the index sees it.
struct IndexedGame {
    std::uint32_t ordinal = 0;  ///< from the first game of the segment
    GameKind kind = GameKind::chess;
    std::string_view start;  ///< FEN; empty: the usual position
    std::string_view moves;  ///< packed
};

/// Pieces on squares, as many bits as there are: of chess 12 * 64, by Piece::index() and Square::index().
inline constexpr std::size_t occupancy_words = 12;
using Occupancy = std::array<std::uint64_t, occupancy_words>;

/// Material that stood on the board at some time (material_signature.hpp).
struct Material {
    std::uint64_t signature;
    std::uint32_t game;           ///< as in Entry
    std::uint32_t positions = 0;  ///< one after another
};

/// End of a main line.
enum class Ending : std::uint8_t { open, mate, stalemate };

/// Features of a game of chess besides its positions.
struct Traits {
    Occupancy squares{};          ///< what stands where, ever
    std::uint32_t positions = 0;  ///< how many
    Ending ending = Ending::open;
    bool passes = false;  ///< has a null move, which may follow a stalemate: the end is not all there is to look at
};

/// All that the index wants to know of some games.
struct Extract {
    std::vector<Entry> positions;
    std::vector<Material> materials;

    void clear() {
        positions.clear();
        materials.clear();
    }
};

}  // namespace cofnod::index
