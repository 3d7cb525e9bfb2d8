#pragma once

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "operations/options/query.hpp"
#include "operations/query.hpp"
#include "reports/value.hpp"
#include "reports/writer.hpp"
#include "web/route.hpp"

/// The routes of `/api/v1`. An answer that a command also gives is byte for byte the same as its --json output.
namespace cofnod::web::api {

std::vector<Route> database_routes();
std::vector<Route> session_routes();
std::vector<Route> game_routes();
std::vector<Route> opening_routes();
std::vector<Route> list_routes();
std::vector<Route> pattern_routes();
std::vector<Route> correction_routes();

/// Default and maximum number of rows of a page.
inline constexpr std::int64_t usual_limit = 50, largest_limit = 500;

/// Base of questions without parameters.
struct NoParameters {
    void declare(options::Arguments&) {}
};

/// Adds `notation`, the notation of the moves in the answer.
inline void add_notation(options::Arguments& table, std::string& notation) {
    table.option("--notation", "X", notation, "notation of the moves in the answer").such_as("cy");
}

/// Adds a required list of ids.
inline options::Option& add_ids(options::Arguments& table, const std::string& name, std::vector<std::int64_t>& ids,
                                std::string help) {
    const auto take = [&ids, name](const std::string& text) {
        const std::vector<std::int64_t> more = options::read_ids(name, text);
        ids.insert(ids.end(), more.begin(), more.end());
    };
    options::Option& option = table.option(name, "IDS", take, std::move(help));
    option.required = true;
    return option;
}

/// Returns a response with the text that a function writes to a stream.
template <typename Write>
Response written(Write&& write) {
    std::ostringstream out;
    std::forward<Write>(write)(out);
    return {.body = std::move(out).str()};
}

/// Returns a document in the format of the command's --json.
template <typename Row>
Response document(const reports::Answer<Row>& answer, const Row& row) {
    return written([&](std::ostream& out) { reports::write_document(answer, row, reports::Format::json, {out}); });
}

/// Returns a list in the format of the command's --json.
template <typename Row, typename Range>
Response list(const reports::Answer<Row>& answer, const Range& rows, reports::Value::Object head = {}) {
    return written(
        [&](std::ostream& out) { reports::write_all(answer, rows, reports::Format::json, {out}, std::move(head)); });
}

/// Ignores remarks on the interpretation of moves: a page shows the position.
inline void drop(const operations::Remark&) {}

}  // namespace cofnod::web::api
