#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace cofnod::web {

/// The target of a request, decoded: "/api/v1/games?player=Tal%20M" has the path "/api/v1/games".
struct Target {
    using Parameter = std::pair<std::string, std::string>;  ///< its name and its value

    std::vector<std::string> path;      ///< its segments: {"api", "v1", "games"}
    std::vector<Parameter> parameters;  ///< in the order of the text

    /// Returns the value of a parameter; nullptr if it is not given.
    [[nodiscard]] const std::string* find(std::string_view name) const;
};

/// Parses a target in origin form (RFC 9112, 3.2.1). Each escape is decoded once; NUL and other control characters,
/// faulty escapes and faulty UTF-8 are errors, and so is a path with `.`, `..` or empty segments. The error is a
/// sentence.
Expected<Target, std::string> read_target(std::string_view text);

/// Returns true for UTF-8 without control characters other than tab and line break.
bool is_clean(std::string_view text);

/// A request as the listener has received it.
struct Request {
    enum class Method : std::uint8_t { get, head, post, other };
    Method method = Method::get;
    std::string target;                                        ///< as it came
    std::vector<std::pair<std::string, std::string>> headers;  ///< as they came
    std::string body{};

    /// Returns the values of all headers of a name, in whatever case.
    [[nodiscard]] std::vector<std::string_view> header(std::string_view name) const;
    /// Returns a cookie; empty: it is not there.
    [[nodiscard]] std::string_view cookie(std::string_view name) const;
    /// Returns the language of the program that the client would have first (RFC 9110, 12.5.4), by the order of the
    /// list: "cy" of "cy-GB, en;q=0.5". Empty: it names none of them.
    [[nodiscard]] std::string_view accepted_language() const;
};

}  // namespace cofnod::web

namespace cofnod {

class Error;

}  // namespace cofnod

namespace cofnod::web {

/// Answer to a request.
struct Response {
    int status = 200;
    std::string type = "application/json";
    std::string body{};
    std::vector<std::pair<std::string, std::string>> headers{};  ///< beyond those of every answer
    /// Writes the body of a stream, instead of `body`; what is written is sent as it comes, at the latest when the
    /// stream is flushed. Called while the database of the question is open, and stopped as the question is.
    std::function<void(std::ostream&)> write_body{};
};

/// Returns an error as RFC 9457 has it, `application/problem+json`: title, status, detail, `remedy` (what to do) and
/// `at`, the parameter that it is about, with line, column and width of the fault in its value.
Response problem(int status, std::string_view detail, std::string_view remedy = {}, std::string_view about = {});

/// Returns the problem for an error of the boxes below: 400 for a question that cannot be asked, 404, 413 or 500.
Response problem(const Error& error);

/// An error that is answered with a status of its own, whatever the reason.
struct Refused {
    int status;
    std::string detail;
    std::string remedy{};
};

/// Parses the body of a change, `{"was": "Mf3", "nth": 2, "dry_run": true, "tags": ["White=Tal"]}`: members are
/// parameters as in an address, a list is one given several times, null none. A name that comes twice, and control
/// characters other than tab and line break, are errors. The error is a sentence.
Expected<std::vector<std::pair<std::string, std::string>>, std::string> read_body(std::string_view text);

}  // namespace cofnod::web
