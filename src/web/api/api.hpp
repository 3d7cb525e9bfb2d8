#pragma once

#include <string>
#include <vector>

#include "jobs/query.hpp"
#include "web/route.hpp"

/// The answers of `/api/v1`. Those that a command gives too are the same bytes as its --json.
namespace cofnod::web::api {

std::vector<Route> database_routes();
std::vector<Route> game_routes();
std::vector<Route> opening_routes();
std::vector<Route> list_routes();
std::vector<Route> pattern_routes();
std::vector<Route> correction_routes();

/// Number of rows of a page if no limit is given, and the most that is given.
inline constexpr std::int64_t usual_limit = 50, largest_limit = 500;

/// Takes no parameters.
struct NoParameters {
    void declare(options::Arguments&) {}
};

/// Adds `notation`, the notation of the moves in the answer.
inline void add_notation(options::Arguments& table, std::string& notation) {
    table.option("--notation", "X", notation, "notation of the moves in the answer").such_as("cy");
}

/// Drops remarks on how moves were understood: a page shows the position.
inline void drop(const jobs::Remark&) {}

}  // namespace cofnod::web::api
