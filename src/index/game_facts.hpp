#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "game/kind.hpp"

namespace cofnod::index {

/// A position of a game and the move played from it.
struct Entry {
    std::uint64_t key;
    std::uint32_t game;  ///< ordinal in the segment, from 0
    std::uint32_t move;  ///< 0: the game ends here; otherwise 1 + the move number of the rules (chess: Move::raw)

    /// Flag in `move`: Black is to move.
    static constexpr std::uint32_t black_to_move = 1U << 31;

    bool operator==(const Entry&) const = default;
};

/// Facts about a game that statistics need besides its moves.
struct GameFacts {
    Result result = Result::unknown;
    std::uint16_t white_elo = 0;  ///< 0: unknown, or above 4094
    std::uint16_t black_elo = 0;
    std::uint16_t year = 0;

    bool operator==(const GameFacts&) const = default;
};

/// Input of the extractor.
struct IndexedGame {
    std::uint32_t ordinal = 0;  ///< in the segment, from 0
    GameKind kind = GameKind::chess;
    std::string_view start;  ///< FEN; empty: the standard position
    std::string_view moves;  ///< packed
};

/// Occupied squares by piece: 12 * 64 bits, by Piece::index() and Square::index().
inline constexpr std::size_t occupancy_words = 12;
using Occupancy = std::array<std::uint64_t, occupancy_words>;

/// Material signature (material_signature.hpp) of consecutive positions of a game.
struct Material {
    std::uint64_t signature;
    std::uint32_t game;           ///< as in Entry
    std::uint32_t positions = 0;  ///< number of consecutive positions
};

/// End of a main line.
enum class Ending : std::uint8_t { open, mate, stalemate };

/// Features of a game besides its positions; all but `structures` of chess alone.
struct Traits {
    Occupancy squares{};           ///< squares that each piece ever stands on
    std::uint32_t positions = 0;   ///< number of positions
    std::uint32_t structures = 0;  ///< number of pawn structures; of games without pawns one
    Ending ending = Ending::open;
    bool passes = false;  ///< has a null move, which may follow a stalemate before the last position
};

/// Data extracted from some games.
struct Extract {
    std::vector<Entry> positions;     ///< of games that were replayed
    std::vector<Entry> structures;    ///< pawn structures of chess: pawn_key(), game, place in the game from 0
    std::vector<std::uint32_t> runs;  ///< number of positions of each structure, game by game
    std::vector<Material> materials;

    void clear() {
        positions.clear();
        structures.clear();
        runs.clear();
        materials.clear();
    }
};

}  // namespace cofnod::index
