#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "importers/sink.hpp"
#include "operations/host.hpp"

namespace cofnod::operations {

/// Counts of the findings in one or more sources.
struct Tally {
    std::uint64_t complete = 0, incomplete = 0, rejected = 0;  ///< numbers of games
    std::uint64_t plies = 0;
    std::uint64_t faults = 0, notes = 0;  ///< numbers of problems
    std::uint64_t left_out = 0;  ///< number of games that do not meet the conditions of an import, and are not stored
    std::uint64_t separators = 0;
    std::uint64_t passages = 0;  ///< texts between games that are stored
    std::uint64_t game_bytes = 0, separator_bytes = 0;
    std::map<std::string, std::uint64_t> notations;  ///< number of games by code ("ca/es": a tie); empty code: no moves

    [[nodiscard]] std::uint64_t found() const { return complete + incomplete + rejected; }
    [[nodiscard]] std::uint64_t faulty() const { return incomplete + rejected; }
    void add(const GameRecord& game);
    Tally& operator+=(const Tally& other);
};

/// Forwards what an importer reads to another sink, if there is one.
class ForwardingSink : public importers::Sink {
public:
    /// `next` may be nullptr.
    explicit ForwardingSink(importers::Sink* next) : next_(next) {}

    void add_line(PlayedLine&& line) override {
        if (next_) next_->add_line(std::move(line));
    }
    void add_game(GameRecord&& game) override {
        if (next_) next_->add_game(std::move(game));
    }
    void add_separator(const importers::Separator& separator) override {
        if (next_) next_->add_separator(separator);
    }
    void reached(std::uint64_t end) override {
        if (next_) next_->reached(end);
    }

private:
    importers::Sink* next_;
};

/// Counts games, reports progress, throws Cancelled on request, and forwards the games to another sink.
class CountingSink final : public ForwardingSink {
public:
    /// `before`: tally of earlier sources. `next` may be nullptr.
    CountingSink(Tally& tally, const Tally& before, importers::Sink* next, const Host& host)
        : ForwardingSink(next), tally_(tally), before_(before), host_(host) {}

    void add_game(GameRecord&& game) override;
    void add_separator(const importers::Separator& separator) override;
    void reached(std::uint64_t end) override;

private:
    void report(std::uint64_t end);

    Tally& tally_;
    const Tally& before_;
    Host host_;
};

/// Reports the problems of games and forwards the games to another sink.
class ReportingSink final : public ForwardingSink {
public:
    struct What {
        bool notes = true;
        std::uint64_t games_before = 0;  ///< earlier games of the source, for numbering
    };

    /// `next` may be nullptr.
    ReportingSink(std::string source, What what, Reporter& reporter, importers::Sink* next)
        : ForwardingSink(next),
          source_(std::move(source)),
          what_(what),
          reporter_(reporter),
          number_(what.games_before) {}

    /// Reports the problems of a game without forwarding it.
    void report(const GameRecord& game);
    void add_game(GameRecord&& game) override;
    void reached(std::uint64_t end) override;

private:
    std::string source_;
    What what_;
    Reporter& reporter_;
    std::uint64_t number_;
};

}  // namespace cofnod::operations
