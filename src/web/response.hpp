#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cofnod {
class Error;
}

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

}  // namespace cofnod::web
