#pragma once

#include <string_view>

#include "chess/replayer.hpp"
#include "notation/reading.hpp"

namespace cofnod::chess {

/// Replays a packed game with the minimal notation of each ply, as read_san() and check_mark() give it, several times
/// as fast as Unpacker. Legality is not checked: of damaged bytes, the moves are meaningless (Replayer), so compare
/// key() and the number of plies with what is known of the game.
///
///     static const Replayer initial(Position::initial());
///     SpelledReplay game(initial, bytes);
///     while (game.next()) write(game.reading(), game.mark());
class SpelledReplay {
public:
    /// The bytes must outlive the replay.
    SpelledReplay(const Replayer& start, std::string_view bytes);

    /// Plays one ply; false at the end or at damage.
    bool next();

    [[nodiscard]] const notation::Reading& reading() const { return reading_; }
    [[nodiscard]] notation::CheckMark mark() const { return mark_; }
    /// Side that made the last move.
    [[nodiscard]] Color mover() const { return !game_.turn(); }
    [[nodiscard]] std::uint64_t key() const { return game_.key(); }
    [[nodiscard]] bool is_damaged() const { return game_.is_damaged(); }

private:
    void spell(Move move, Role role, Bitboard before);
    void disambiguate(Move move, Role role, Bitboard before);
    [[nodiscard]] bool could_go(Square from, Square to, Bitboard before) const;
    [[nodiscard]] bool gives_check(Move move, Role role) const;
    [[nodiscard]] bool is_struck(Square square, Color by, Bitboard occupied, Bitboard except) const;
    [[nodiscard]] bool is_mate() const;
    [[nodiscard]] Position position() const;
    [[nodiscard]] Bitboard pieces(Color color, Role role) const { return game_.pieces(Piece{color, role}); }
    [[nodiscard]] Bitboard sliders_on(Square square, Color by, Bitboard occupied) const;

    Replayer game_;
    notation::Reading reading_;
    notation::CheckMark mark_ = notation::CheckMark::none;
};

}  // namespace cofnod::chess
