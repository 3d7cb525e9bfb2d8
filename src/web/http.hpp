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
    using Parameter = std::pair<std::string, std::string>;  ///< name and value

    std::vector<std::string> path;      ///< path segments: {"api", "v1", "games"}
    std::vector<Parameter> parameters;  ///< in the order of the target

    /// Returns the value of a parameter; nullptr if it is missing.
    [[nodiscard]] const std::string* find(std::string_view name) const;
};

/// Parses a target in origin form (RFC 9112, 3.2.1). Each escape is decoded once. Control characters including NUL,
/// invalid escapes, invalid UTF-8, and `.`, `..` or empty path segments are errors. The error is a sentence.
Expected<Target, std::string> read_target(std::string_view text);

/// Returns true for UTF-8 without control characters other than tab and line break.
bool is_clean(std::string_view text);

/// A request as received by the listener.
struct Request {
    enum class Method : std::uint8_t { get, head, post, other };
    Method method = Method::get;
    std::string target;                                        ///< not decoded
    std::vector<std::pair<std::string, std::string>> headers;  ///< as received
    std::string body{};

    /// Returns the values of all headers with a name, ignoring case.
    [[nodiscard]] std::vector<std::string_view> header(std::string_view name) const;
    /// Returns the value of a cookie; empty if it is missing.
    [[nodiscard]] std::string_view cookie(std::string_view name) const;
    /// Returns the first language in Accept-Language (RFC 9110, 12.5.4) that the program supports, in list order: "cy"
    /// for "cy-GB, en;q=0.5". Empty if there is none.
    [[nodiscard]] std::string_view accepted_language() const;
};

/// Response to a request.
struct Response {
    int status = 200;
    std::string type = "application/json";
    std::string body{};
    std::vector<std::pair<std::string, std::string>> headers{};  ///< in addition to the common headers
    /// Writes the body as a stream, in place of `body`; data is sent as it is written, or at the latest when the stream
    /// is flushed. Called while the question's database connection is open, and interrupted when the client disconnects
    /// or the server stops.
    std::function<void(std::ostream&)> write_body{};
};

/// Returns an error in the format of RFC 9457, `application/problem+json`: title, status, detail, `remedy` (suggested
/// action) and `at`, the parameter concerned with the line, column and width of the fault in its value.
Response problem(int status, std::string_view detail, std::string_view remedy = {}, std::string_view about = {});

/// Returns the problem for an error from the boxes below: 400 for an invalid question, 404, 413 or 500.
Response problem(const Error& error);

/// An error that is answered with a specific status.
struct Refused {
    int status;
    std::string detail;
    std::string remedy{};
};

/// Parses the body of a change, `{"was": "Mf3", "nth": 2, "dry_run": true, "tags": ["White=Tal"]}`: members are
/// parameters as in a URL, a list is a repeated parameter, null is a missing one. Duplicate names and control
/// characters other than tab and line break are errors. The error is a sentence.
Expected<std::vector<std::pair<std::string, std::string>>, std::string> read_body(std::string_view text);

}  // namespace cofnod::web
