#include "terminal/problem_report.hpp"

#include <algorithm>
#include <ostream>
#include <string>

#include "base/problem.hpp"
#include "terminal/report.hpp"
#include "terminal/way_out_text.hpp"

namespace cofnod::terminal {

void print_problem(std::ostream& out, const Terminal& terminal, const Problem& problem, std::string_view source,
                   std::uint64_t game_number) {
    const std::string text =
        printable_lines(format_problem(problem, source, game_number, sentence_with_options(problem.advice)), terminal);
    const Style head = problem.severity == Severity::fault ? Style::bad : Style::warning;
    std::string_view rest = text;
    for (bool first = true; !rest.empty(); first = false) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        const bool is_caret = !first && line.find('^') != line.npos && line.find_first_not_of(" ^~") == line.npos;
        out << styled(line, first ? Style::bold : is_caret ? head : Style::plain, terminal) << '\n';
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
}

}  // namespace cofnod::terminal
