#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "games/record/chess_game.hpp"
#include "importers/sink.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

namespace cofnod::operations {

/// The games that earlier imports found in files with one path, to tell what a file has that they had not.
class EarlierGames {
public:
    EarlierGames(store::Store& store, const std::string& path);

    /// Returns true if one of the games is the same in every word, or was before it was corrected. Each counts once.
    bool take(const GameRecord& game);
    /// Returns the game that has grown into this one: equal names, event, round and date, and the moves with which this
    /// one begins. Each counts once; corrected games do not.
    std::optional<std::int64_t> take_grown(const GameRecord& game);

private:
    struct Former {
        std::int64_t id = 0;
        std::string moves;
    };
    std::unordered_map<std::uint64_t, std::uint64_t> counts_;           ///< by hash of the record
    std::unordered_map<std::uint64_t, std::optional<Former>> by_head_;  ///< nullopt: several, or taken
};

/// Forwards the games to be stored to another sink; the bytes of others are those of separators.
class ChosenGames final : public importers::Sink {
public:
    ChosenGames(importers::Sink& next, const store::HeaderFilter& filter, EarlierGames* earlier)
        : next_(next), filter_(filter), earlier_(earlier) {}

    void add_line(PlayedLine&& line) override;
    void add_game(GameRecord&& game) override;
    void add_separator(const importers::Separator& separator) override { next_.add_separator(separator); }
    void reached(std::uint64_t end) override { next_.reached(end); }

    [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
    [[nodiscard]] std::uint64_t known() const { return known_; }
    /// Games that have grown, with the ids of their former versions.
    [[nodiscard]] std::vector<std::pair<std::int64_t, GameRecord>>& grown() { return grown_; }

private:
    importers::Sink& next_;
    const store::HeaderFilter& filter_;
    EarlierGames* earlier_;  ///< nullptr: every game is new
    PlayedLine line_;
    std::uint64_t left_out_ = 0, known_ = 0;
    std::vector<std::pair<std::int64_t, GameRecord>> grown_;
};

}  // namespace cofnod::operations
