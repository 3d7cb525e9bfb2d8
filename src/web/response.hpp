#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cofnod {
class Error;
}

namespace cofnod::web {

/// What a request is answered with.
struct Response {
    int status = 200;
    std::string type = "application/json";
    std::string body{};
    std::vector<std::pair<std::string, std::string>> headers{};  ///< beyond those of every answer
};

/// Returns an error as RFC 9457 has it, `application/problem+json`: title, status, detail, `remedy` (what to do) and
/// `at`, the parameter that it is about, with line and column of the fault in its value.
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
