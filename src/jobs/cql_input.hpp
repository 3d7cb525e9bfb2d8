#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cql/run/finder.hpp"
#include "game/record.hpp"
#include "store/game_reader.hpp"

namespace cofnod::jobs {

/// A game that a script matches.
struct MatchedGame {
    cql::FoundGame found;
    std::size_t input = 0;             ///< number of the input that it is in
    std::optional<GameRecord> record;  ///< set for a game of a file
};

/// An input that was searched; returns its games in full.
class CqlInput {
public:
    virtual ~CqlInput() = default;
    /// The path of a database; empty for a file.
    [[nodiscard]] virtual std::string database() const { return {}; }
    virtual std::optional<store::GameHeader> header(const MatchedGame& game) = 0;
    /// Valid until the next call.
    virtual std::optional<store::GameMoves> moves(const MatchedGame& game) = 0;
    virtual std::optional<GameRecord> record(const MatchedGame& game) = 0;
};

}  // namespace cofnod::jobs
