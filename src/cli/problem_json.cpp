#include "cli/problem_json.hpp"

#include "cli/report.hpp"

namespace cofnod::cli {

answers::JsonWriter& write_problem(answers::JsonWriter& json, const Problem& problem, std::string_view source,
                                   std::uint64_t game_number) {
    return json.member("file", source)
        .member("line", problem.place.line)
        .member("column", problem.place.column)
        .member("byte", problem.place.byte)
        .member("game_in_file", game_number)
        .member("ply", problem.ply)
        .member("severity", problem.severity == Severity::fault ? "fault" : "note")
        .member("kind", name_of(problem.kind))
        .member("message", printable(problem.message))
        .member("text", problem.line)
        .member("caret", problem.caret)
        .member("width", problem.width)
        .member("remedy", printable(problem.remedy));
}

}  // namespace cofnod::cli
