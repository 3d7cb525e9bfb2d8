#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/problem.hpp"

/// What a job is given by the face that runs it.
namespace cofnod::jobs {

/// Receives how far a job has come; may be called very often.
class Progress {
public:
    virtual ~Progress() = default;
    /// `bytes` of files are to be read, as far as their sizes are known.
    virtual void begin(std::uint64_t bytes) = 0;
    /// A file of `size` bytes begins, of which `done` need not be read.
    virtual void begin_file(const std::string& name, std::uint64_t size, std::uint64_t done) = 0;
    /// Bytes of the file that are done; games found so far, and those of them that are incomplete or rejected.
    virtual void update(std::uint64_t bytes_of_file, std::uint64_t games, std::uint64_t faulty) = 0;
    virtual void end_file() = 0;
    /// Other work, in words: "recovering", "games".
    virtual void update_part(std::string_view event, std::string_view unit, std::int64_t done, std::int64_t all) = 0;
    /// Games searched so far, of how many, and how many of them were found.
    virtual void update_search(std::int64_t done, std::int64_t all, std::int64_t found) = 0;

    void update_index(std::int64_t done, std::int64_t all) { update_part("indexing", "positions", done, all); }
};

/// Thrown where a job stops because it was asked to.
struct Cancelled {};

/// Asked by a job, often and from any thread, whether to stop.
class Cancel {
public:
    virtual ~Cancel() = default;
    [[nodiscard]] virtual bool is_requested() const = 0;
    void check() const {
        if (is_requested()) throw Cancelled{};
    }
};

class NeverCancelled final : public Cancel {
public:
    [[nodiscard]] bool is_requested() const override { return false; }
};
inline const NeverCancelled never_cancelled;

/// Receives what is found on the way, in order. Texts are as files and databases have them: a face makes them fit to
/// be shown.
class Reporter {
public:
    virtual ~Reporter() = default;
    /// An input that cannot be read, or only in part; the job goes on with the others.
    virtual void error(const Error& error) = 0;
    /// A remark on a file or database.
    virtual void note(const std::string& about, const std::string& text) = 0;
    /// Damage or a loss in a database.
    virtual void finding(const std::string& about, const std::string& text) = 0;
    virtual void problem(const Problem& problem, const std::string& source, std::uint64_t game_number) = 0;
    /// A good moment to write what was reported.
    virtual void flush() = 0;
};

struct Host {
    Progress& progress;
    const Cancel& cancel;
    Reporter& reporter;
};

}  // namespace cofnod::jobs
