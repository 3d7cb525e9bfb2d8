#include "cli/terminal/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "base/problem.hpp"
#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "reports/problems.hpp"
#include "reports/value.hpp"

namespace cofnod::terminal {

namespace {

using reports::JsonWriter;

using namespace std::chrono_literals;

constexpr auto first_after = 1s;
constexpr auto line_every = 200ms;
constexpr auto json_every = 1s;
constexpr std::uint32_t calls_per_look = 64;  // calls between checks of the clock

bool is_wanted(const Streams& io) {
    switch (io.progress) {
        case ProgressMode::never: return false;
        case ProgressMode::automatic: return io.err_terminal.is_terminal && !io.quiet;
        default: return true;
    }
}

std::string time_text(double seconds) {
    const std::int64_t whole = std::lround(seconds);
    if (whole < 60) return fmt::format("{} s", whole);
    return whole < 3600 ? fmt::format("{}:{:02} min", whole / 60, whole % 60)
                        : fmt::format("{}:{:02} h", whole / 3600, whole % 3600 / 60);
}

/// Rounds to milliseconds.
double rounded(double seconds) { return std::round(seconds * 1000) / 1000; }

}  // namespace

ProgressLine::ProgressLine(const Streams& io)
    : io_(io),
      wanted_(is_wanted(io)),
      rewrites_(io.progress != ProgressMode::json && io.err_terminal.is_terminal),
      begin_(Clock::now()),
      next_(begin_ + (io.progress == ProgressMode::automatic ? first_after : 0s)) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::begin_file(const std::string& name, std::uint64_t size, std::uint64_t done) {
    file_ = name;
    file_size_ = size;
    bytes_of_file_ = done;
    skipped_ += done;
}

void ProgressLine::update(std::uint64_t bytes_of_file, std::uint64_t games, std::uint64_t faulty) {
    bytes_of_file_ = bytes_of_file;
    games_ = games;
    faulty_ = faulty;
    if (!wanted_ || calls_++ % calls_per_look) return;
    if (const auto now = Clock::now(); now >= next_) show(now);
}

void ProgressLine::end_file() {
    bytes_before_ += file_size_;
    bytes_of_file_ = 0;
    file_size_ = 0;
    if (wanted_ && io_.progress != ProgressMode::automatic) show(Clock::now());
}

void ProgressLine::update_part(std::string_view event, std::string_view unit, std::int64_t done, std::int64_t all) {
    const auto now = Clock::now();
    const bool is_end = done == all && io_.progress != ProgressMode::automatic;
    if (!wanted_ || all == 0 || (now < next_ && !is_end)) return;
    if (io_.progress == ProgressMode::json)
        JsonWriter(io_.err, JsonWriter::line)
            .begin_document()
            .member("event", event)
            .member(unit, done)
            .member(std::string(unit) + "_total", all)
            .member("seconds", rounded(std::chrono::duration<double>(now - begin_).count()))
            .end_object();
    else
        show_text(fmt::format("{} {} %", translated(event), done * 100 / all));
    next_ = now + interval();
}

void ProgressLine::update_search(std::int64_t done, std::int64_t all, std::int64_t found) {
    const auto now = Clock::now();
    if (!wanted_ || all == 0 || now < next_) return;
    if (io_.progress == ProgressMode::json)
        JsonWriter(io_.err, JsonWriter::line)
            .begin_document()
            .member("event", "searching")
            .member("games", done)
            .member("games_total", all)
            .member("found", found)
            .member("seconds", rounded(std::chrono::duration<double>(now - begin_).count()))
            .end_object();
    else
        show_text(tr("searching {} % · {} found", done * 100 / all, grouped(static_cast<std::uint64_t>(found))));
    next_ = now + interval();
}

void ProgressLine::clear() {
    if (visible_) io_.err << "\r\x1b[K" << std::flush;
    visible_ = false;
}

void ProgressLine::show(Clock::time_point now) {
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    if (io_.progress == ProgressMode::json)
        show_json(seconds);
    else
        show_line(seconds);
    next_ = now + interval();
}

ProgressLine::Clock::duration ProgressLine::interval() const {
    return rewrites_ ? Clock::duration(line_every) : Clock::duration(json_every);
}

void ProgressLine::show_json(double seconds) {
    JsonWriter(io_.err, JsonWriter::line)
        .begin_document()
        .member("event", "progress")
        .member("source", file_)
        .member("bytes", bytes_before_ + bytes_of_file_)
        .member("bytes_total", bytes_total_)
        .member("games", games_)
        .member("faulty", faulty_)
        .member("seconds", rounded(seconds))
        .end_object();
}

void ProgressLine::show_line(double seconds) {
    const std::uint64_t done = bytes_before_ + bytes_of_file_;
    const auto read = static_cast<double>(done - std::min(done, skipped_));
    std::string line = fmt::format("{}  {}", printable(file_), counted_games(games_));
    if (bytes_total_ > 0) line += fmt::format(" · {} %", std::min<std::uint64_t>(100, done * 100 / bytes_total_));
    if (seconds > 0.5)
        line += fmt::format(" · {}/s", grouped(static_cast<std::uint64_t>(static_cast<double>(games_) / seconds)));
    if (read > 0 && seconds > 2 && bytes_total_ > done)
        line += " · " + tr("{} left", time_text(static_cast<double>(bytes_total_ - done) * seconds / read));
    if (faulty_ > 0) line += " · " + tr("{} incomplete or rejected", grouped(faulty_));
    show_text(line);
}

void ProgressLine::show_text(const std::string& line) {
    if (!rewrites_) {
        io_.say(line);
        return;
    }
    io_.err << '\r' << cut(line, std::max<std::size_t>(io_.err_terminal.columns, 20) - 1) << "\x1b[K" << std::flush;
    visible_ = true;
}

struct Console::ProblemList : reports::List<reports::FileProblem> {
    using List::List;
};

Console::Console(Streams& io) : io_(io), problems_(io.err), terminal_(io.err_terminal), line_(io) {}

Console::Console(Streams& io, OutputFormat problems)
    : io_(io), problems_(io.out), terminal_(io.out_terminal), line_(io) {
    if (problems != OutputFormat::automatic)
        list_ = std::make_unique<ProblemList>(reports::file_problems(), answer_format(problems), io.data());
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

operations::Note notes_to(const Streams& io) {
    return [&io](const operations::Remark& remark) {
        if (io.quiet) return;
        const std::string separator = remark.way_out.is_empty() ? "" : ": ";
        io.err << fmt::format("--{}: {}{}{}\n", remark.option, printable_lines(remark.text, io.err_terminal), separator,
                              printable_lines(sentence(remark.way_out), io.err_terminal));
    };
}

}  // namespace cofnod::terminal
