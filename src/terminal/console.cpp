#include "terminal/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "answers/problems.hpp"
#include "base/error.hpp"
#include "terminal/problem_report.hpp"
#include "terminal/report.hpp"
#include "terminal/way_out_text.hpp"

namespace cofnod::terminal {

struct Console::ProblemList : answers::List<answers::FileProblem> {
    using List::List;
};

Console::Console(Streams& io) : io_(io), problems_(io.err), terminal_(io.err_terminal), line_(io) {}

Console::Console(Streams& io, OutputFormat problems)
    : io_(io), problems_(io.out), terminal_(io.out_terminal), line_(io) {
    if (problems != OutputFormat::automatic)
        list_ = std::make_unique<ProblemList>(answers::file_problems(), answer_format(problems), io.data());
}

Console::~Console() = default;

void Console::error(const Error& error) {
    clear();
    print_error(io_.err, io_.err_terminal, message(error), sentence(error.way_out()));
    failed_ = std::max(failed_, error.code());
}

void Console::note(const std::string& about, const std::string& text, const WayOut& way_out) {
    if (io_.quiet) return;
    clear();
    const std::string separator = way_out.is_empty() ? "" : "; ";
    io_.err << fmt::format("{}: {}{}{}\n", shown(about, io_.err_terminal), printable(text), separator,
                           printable(sentence(way_out)));
}

void Console::finding(const std::string& about, const std::string& text) {
    clear();
    std::ostream& out = list_ ? io_.err : io_.out;
    out << fmt::format("{}: {}\n", shown(about, list_ ? io_.err_terminal : io_.out_terminal), printable(text));
}

void Console::problem(const Problem& problem, const std::string& source, std::uint64_t game_number) {
    clear();
    if (!list_) return print_problem(problems_, terminal_, problem, source, game_number);
    list_->add({source, game_number, problem});
}

void Console::flush() { problems_.flush(); }

void Console::finish() {
    clear();
    if (list_) list_->finish();
}

jobs::Note notes_to(const Streams& io) {
    return [&io](const jobs::Remark& remark) {
        if (io.quiet) return;
        const std::string separator = remark.way_out.is_empty() ? "" : ": ";
        io.err << fmt::format("--{}: {}{}{}\n", remark.option, printable_lines(remark.text, io.err_terminal), separator,
                              printable_lines(sentence(remark.way_out), io.err_terminal));
    };
}

}  // namespace cofnod::terminal
