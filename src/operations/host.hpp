#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace cofnod {

class Error;
struct Problem;

}  // namespace cofnod

namespace cofnod::operations {

// Interfaces through which a front end runs an operation.

/// Receives the progress of an operation; may be called very often.
class Progress {
public:
    virtual ~Progress() = default;
    /// Starts an operation that reads `bytes` of files, as far as their sizes are known.
    virtual void begin(std::uint64_t bytes) = 0;
    /// Starts a file of `size` bytes, of which `done` need not be read.
    virtual void begin_file(const std::string& name, std::uint64_t size, std::uint64_t done) = 0;
    /// Reports bytes read of the file, games found so far, and how many of these are incomplete or rejected.
    virtual void update(std::uint64_t bytes_of_file, std::uint64_t games, std::uint64_t faulty) = 0;
    virtual void end_file() = 0;
    /// Reports other work by name and unit: "recovering", "games".
    virtual void update_part(std::string_view event, std::string_view unit, std::int64_t done, std::int64_t all) = 0;
    /// Reports games searched so far, their total and the number found.
    virtual void update_search(std::int64_t done, std::int64_t all, std::int64_t found) = 0;

    void update_index(std::int64_t done, std::int64_t all) { update_part("indexing", "positions", done, all); }
};

/// Thrown when an operation is cancelled.
struct Cancelled {};

/// Cancellation request, polled often and from any thread.
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

/// Receives the findings of an operation, in order. Texts come unmodified from files and databases; the front end must
/// make them printable.
class Reporter {
public:
    virtual ~Reporter() = default;
    /// Reports an input that cannot be read, or only in part; the operation continues with the others.
    virtual void error(const Error& error) = 0;
    /// Reports a remark on a file or database, possibly with a suggested action.
    virtual void note(const std::string& about, const std::string& text, const WayOut& way_out) = 0;
    void note(const std::string& about, const std::string& text) { note(about, text, {}); }
    /// Reports damage or a loss in a database.
    virtual void finding(const std::string& about, const std::string& text) = 0;
    virtual void problem(const Problem& problem, const std::string& source, std::uint64_t game_number) = 0;
    /// Hints that the reports so far can be written out.
    virtual void flush() = 0;
};

struct Host {
    Progress& progress;
    const Cancel& cancel;
    Reporter& reporter;
};

/// Returns the version set in CMakeLists.txt: "0.2.0".
std::string_view program_version();

}  // namespace cofnod::operations
