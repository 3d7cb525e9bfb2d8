#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "cli/terminal/streams.hpp"
#include "operations/host.hpp"
#include "operations/query.hpp"

namespace cofnod::terminal {

/// Shows progress on stderr: one line that is overwritten on a terminal, or one line of JSON per second.
class ProgressLine final : public operations::Progress {
public:
    explicit ProgressLine(const Streams& io);
    ~ProgressLine() override;
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void begin(std::uint64_t bytes) override { bytes_total_ = bytes; }
    void begin_file(const std::string& name, std::uint64_t size, std::uint64_t done) override;
    void update(std::uint64_t bytes_of_file, std::uint64_t games, std::uint64_t faulty) override;
    void end_file() override;
    void update_part(std::string_view event, std::string_view unit, std::int64_t done, std::int64_t all) override;
    void update_search(std::int64_t done, std::int64_t all, std::int64_t found) override;
    /// Removes the line so that other output can be written.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    void show(Clock::time_point now);
    void show_json(double seconds);
    void show_line(double seconds);
    void show_text(const std::string& line);
    [[nodiscard]] Clock::duration interval() const;

    const Streams& io_;
    bool wanted_;
    bool rewrites_;  ///< on a terminal: one line, overwritten
    bool visible_ = false;
    std::string file_;
    std::uint64_t bytes_total_ = 0, bytes_before_ = 0, bytes_of_file_ = 0, file_size_ = 0, skipped_ = 0;
    std::uint64_t games_ = 0, faulty_ = 0;
    std::uint32_t calls_ = 0;
    Clock::time_point begin_, next_;
};

/// Front end of an operation on a terminal: a progress line, errors and notes on stderr, findings on stdout, and
/// problems of games in four-line form or as an answer.
class Console : public operations::Reporter {
public:
    explicit Console(Streams& io);
    /// Writes problems to stdout: `automatic` as text, otherwise as an answer, with the findings on stderr.
    Console(Streams& io, OutputFormat problems);
    ~Console() override;
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    [[nodiscard]] operations::Host host(const operations::Cancel& cancel) { return {line_, cancel, *this}; }
    /// Removes the progress line so that other output can be written.
    void clear() { line_.clear(); }
    /// Returns the exit code of the worst error so far.
    [[nodiscard]] ExitCode failed() const { return failed_; }

    void error(const Error& error) override;
    using Reporter::note;
    void note(const std::string& about, const std::string& text, const WayOut& way_out) override;
    void finding(const std::string& about, const std::string& text) override;
    void problem(const Problem& problem, const std::string& source, std::uint64_t game_number) override;
    void flush() override;
    /// Writes the end of the answer, if any.
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
operations::Note notes_to(const Streams& io);

}  // namespace cofnod::terminal
