#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "games/chess/position.hpp"
#include "games/record/record.hpp"
#include "games/record/replay.hpp"

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

/// Features of a game besides its positions; all except `structures` are for chess only.
struct Traits {
    Occupancy squares{};           ///< squares that each piece ever occupies
    std::uint32_t positions = 0;   ///< number of positions
    std::uint32_t structures = 0;  ///< number of pawn structures; 1 for games without pawns
    Ending ending = Ending::open;
    bool passes = false;  ///< has a null move, which may follow a stalemate before the last position
};

/// Data extracted from some games.
struct Extract {
    std::vector<Entry> positions;     ///< positions of replayed games
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

/// Statistics of a set of games.
struct Totals {
    std::uint64_t games = 0;
    std::uint64_t white_wins = 0, draws = 0, black_wins = 0;  ///< other games have no result
    std::uint64_t elo_sum = 0, elo_count = 0;                 ///< Elo of the side to move, if known
    std::uint16_t top_elo = 0;                                ///< 0: unknown
    std::uint16_t last_year = 0;                              ///< 0: unknown

    void add(const index::GameFacts& game, bool white_to_move) {
        ++games;
        white_wins += game.result == Result::white_wins;
        draws += game.result == Result::draw;
        black_wins += game.result == Result::black_wins;
        const std::uint16_t elo = white_to_move ? game.white_elo : game.black_elo;
        elo_sum += elo;
        elo_count += elo > 0;
        top_elo = elo > top_elo ? elo : top_elo;
        last_year = game.year > last_year ? game.year : last_year;
    }
    Totals& operator+=(const Totals& other);

    bool operator==(const Totals&) const = default;
};

/// The pawn structures that few games of a segment have, by game and place in the game.
class FewPawns {
public:
    explicit FewPawns(std::span<const Traits> games) {
        std::uint32_t structures = 0;
        first_.reserve(games.size());
        for (const Traits& game : games) {
            first_.push_back(structures);
            structures += game.structures;
        }
        is_few_.resize(structures);
    }

    /// Adds a structure, as in Extract::structures. May be called on several threads.
    void add(const Entry& structure) { is_few_[first_[structure.game] + structure.move] = 1; }
    [[nodiscard]] bool contains(std::uint32_t game, std::uint32_t structure) const {
        return is_few_[first_[game] + structure] != 0;
    }

private:
    std::vector<std::uint32_t> first_;  ///< by game
    std::vector<std::uint8_t> is_few_;  ///< bytes, so that threads can write adjacent elements
};

/// Lookup keys of a position.
struct PositionKeys {
    std::uint64_t key;                   ///< key of the position
    std::optional<std::uint64_t> pawns;  ///< chess: key of its pawn structure
};

template <RecordedGame G>
PositionKeys keys_of(const typename G::Position& position) {
    if constexpr (WordGame<G>)
        return {position.key(), std::nullopt};
    else
        return {position.key(), chess::pawn_key(position.pieces(chess::Color::white, chess::Role::pawn),
                                                position.pieces(chess::Color::black, chess::Role::pawn))};
}

/// Reusable buffers for sorting.
struct SortingSpace {
    std::vector<Entry> entries, others;
};

/// Returns the entries of all spans, sorted stably by key. The result is stored in `space`, valid until its next use.
/// `skip`: number of leading key bits that all keys share.
std::span<const Entry> sorted_by_key(std::span<const std::span<const Entry>> spans, SortingSpace& space, unsigned skip);

}  // namespace cofnod::index
