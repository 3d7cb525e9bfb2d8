#include "index/extractor.hpp"

#include "chess/material_signature.hpp"
#include "index/ending.hpp"
#include "index/line_board.hpp"

#include <array>
#include <cstddef>
#include <tuple>

namespace cofnod::index {

namespace {

/// Notes the pawn structures of a game of chess.
class Structures {
public:
    Structures(std::uint32_t game, std::uint64_t key, Extract& extract, Traits& traits)
        : game_(game), key_(key), extract_(extract), traits_(traits) {}

    /// `position`: from which on the pawns have another key.
    void note(std::uint32_t position, std::uint64_t key) {
        finish(position);
        key_ = key;
        first_ = position;
    }
    /// `position`: behind the last one.
    void finish(std::uint32_t position) {
        extract_.structures.push_back({key_, game_, traits_.structures++});
        extract_.runs.push_back(position - first_);
    }

private:
    std::uint32_t game_;
    std::uint64_t key_;
    std::uint32_t first_ = 0;
    Extract& extract_;
    Traits& traits_;
};

}  // namespace

void Extractor::add(const IndexedGame& game, Extract& extract, Traits& traits) {
    if (game.moves.empty() && game.start.empty()) return;  // a record without moves has no position
    with_game(game.kind, [&](auto rules) {
        using G = decltype(rules);
        const typename G::Replayer* start = std::get<ReplayStart<G>>(starts_).from(game.start);
        if (!start) return;
        if constexpr (WordGame<G>)
            replay<G>(*start, game, extract, traits);
        else
            replay(*start, game, extract, traits);
    });
}

void Extractor::add(std::uint32_t ordinal, const PlayedGames::Line& line, Extract& extract, Traits& traits) {
    LineBoard board;
    board.add_squares(traits.squares);
    extract.materials.push_back({board.material(), ordinal});
    Structures structures(ordinal, board.pawn_key(), extract, traits);
    std::uint32_t since = 0;  // position of the last change of material
    for (std::uint32_t i = 0; i < line.moves.size(); ++i) {
        const LineBoard::Change change = board.play(line.moves[i], traits.squares);
        if (change.pawns) structures.note(i + 1, board.pawn_key());
        if (!change.material) continue;
        extract.materials.back().positions = i + 1 - since;
        extract.materials.push_back({board.material(), ordinal});
        since = i + 1;
    }
    traits.positions = static_cast<std::uint32_t>(line.keys.size());
    structures.finish(traits.positions);
    extract.materials.back().positions = traits.positions - since;
    traits.ending = ending_of(board, line.moves);
}

template <WordGame G>
void Extractor::replay(typename G::Replayer now, const IndexedGame& game, Extract& extract, Traits& traits) {
    const std::size_t first = extract.positions.size();
    now.read(game.moves);
    while (true) {
        Entry entry{now.key(), game.ordinal, G::is_white_to_move(now.position()) ? 0 : Entry::black_to_move};
        const bool goes_on = now.next();
        if (goes_on) entry.move |= 1U + G::number_of(now.before(), now.move());
        extract.positions.push_back(entry);
        if (!goes_on) break;
    }
    extract.runs.push_back(static_cast<std::uint32_t>(extract.positions.size() - first));
    traits.structures = 1;
}

void Extractor::replay(chess::Replayer now, const IndexedGame& game, Extract& extract, Traits& traits) {
    using chess::Color;
    // A ply moves only pieces of the mover.
    const auto note_squares = [&](Color side) {
        const std::size_t first = static_cast<std::size_t>(side) * chess::role_count;
        for (std::size_t kind = first; kind < first + chess::role_count; ++kind)
            traits.squares[kind] |= now.pieces(chess::Piece::from_index(static_cast<int>(kind))).bits();
    };
    chess::MaterialInReplay material(now);
    const auto note_material = [&] { extract.materials.push_back({material.signature(), game.ordinal}); };

    const auto pawns = [&] { return now.pieces(chess::white_pawn) | now.pieces(chess::black_pawn); };
    const auto key = [&] { return chess::pawn_key(now.pieces(chess::white_pawn), now.pieces(chess::black_pawn)); };

    Structures structures(game.ordinal, key(), extract, traits);
    note_squares(Color::white);
    note_squares(Color::black);
    note_material();
    now.read(game.moves);
    while (true) {
        const Color mover = now.turn();
        const chess::Bitboard pawns_before = pawns();
        Entry entry{now.key(), game.ordinal, mover == Color::black ? Entry::black_to_move : 0};
        const bool goes_on = now.next();
        if (goes_on) entry.move |= 1U + now.move().raw();
        extract.positions.push_back(entry);
        ++traits.positions;
        ++extract.materials.back().positions;
        if (!goes_on) break;

        if (pawns() != pawns_before) structures.note(traits.positions, key());
        traits.passes = traits.passes || now.move().is_null();
        note_squares(mover);
        if (material.follow(now)) note_material();
    }
    structures.finish(traits.positions);
    traits.ending = ending_of(now, game);
}

}  // namespace cofnod::index
