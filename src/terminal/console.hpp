#pragma once

#include <memory>
#include <string>

#include "base/error.hpp"
#include "jobs/host.hpp"
#include "jobs/query.hpp"
#include "terminal/output_format.hpp"
#include "terminal/progress.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Front end of a job on a terminal: a progress line, errors and notes on stderr, findings on stdout, and problems of
/// games in their four-line form or as an answer.
class Console : public jobs::Reporter {
public:
    explicit Console(Streams& io);
    /// Problems go to stdout: `automatic` as text, otherwise as an answer, with the findings on stderr.
    Console(Streams& io, OutputFormat problems);
    ~Console() override;
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    [[nodiscard]] jobs::Host host(const jobs::Cancel& cancel) { return {line_, cancel, *this}; }
    [[nodiscard]] jobs::Progress& progress() { return line_; }
    /// Removes the progress line, so that others can write.
    void clear() { line_.clear(); }
    /// Returns the exit code of the worst error so far.
    [[nodiscard]] ExitCode failed() const { return failed_; }

    void error(const Error& error) override;
    using Reporter::note;
    void note(const std::string& about, const std::string& text, const WayOut& way_out) override;
    void finding(const std::string& about, const std::string& text) override;
    void problem(const Problem& problem, const std::string& source, std::uint64_t game_number) override;
    void flush() override;
    /// Writes the end of the answer, if there is one.
    void finish();

private:
    struct ProblemList;

    Streams& io_;
    std::ostream& problems_;
    const Terminal& terminal_;
    std::unique_ptr<ProblemList> list_;  ///< nullptr: text
    ProgressLine line_;
    ExitCode failed_ = ExitCode::ok;
};

/// Returns a function that prints remarks on stderr unless --quiet is given.
jobs::Note notes_to(const Streams& io);

}  // namespace cofnod::terminal
