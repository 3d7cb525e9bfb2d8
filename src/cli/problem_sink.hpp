#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>

#include "cli/progress.hpp"
#include "cli/streams.hpp"
#include "importers/sink.hpp"

namespace cofnod::cli {

/// Tells the problems of the games that go by.
class ProblemSink : public importers::Sink {
public:
    struct What {
        bool notes = true;
        bool as_json = false;            ///< a line each
        std::uint64_t games_before = 0;  ///< of the source, so that the next game has its number
    };

    ProblemSink(std::string source, What what, std::ostream& out, const Terminal& terminal, Progress& progress,
                importers::Sink* next)
        : source_(std::move(source)),
          what_(what),
          out_(out),
          terminal_(terminal),
          progress_(progress),
          next_(next),
          number_(what.games_before) {}

    void add_game(GameRecord&& game) override;
    void add_separator(const SourceSpan& span) override;
    void reached(std::uint64_t end) override;

private:
    std::string source_;
    What what_;
    std::ostream& out_;
    const Terminal& terminal_;
    Progress& progress_;
    importers::Sink* next_;
    std::uint64_t number_;
};

}  // namespace cofnod::cli
