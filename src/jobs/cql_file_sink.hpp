#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "jobs/cql_search.hpp"
#include "jobs/read_files.hpp"

namespace cofnod::jobs {

/// Searches games by a script as an importer reads them, some hundreds at once on all threads.
class CqlFileSink final : public SourcesSink {
public:
    /// `first_number`: number of the first game.
    CqlFileSink(CqlSearch& search, cql::FindOptions options, std::int64_t first_number);
    ~CqlFileSink() override;

    void add_game(GameRecord&& game) override;
    /// Searches the games that wait.
    void flush();

    [[nodiscard]] std::int64_t next_number() const { return next_number_; }

    /// Thrown to stop the importer when no more games are wanted.
    struct Enough {};

private:
    struct Result {
        cql::ChunkMatches findings;
        std::exception_ptr fault;  ///< thrown after the findings
    };
    Result look_at(std::size_t first, std::size_t last);

    CqlSearch& search_;
    cql::FindOptions options_;
    unsigned threads_;
    std::int64_t next_number_;
    std::vector<GameRecord> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::mutex lock_;
    std::vector<std::unique_ptr<cql::Finder>> idle_;
};

}  // namespace cofnod::jobs
