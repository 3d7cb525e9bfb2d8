#pragma once

#include <functional>
#include <string>

#include "base/error.hpp"
#include "cli/progress.hpp"
#include "cli/streams.hpp"
#include "jobs/host.hpp"

namespace cofnod::cli {

/// Front end of a job on a terminal: a progress line, errors and notes on stderr, findings on stdout, and problems of
/// games in their four-line form or as lines of JSON.
class Console : public jobs::Reporter {
public:
    enum class Problems : bool { text, json };

    explicit Console(Streams& io) : io_(io), problems_(io.err), terminal_(io.err_terminal), line_(io) {}
    /// Problems go to stdout.
    Console(Streams& io, Problems form)
        : io_(io), problems_(io.out), terminal_(io.out_terminal), form_(form), line_(io) {}

    [[nodiscard]] jobs::Host host(const jobs::Cancel& cancel) { return {line_, cancel, *this}; }
    [[nodiscard]] jobs::Progress& progress() { return line_; }
    /// Removes the progress line, so that others can write.
    void clear() { line_.clear(); }
    /// Returns the exit code of the worst error so far.
    [[nodiscard]] ExitCode failed() const { return failed_; }

    void error(const Error& error) override;
    void note(const std::string& about, const std::string& text) override;
    void finding(const std::string& about, const std::string& text) override;
    void problem(const Problem& problem, const std::string& source, std::uint64_t game_number) override;
    void flush() override;

private:
    Streams& io_;
    std::ostream& problems_;
    const Terminal& terminal_;
    Problems form_ = Problems::text;
    ProgressLine line_;
    ExitCode failed_ = ExitCode::ok;
};

/// Returns a function that prints remarks on stderr unless --quiet is given.
std::function<void(const std::string&)> notes_to(const Streams& io);

}  // namespace cofnod::cli
