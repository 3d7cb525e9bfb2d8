#pragma once

#include <functional>
#include <string>
#include <vector>

/// Runs of cofnod in a process of their own, and what they leave behind.
namespace cofnod::faults {

struct Run {
    int code = 0;      ///< exit code
    int signal = 0;    ///< that ended it; 0: none
    std::string said;  ///< on the standard error stream
};

/// `cofnod arguments...` in a forked process, after `before`; `after` sees its exit code, unless it crashed.
Run run_program(const std::vector<std::string>& arguments, const std::function<void()>& before = {},
                const std::function<void()>& after = {});

/// A run that goes on beside its parent.
class Started {
public:
    explicit Started(const std::vector<std::string>& arguments, const std::function<void()>& before = {},
                     const std::function<void()>& after = {});
    /// kill -9, should it still run.
    void kill() const;
    void send(int signal) const;
    /// Waits for its end.
    Run finish();

private:
    int process_ = -1;
    int error_pipe_ = -1;
};

/// The rows of a statement: an empty text where a value is NULL. Throws std::runtime_error where it fails.
std::vector<std::vector<std::string>> rows_of(const std::string& database, const std::string& sql);

/// What a user can see of a database, apart from times: games, names, tags, problems and sources as text.
/// Empty where there is no database yet; "damaged: ..." where SQLite finds it is.
std::string content_of(const std::string& database);

/// What is wrong with the outcome of a command that was to fail, or may have: empty where it ended well, or with a
/// message and one of the exit codes for inputs, databases and limits.
std::string fault_of(const Run& run);

/// What is wrong with a database that an import of `games` has left early: it must be sound, and the same import, gone
/// on with, must end with `expected`. Empty where it is as it should be.
std::string fault_after(const std::string& database, const std::vector<std::string>& import,
                        const std::string& expected);

}  // namespace cofnod::faults
