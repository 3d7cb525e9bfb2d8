#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "game/record.hpp"
#include "game/recorded_game.hpp"

/// Replay of records. G is the game of the record's kind (with_game).
namespace cofnod {

/// Throws the StoreError for an unreadable main line.
[[noreturn]] void throw_damaged_moves();
/// Throws the StoreError for an invalid start position, with the reason `fault`.
[[noreturn]] void throw_damaged_start(const std::string& fault);

/// Returns the start position of a record: a set-up position, or the initial one. Throws StoreError for an invalid
/// text, which no importer stores.
template <RecordedGame G>
typename G::Position start_position(const GameRecord& record) {
    auto start = G::read_start(record.start);
    if (!start) throw_damaged_start(start.error());
    return *std::move(start);
}

/// Returns the plies of the main line. Throws StoreError if the packed moves are damaged.
template <RecordedGame G>
std::vector<typename G::Ply> main_line(const GameRecord& record) {
    std::vector<typename G::Ply> plies;
    plies.reserve(std::min<std::size_t>(record.ply_count, record.moves.size()));  // a ply takes at least one byte
    if (record.moves.empty()) return plies;
    typename G::Unpacker game(start_position<G>(record), record.moves);
    while (const auto ply = game.next()) plies.push_back(*ply);
    if (game.is_damaged()) throw_damaged_moves();
    return plies;
}

/// Returns the position after `ply` plies of the main line, or after all of them if there are fewer.
template <RecordedGame G>
typename G::Position position_after(const GameRecord& record, std::uint32_t ply) {
    typename G::Position position = start_position<G>(record);
    for (const typename G::Ply& played : main_line<G>(record)) {
        if (ply-- == 0) break;
        position.play(G::effect_of(position, played));
    }
    return position;
}

}  // namespace cofnod
