#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/exit_code.hpp"
#include "base/way_out.hpp"

namespace cofnod {

/// A fatal error: thrown anywhere, caught once in main, which prints `what()`, then the way out. Faults in game records
/// are Problems (problem.hpp), not errors.
class Error : public std::runtime_error {
public:
    Error(ExitCode code, const std::string& what, WayOut way_out = {}, std::string about = {})
        : std::runtime_error(what), code_(code), way_out_(std::move(way_out)), about_(std::move(about)) {}

    [[nodiscard]] ExitCode code() const { return code_; }
    [[nodiscard]] const WayOut& way_out() const { return way_out_; }
    /// Name of the option that the error is about, perhaps with the place in its text: "fen", "pattern:2:6". Empty:
    /// none. Options are named as on the command line, without the dashes.
    [[nodiscard]] const std::string& about() const { return about_; }

    /// Place of the fault in the text of that option, in code points.
    struct Spot {
        std::uint64_t line = 0;  ///< 0: it has no place
        std::uint64_t column = 0;
        std::uint32_t width = 0;
    };
    [[nodiscard]] const Spot& spot() const { return spot_; }
    void set_spot(const Spot& spot) { spot_ = spot; }

private:
    ExitCode code_;
    WayOut way_out_;
    std::string about_;
    Spot spot_;
};

struct UsageError : Error {
    explicit UsageError(const std::string& what, WayOut way_out = {}, std::string about = {})
        : Error(ExitCode::usage, what, std::move(way_out), std::move(about)) {}
};

struct InputError : Error {
    explicit InputError(const std::string& what, WayOut way_out = {}, std::string about = {})
        : Error(ExitCode::input, what, std::move(way_out), std::move(about)) {}
};

struct StoreError : Error {
    explicit StoreError(const std::string& what, WayOut way_out = {}, std::string about = {})
        : Error(ExitCode::store, what, std::move(way_out), std::move(about)) {}
};

struct LimitError : Error {
    explicit LimitError(const std::string& what, WayOut way_out = {}, std::string about = {})
        : Error(ExitCode::limit, what, std::move(way_out), std::move(about)) {}
};

}  // namespace cofnod
