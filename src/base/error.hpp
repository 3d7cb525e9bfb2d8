#pragma once

#include <stdexcept>
#include <string>

namespace cofnod {

/// Exit codes; documented in the README. 128 + signal is set by the shell.
enum class ExitCode : int {
    ok = 0,
    nothing_found = 1,  ///< or differences or problems found, as in grep and diff
    usage = 2,
    rejected = 3,  ///< finished, but games were rejected and --strict was given
    input = 4,     ///< an input could not be read
    store = 5,     ///< the database is locked, damaged, newer or not ours
    limit = 6,     ///< a limit was reached, or the disk is full
};

/// A fatal error: thrown anywhere, caught once in main, which prints `what()`, then `remedy()`. Faults in game records
/// are Problems (problem.hpp), not errors.
class Error : public std::runtime_error {
public:
    Error(ExitCode code, const std::string& what, std::string remedy = {})
        : std::runtime_error(what), code_(code), remedy_(std::move(remedy)) {}

    [[nodiscard]] ExitCode code() const { return code_; }
    /// Sentence saying what to do; may be empty.
    [[nodiscard]] const std::string& remedy() const { return remedy_; }

private:
    ExitCode code_;
    std::string remedy_;
};

struct UsageError : Error {
    explicit UsageError(const std::string& what, std::string remedy = {})
        : Error(ExitCode::usage, what, std::move(remedy)) {}
};

struct InputError : Error {
    explicit InputError(const std::string& what, std::string remedy = {})
        : Error(ExitCode::input, what, std::move(remedy)) {}
};

struct StoreError : Error {
    explicit StoreError(const std::string& what, std::string remedy = {})
        : Error(ExitCode::store, what, std::move(remedy)) {}
};

struct LimitError : Error {
    explicit LimitError(const std::string& what, std::string remedy = {})
        : Error(ExitCode::limit, what, std::move(remedy)) {}
};

}  // namespace cofnod
