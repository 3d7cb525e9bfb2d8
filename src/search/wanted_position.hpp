#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/chess/position.hpp"
#include "games/chess/replayer.hpp"
#include "index/game_facts.hpp"

namespace cofnod::search {

/// A wanted position: all pieces, and the other FEN fields to compare.
class WantedPosition {
public:
    /// FEN fields compared besides the first; all: equality by FIDE Laws of Chess, article 9.2.
    struct Fields {
        bool turn = true;
        bool castling = true;
        bool en_passant = true;

        bool operator==(const Fields&) const = default;
    };

    explicit WantedPosition(const chess::Position& position, Fields fields);
    explicit WantedPosition(const chess::Position& position) : WantedPosition(position, Fields{}) {}

    [[nodiscard]] bool is_exact() const { return fields_ == Fields{}; }
    [[nodiscard]] Fields fields() const { return fields_; }
    [[nodiscard]] chess::Bitboard pieces(chess::Piece piece) const {
        return pieces_[static_cast<std::size_t>(piece.index())];
    }
    /// Key of the exact position.
    [[nodiscard]] std::uint64_t key() const { return key_; }
    /// Keys of the exact position, for the position index.
    [[nodiscard]] index::PositionKeys keys() const {
        return {key_, chess::pawn_key(pieces(chess::white_pawn), pieces(chess::black_pawn))};
    }

    /// Returns true if the current position matches; key collisions are excluded by comparing all pieces.
    [[nodiscard]] bool is_in(const chess::Replayer& game) const {
        return is_exact() ? game.key() == key_ && has_same_pieces(game) : has_same_pieces(game) && fields_agree(game);
    }

    /// Returns true if the game can no longer reach the position, because a pawn has left its second rank: this ends
    /// nearly every search for an opening position within a few moves.
    [[nodiscard]] bool is_gone(const chess::Replayer& game) const {
        using chess::Piece;
        constexpr Piece white{chess::Color::white, chess::Role::pawn}, black{chess::Color::black, chess::Role::pawn};
        return !((home_pawns_[0] & ~game.pieces(white)) | (home_pawns_[1] & ~game.pieces(black))).empty();
    }

private:
    [[nodiscard]] bool has_same_pieces(const chess::Replayer& game) const;
    [[nodiscard]] bool fields_agree(const chess::Replayer& game) const;

    std::array<chess::Bitboard, chess::piece_count> pieces_{};
    std::array<chess::Bitboard, 2> home_pawns_;
    std::uint64_t key_;
    std::uint64_t placement_key_ = 0;  ///< key of the pieces alone
    std::uint64_t en_passant_key_ = 0;
    chess::Bitboard castling_rooks_;
    chess::Color turn_;
    Fields fields_;
};

struct ReadPosition {
    WantedPosition wanted;
    std::string note;  ///< report of parts of the FEN that were ignored; may be empty
};

/// Reads a wanted position from a FEN or its first fields. Fields that are missing, or `?`, match any:
///
///     r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R               these pieces, either side to move
///     ... w                                                             and White to move
///     ... w KQkq                                                        and all castling rights
///     ... w KQkq -                                                      and no en-passant capture: the exact position
///     ... ? ? e3                                                        an en-passant capture on e3 is legal
///
/// `-` in the third or fourth field means "none", as in FEN. Move counters are accepted and ignored. Common deviations
/// are repaired with a note, as in chess/fen.hpp.
Expected<ReadPosition, TextFault> read_position(std::string_view fen);

}  // namespace cofnod::search
