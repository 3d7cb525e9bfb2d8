#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "curation/facts.hpp"
#include "curation/line.hpp"
#include "curation/people.hpp"
#include "curation/readers.hpp"
#include "game/kind.hpp"
#include "store/game_reader.hpp"

namespace cofnod::curation {

/// What is kept in memory of every game: 80 bytes.
struct Record {
    std::int64_t id = 0;
    std::uint64_t moves_hash = 0;  ///< of kind, start and moves
    std::uint64_t start_hash = 0;
    std::uint64_t beginning = 0;  ///< first bytes of moves_to_compare
    std::uint64_t annotation_bytes = 0;
    std::uint32_t ply_count = 0, tag_count = 0;
    Facts facts;
    GameKind kind = GameKind::chess;
    bool is_beginning_alone = false;  ///< `beginning` is all of them
};

/// Returns all games with at least one move, by ids.
std::vector<Record> read_records(Readers& readers, const People& people, unsigned threads);

/// Returns bytes that are equal for equal moves, and a prefix for a prefix of the moves: the packed moves, or the move
/// numbers where packed plies distinguish paths with the same effect (Camelot).
std::string moves_to_compare(GameKind kind, std::string_view start, std::string_view packed);

/// The moves of a game, as stored and as compared.
struct Moves {
    GameKind kind = GameKind::chess;
    std::string start, packed;
    std::string compared;  ///< moves_to_compare
};

/// Returns the moves of a game; none if there is no such game any more.
Moves moves_of(store::GameReader& games, std::int64_t id);

Line line_of(const Moves& game);

}  // namespace cofnod::curation
