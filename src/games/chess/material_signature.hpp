#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/chess/replayer.hpp"

namespace cofnod::chess {

/// Number of pieces of each kind, four bits each: White's P N B R Q, then Black's, with White's pawns in the lowest
/// bits. Counts saturate at fifteen.
using MaterialSignature = std::uint64_t;

inline constexpr std::array<Piece, 10> signature_pieces = [] {
    std::array<Piece, 10> pieces{};
    std::size_t i = 0;
    for (const Color color : {Color::white, Color::black})
        for (const Role role : {Role::pawn, Role::knight, Role::bishop, Role::rook, Role::queen})
            pieces[i++] = {color, role};
    return pieces;
}();

/// Returns the signature of one side; the other side's bits are 0.
inline MaterialSignature material_of(const Replayer& game, Color side) {
    constexpr std::size_t pieces_a_side = signature_pieces.size() / 2;
    const std::size_t first = static_cast<std::size_t>(side) * pieces_a_side;
    MaterialSignature signature = 0;
    for (std::size_t i = pieces_a_side; i-- > 0;) {
        const int count = std::min(game.pieces(signature_pieces[first + i]).count(), 15);
        signature = signature << 4 | static_cast<MaterialSignature>(count);
    }
    return signature << 4 * first;
}

inline MaterialSignature material_of(const Replayer& game) {
    return material_of(game, Color::white) | material_of(game, Color::black);
}

/// Material during a replay, updated ply by ply. A ply removes only pieces of the other side and adds pieces only by
/// promotion, so most plies need no counting.
class MaterialInReplay {
public:
    explicit MaterialInReplay(const Replayer& now)
        : sides_{material_of(now, Color::white), material_of(now, Color::black)} {
        keep(now);
    }

    /// Updates the material; call after each ply. Returns true if the ply captures or promotes.
    bool follow(const Replayer& now) {
        const Color mover = !now.turn();
        const bool captures = now.pieces(!mover) != pieces_[static_cast<std::size_t>(!mover)];
        const bool promotes = now.move().kind() == Move::Kind::promotion;
        keep(now);
        if (captures) count(now, !mover);
        if (promotes) count(now, mover);
        return captures || promotes;
    }
    [[nodiscard]] MaterialSignature signature() const { return sides_[0] | sides_[1]; }

private:
    void keep(const Replayer& now) { pieces_ = {now.pieces(Color::white), now.pieces(Color::black)}; }
    void count(const Replayer& now, Color side) { sides_[static_cast<std::size_t>(side)] = material_of(now, side); }

    std::array<MaterialSignature, 2> sides_;
    std::array<Bitboard, 2> pieces_;
};

}  // namespace cofnod::chess
