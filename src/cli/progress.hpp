#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "cli/streams.hpp"

namespace cofnod::cli {

/// How far long work has come, on stderr: one line that is written over on a terminal, or a line of JSON a second.
class Progress {
public:
    Progress(const Streams& io, std::uint64_t bytes_total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// A file of that size, of which `done` bytes need not be read, begins.
    void begin_file(std::string name, std::uint64_t size, std::uint64_t done = 0);
    /// Bytes of the file that are done, games found and games not whole, all of this run.
    void update(std::uint64_t bytes_of_file, std::uint64_t games, std::uint64_t faulty);
    void end_file();
    /// Positions indexed so far, of how many.
    void update_index(std::int64_t done, std::int64_t all);
    /// The same of other work, in words: "recovering", "games".
    void update_part(std::string_view event, std::string_view unit, std::int64_t done, std::int64_t all);
    /// Games looked through so far, of how many, and how many of them were found.
    void update_search(std::int64_t done, std::int64_t all, std::int64_t found);
    /// Takes the line away, so that others can write.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    void show(Clock::time_point now);
    void show_json(double seconds);
    void show_line(double seconds);
    void show_search_json(std::int64_t done, std::int64_t all, std::int64_t found, Clock::time_point now);
    void show_text(const std::string& line);
    [[nodiscard]] Clock::duration interval() const;

    const Streams& io_;
    bool wanted_;
    bool rewrites_;  ///< a terminal: one line, written over
    bool visible_ = false;
    std::string file_;
    std::uint64_t bytes_total_, bytes_before_ = 0, bytes_of_file_ = 0, file_size_ = 0, skipped_ = 0;
    std::uint64_t games_ = 0, faulty_ = 0;
    std::uint32_t calls_ = 0;
    Clock::time_point begin_, next_;
};

}  // namespace cofnod::cli
