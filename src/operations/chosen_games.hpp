#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "games/record/chess_game.hpp"
#include "importers/sink.hpp"
#include "operations/tally.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

namespace cofnod::operations {

/// The games that earlier imports found in a file, to tell what it has that they had not. Read when they are first
/// asked for.
class EarlierGames {
public:
    /// `sources`: ids; `may_have_grown`: the file is not the same.
    EarlierGames(store::Store& store, std::set<std::int64_t> sources, bool may_have_grown)
        : store_(store), sources_(std::move(sources)), may_have_grown_(may_have_grown) {}

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
    void read();

    store::Store& store_;
    std::set<std::int64_t> sources_;
    bool may_have_grown_, is_read_ = false;
    std::unordered_map<std::uint64_t, std::uint64_t> counts_;           ///< by hash of the record
    std::unordered_map<std::uint64_t, std::optional<Former>> by_head_;  ///< nullopt: several, or taken
};

/// Forwards the games to be stored to another sink; the bytes of others are those of separators.
class ChosenGames final : public ForwardingSink {
public:
    struct How {
        const store::HeaderFilter& filter;
        EarlierGames* earlier = nullptr;  ///< nullptr: every game is new
        /// The earlier games are those of these first bytes, which have not changed; 0: the file is another.
        std::uint64_t known_bytes = 0;
        /// Receives a game that has grown, with the id of its former version.
        std::function<void(std::int64_t id, GameRecord&& game)> replace = {};
    };

    ChosenGames(importers::Sink& next, How how) : ForwardingSink(&next), how_(std::move(how)) {}

    void add_line(PlayedLine&& line) override;
    void add_game(GameRecord&& game) override;

    [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
    [[nodiscard]] std::uint64_t known() const { return known_; }
    [[nodiscard]] std::uint64_t grown() const { return grown_; }
    /// Number of separators forwarded that are games.
    [[nodiscard]] std::uint64_t skipped() const { return left_out_ + known_ + grown_; }

private:
    How how_;
    PlayedLine line_;
    std::uint64_t left_out_ = 0, known_ = 0, grown_ = 0;
};

}  // namespace cofnod::operations
