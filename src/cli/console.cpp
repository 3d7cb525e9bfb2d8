#include "cli/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "answers/problems.hpp"
#include "base/error.hpp"
#include "cli/problem_report.hpp"
#include "cli/report.hpp"

namespace cofnod::cli {

void Console::error(const Error& error) {
    clear();
    print_error(io_.err, io_.err_terminal, error.what(), error.remedy());
    failed_ = std::max(failed_, error.code());
}

void Console::note(const std::string& about, const std::string& text) {
    if (io_.quiet) return;
    clear();
    io_.err << fmt::format("{}: {}\n", shown(about, io_.err_terminal), printable(text));
}

void Console::finding(const std::string& about, const std::string& text) {
    clear();
    io_.out << fmt::format("{}: {}\n", shown(about, io_.out_terminal), printable(text));
}

void Console::problem(const Problem& problem, const std::string& source, std::uint64_t game_number) {
    clear();
    if (form_ == Problems::text) return print_problem(problems_, terminal_, problem, source, game_number);
    answers::write_problem(problems_, {source, game_number, problem});
}

void Console::flush() { problems_.flush(); }

std::function<void(const std::string&)> notes_to(const Streams& io) {
    return [&io](const std::string& text) {
        if (!io.quiet) io.err << text << '\n';
    };
}

}  // namespace cofnod::cli
