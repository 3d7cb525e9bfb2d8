#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "importers/sink.hpp"
#include "jobs/host.hpp"

namespace cofnod::jobs {

/// Reports the problems of the games on their way to another sink.
class ReportingSink final : public importers::Sink {
public:
    struct What {
        bool notes = true;
        std::uint64_t games_before = 0;  ///< earlier games of the source, for numbering
    };

    /// `next` may be nullptr.
    ReportingSink(std::string source, What what, Reporter& reporter, importers::Sink* next)
        : source_(std::move(source)), what_(what), reporter_(reporter), next_(next), number_(what.games_before) {}

    /// Reports the problems of a game without forwarding it.
    void report(const GameRecord& game);
    void add_line(PlayedLine&& line) override;
    void add_game(GameRecord&& game) override;
    void add_separator(const importers::Separator& separator) override;
    void reached(std::uint64_t end) override;

private:
    std::string source_;
    What what_;
    Reporter& reporter_;
    importers::Sink* next_;
    std::uint64_t number_;
};

}  // namespace cofnod::jobs
