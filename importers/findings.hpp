#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "games/record/chess_game.hpp"
#include "games/record/record.hpp"
#include "importers/sink.hpp"

namespace cofnod::importers {

/// Games and separators that have been read, queued for the sink.
class Findings final : public Sink {
public:
    void add_line(PlayedLine&& line) override { std::swap(next_game().line, line); }
    void add_game(GameRecord&& game) override {
        std::swap(next_game().record, game);
        ++game_count_;
        order_.emplace_back();
    }
    void add_separator(const Separator& separator) override { order_.emplace_back(separator); }
    void reached(std::uint64_t end) override { end_ = end; }

    /// Returns the last byte reached.
    [[nodiscard]] std::uint64_t end() const { return end_; }
    /// Returns the number of plies of all games.
    [[nodiscard]] std::uint64_t plies() const {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < game_count_; ++i) count += games_[i].record.ply_count;
        return count;
    }

    /// Passes games and separators on in order, then clears them but keeps the memory of the records.
    void pass_on(Sink& next) {
        std::size_t game = 0;
        for (const std::optional<Separator>& separator : order_)
            if (separator)
                next.add_separator(*separator);
            else
                pass_on(games_[game++], next);
        order_.clear();
        game_count_ = 0;
    }

private:
    struct Game {
        GameRecord record;
        PlayedLine line;  ///< empty: not kept
    };

    Game& next_game() {
        if (game_count_ == games_.size()) games_.emplace_back();
        return games_[game_count_];
    }
    static void pass_on(Game& game, Sink& next) {
        if (!game.line.empty()) next.add_line(std::move(game.line));
        game.line.clear();
        next.add_game(std::move(game.record));
    }

    std::deque<Game> games_;  ///< only the first game_count_ belong to this block
    std::size_t game_count_ = 0;
    std::vector<std::optional<Separator>> order_;  ///< separators, and the positions of games between them
    std::uint64_t end_ = 0;
};

/// A pool of emptied Findings for reuse. Thread-safe.
class SpareFindings {
public:
    Findings take() {
        const std::lock_guard held(lock_);
        if (spare_.empty()) return {};
        Findings findings = std::move(spare_.back());
        spare_.pop_back();
        return findings;
    }
    void give_back(Findings&& findings) {
        const std::lock_guard held(lock_);
        spare_.push_back(std::move(findings));
    }

private:
    std::mutex lock_;
    std::vector<Findings> spare_;
};

}  // namespace cofnod::importers
