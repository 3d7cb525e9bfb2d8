#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "cli/cql_run.hpp"
#include "importers/sink.hpp"

namespace cofnod::cli {

/// Holds games against a script as an importer reads them, some hundreds at once on all threads.
class CqlFileSink : public importers::Sink {
public:
    /// `first_number`: of the first game.
    CqlFileSink(CqlRun& run, cql::FindOptions options, std::int64_t first_number);
    ~CqlFileSink() override;

    void add_game(GameRecord&& game) override;
    void add_separator(const SourceSpan&) override {}
    void reached(std::uint64_t) override {}
    /// Looks at those that wait.
    void flush();

    [[nodiscard]] std::int64_t next_number() const { return next_number_; }

    /// Thrown where the answer is full.
    struct Enough {};

private:
    struct Result {
        cql::Findings findings;
        std::exception_ptr fault;  ///< that came after what was found
    };
    Result look_at(std::size_t first, std::size_t last);

    CqlRun& run_;
    cql::FindOptions options_;
    unsigned threads_;
    std::int64_t next_number_;
    std::vector<GameRecord> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::mutex lock_;
    std::vector<std::unique_ptr<cql::Finder>> idle_;
};

}  // namespace cofnod::cli
