#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cofnod {

/// Failure of an Expected: `return Unexpected{error};`.
template <typename E>
struct Unexpected {
    E error;
};
template <typename E>
Unexpected(E) -> Unexpected<E>;

/// A value, or the reason why there is none. Substitute for C++23 std::expected, which gcc 12 lacks in C++20.
template <typename T, typename E>
class [[nodiscard]] Expected {
public:
    Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Expected(Unexpected<E> failure) : content_(std::in_place_index<1>, std::move(failure.error)) {}

    [[nodiscard]] bool has_value() const { return content_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& operator*() & { return *std::get_if<0>(&content_); }
    const T& operator*() const& { return *std::get_if<0>(&content_); }
    T&& operator*() && { return std::move(*std::get_if<0>(&content_)); }
    T* operator->() { return std::get_if<0>(&content_); }
    const T* operator->() const { return std::get_if<0>(&content_); }

    /// Throws std::bad_variant_access if there is no value.
    T& value() & { return std::get<0>(content_); }
    const T& value() const& { return std::get<0>(content_); }
    T&& value() && { return std::get<0>(std::move(content_)); }
    [[nodiscard]] const E& error() const { return std::get<1>(content_); }

private:
    std::variant<T, E> content_;
};

/// Exit codes; documented in the README. 128 + signal is set by the shell.
enum class ExitCode : int {
    ok = 0,
    nothing_found = 1,  ///< also: differences or problems were found, as in grep and diff
    usage = 2,
    rejected = 3,  ///< finished, but games were rejected and --strict was given
    input = 4,     ///< an input could not be read
    store = 5,     ///< the database is locked, damaged, newer or not a cofnod database
    limit = 6,     ///< a limit was reached, or the disk is full
};

enum class WayOutKind : std::uint8_t;  // ways_out.hpp

/// A remedy for an error: a sentence, or a kind with arguments where the sentence names commands and
/// options, which only a front end knows (for the command line: terminal/report.hpp).
class WayOut {
public:
    using Kind = WayOutKind;

    WayOut() = default;
    WayOut(std::string sentence) : sentence_(std::move(sentence)) {}
    WayOut(const char* sentence) : sentence_(sentence) {}
    WayOut(Kind kind, std::vector<std::string> arguments = {}) : kind_(kind), arguments_(std::move(arguments)) {}

    [[nodiscard]] Kind kind() const { return kind_; }
    /// Empty unless kind() is WayOutKind::sentence.
    [[nodiscard]] const std::string& sentence() const { return sentence_; }
    [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
    [[nodiscard]] bool is_empty() const { return kind_ == Kind{} && sentence_.empty(); }

    bool operator==(const WayOut&) const = default;

private:
    Kind kind_{};
    std::string sentence_;
    std::vector<std::string> arguments_;
};

/// A fatal error: thrown anywhere, caught once in main, which prints `what()`, then the way out. Faults in game records
/// are Problems (problem.hpp), not errors.
class Error : public std::runtime_error {
public:
    Error(ExitCode code, const std::string& what, WayOut way_out = {}, std::string about = {})
        : std::runtime_error(what), code_(code), way_out_(std::move(way_out)), about_(std::move(about)) {}

    [[nodiscard]] ExitCode code() const { return code_; }
    [[nodiscard]] const WayOut& way_out() const { return way_out_; }
    /// Returns the name of the option that caused the error, perhaps with the position in its text: "fen",
    /// "pattern:2:6"; empty if there is none. Options are named as on the command line, without the dashes.
    [[nodiscard]] const std::string& about() const { return about_; }

    /// Position of the fault in the text of that option, in code points.
    struct Spot {
        std::uint64_t line = 0;  ///< 0: no position
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

/// An error in a text typed by the user, at its bytes [begin, end).
struct TextFault {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string message;  ///< "no knight can reach f6"
    WayOut way_out;       ///< may be empty

    bool operator==(const TextFault&) const = default;
};

}  // namespace cofnod
