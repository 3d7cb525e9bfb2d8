#pragma once

#include <vector>

#include "game/games.hpp"
#include "game/record.hpp"

/// Records played again. G is the game of the record's kind (with_game).
namespace cofnod {

/// Throws the StoreError of a main line that cannot be read.
[[noreturn]] void throw_damaged_moves();

/// Where the game of a record begins: its set-up position, or the usual one. Throws StoreError for a text that is no
/// position, which no importer stores.
template <RecordedGame G>
typename G::Position start_position(const GameRecord& record);

/// The plies of the main line. Throws StoreError where the packed moves are damaged.
template <RecordedGame G>
std::vector<typename G::Ply> main_line(const GameRecord& record);

/// The position after `ply` plies of the main line, or after all of them if there are fewer.
template <RecordedGame G>
typename G::Position position_after(const GameRecord& record, std::uint32_t ply) {
    typename G::Position position = start_position<G>(record);
    for (const typename G::Ply& played : main_line<G>(record)) {
        if (ply-- == 0) break;
        position.play(G::effect_of(position, played));
    }
    return position;
}

extern template chess::Position start_position<ChessGame>(const GameRecord&);
extern template camelot::Position start_position<CamelotGame>(const GameRecord&);
extern template std::vector<chess::Move> main_line<ChessGame>(const GameRecord&);
extern template std::vector<camelot::Path> main_line<CamelotGame>(const GameRecord&);

}  // namespace cofnod
