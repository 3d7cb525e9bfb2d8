#include "games/record/move_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "base/characters.hpp"
#include "games/chess/san.hpp"
#include "games/record/with_game.hpp"
#include "notation/time_control.hpp"
#include "notation/written_move.hpp"

namespace cofnod {

std::string move_text(const chess::Position& before, chess::Move move, const notation::Language& language) {
    chess::Position after = before;
    after.play(move);
    std::string text;
    append_move(text, before, after, move, language);
    return text;
}

void append_move(std::string& out, const chess::Position& before, const chess::Position& after, chess::Move move,
                 const notation::Language& language) {
    notation::write_move(language, chess::san_reading(before, move), chess::check_mark(after), out);
}

std::string uci_text(const chess::Position& start, chess::Move move) {
    return chess::write_uci(move, chess::uci_castling(start));
}

MoveNumbers MoveNumbers::of(const GameRecord& record) {
    return with_game(record.kind, [&](auto rules) {
        using G = decltype(rules);
        return from<G>(start_position<G>(record));
    });
}

std::string MoveNumbers::at(std::uint32_t ply) const {
    return fmt::format("{}{}", first_ + (ply + (black_begins_ ? 1 : 0)) / 2, is_black(ply) ? "..." : ".");
}

std::string move_number(const chess::Position& before) {
    return fmt::format("{}{}", before.fullmove_number(), before.turn() == chess::Color::white ? "." : "...");
}

std::string numbered_move(const chess::Position& before, chess::Move move, const notation::Language& language) {
    return move_number(before) + ' ' + move_text(before, move, language);
}

namespace {

template <typename Number>
std::optional<Number> number_in(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || !(number > -1e9 && number < 1e9)) return {};
    return number;
}

/// Calls `take(name, value)` for each command of a comment.
template <typename Take>
void for_each_command(std::string_view comment, Take take) {
    for (std::size_t begin = comment.find("[%"); begin != comment.npos; begin = comment.find("[%")) {
        const std::size_t end = comment.find(']', begin);
        if (end == comment.npos) return;
        const std::string_view command = comment.substr(begin + 2, end - begin - 2);
        comment.remove_prefix(end + 1);
        const std::size_t blank = command.find(' ');
        if (blank == command.npos) continue;
        take(command.substr(0, blank), command.substr(std::min(command.find_first_not_of(' ', blank), command.size())));
    }
}

/// Returns true for `0,13`: a comma and two digits, which may also be an evaluation and its depth.
bool may_be_decimal(std::string_view value) {
    const std::size_t comma = value.find(',');
    return comma != value.npos && value.size() == comma + 3 &&
           std::all_of(value.begin() + static_cast<std::ptrdiff_t>(comma) + 1, value.end(), is_digit);
}

/// Returns the seconds of the first time control: 5400 of `40/5400+30:1800`; nullopt: unknown.
std::optional<double> first_period(std::string_view time_control) {
    const auto control = notation::read_time_control(time_control);
    return control ? std::optional(control->first) : std::nullopt;
}

/// Adds what cutechess and similar programs write, `+0.40/13 0.5s`, `-M6/2 0s`: evaluation from the mover's side,
/// depth and seconds.
void read_engine_comment(std::string_view comment, bool is_black, MoveCommands& commands) {
    const std::size_t slash = comment.find('/');
    static constexpr std::size_t longest = 10;
    if (slash == comment.npos || slash == 0 || slash > longest) return;
    std::string_view judged = comment.substr(0, slash);
    const std::size_t blank = comment.find(' ', slash);
    const bool has_depth = blank != comment.npos && blank > slash + 1 &&
                           std::all_of(comment.begin() + static_cast<std::ptrdiff_t>(slash) + 1,
                                       comment.begin() + static_cast<std::ptrdiff_t>(blank), is_digit);
    if (!has_depth) return;
    const std::string_view rest = comment.substr(blank + 1);
    const std::string_view time = rest.substr(0, rest.find_first_of(" ,"));
    const auto seconds = time.ends_with('s') ? number_in<double>(time.substr(0, time.size() - 1)) : std::nullopt;
    if (!seconds) return;
    const bool is_negative = judged.starts_with('-');
    if (is_negative || judged.starts_with('+')) judged.remove_prefix(1);
    const int side = is_negative != is_black ? -1 : 1;
    if (judged.starts_with('M')) {
        const auto moves = number_in<int>(judged.substr(1));
        if (!moves) return;
        commands.mate = side * *moves;
    } else {
        const auto pawns = number_in<double>(judged);
        if (!pawns) return;
        commands.evaluation = *pawns == 0 ? 0 : side * *pawns;
    }
    commands.elapsed = seconds;
    commands.depth = number_in<int>(comment.substr(slash + 1, blank - slash - 1));
}

/// Adds the time for a move as servers write it in brackets: `(0:05)`.
void read_bracketed_time(std::string_view comment, MoveCommands& commands) {
    if (!comment.starts_with('(') || !comment.ends_with(')') || comment.find(':') == comment.npos) return;
    if (const auto time = read_clock(comment.substr(1, comment.size() - 2))) commands.elapsed = time;
}

/// Adds what the engine championship TCEC writes: `d=25, mt=4500, tl=295500, wv=0.32`, in milliseconds and from White's
/// side.
void read_listed_values(std::string_view comment, MoveCommands& commands) {
    if (comment.find("wv=") == comment.npos) return;
    static constexpr double milliseconds = 1000;
    for (std::string_view rest = comment; !rest.empty();) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        std::string_view item = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        item.remove_prefix(std::min(item.find_first_not_of(' '), item.size()));
        const std::string_view value = item.substr(std::min(item.find('=') + 1, item.size()));
        if (item.starts_with("wv=")) {
            const bool is_negative = value.starts_with('-');
            const std::size_t mate = value.find('M');
            if (mate <= 1)
                commands.mate = number_in<int>(value.substr(mate + 1));
            else
                commands.evaluation = number_in<double>(value);
            if (mate <= 1 && commands.mate && is_negative) commands.mate = -*commands.mate;
        } else if (item.starts_with("mt=")) {
            if (const auto time = number_in<double>(value)) commands.elapsed = *time / milliseconds;
        } else if (item.starts_with("tl=")) {
            if (const auto time = number_in<double>(value)) commands.clock = *time / milliseconds;
        } else if (item.starts_with("d=")) {
            commands.depth = number_in<int>(value);
        }
    }
}

/// Returns what the numbers of a game mean, by all of them: a decimal comma if there is no point and every value has
/// two digits after its comma; hours and minutes if the first clock is far from the first time control otherwise.
CommandDialect dialect_of(const Annotations& annotations, std::string_view time_control) {
    static constexpr double an_hour = 3600, near = 0.2;
    CommandDialect dialect{.has_decimal_comma = true};
    std::optional<double> first_clock;
    bool has_evaluation = false, has_hours = false;
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        const Annotations::Item item = annotations[i];
        if (item.kind != Annotations::Kind::comment) continue;
        for_each_command(item.text, [&](std::string_view name, std::string_view value) {
            if (name == "eval" && !value.starts_with('#')) {
                has_evaluation = true;
                dialect.has_decimal_comma = dialect.has_decimal_comma && may_be_decimal(value);
            }
            if (name != "clk") return;
            has_hours = has_hours || std::count(value.begin(), value.end(), ':') != 1;
            if (!first_clock) first_clock = read_clock(value);
        });
    }
    dialect.has_decimal_comma = dialect.has_decimal_comma && has_evaluation;
    const auto period = first_period(time_control);
    dialect.has_hours_and_minutes = period && *period >= an_hour && first_clock && !has_hours &&
                                    *first_clock < near * *period && *first_clock * 60 <= (1 + near) * *period;
    return dialect;
}

}  // namespace

void read_commands(std::string_view comment, MoveCommands& commands, const CommandDialect& dialect) {
    for_each_command(comment, [&](std::string_view name, std::string_view value) {
        std::string written(value);
        if (name == "eval" && dialect.has_decimal_comma) std::replace(written.begin(), written.end(), ',', '.');
        const std::size_t end = std::min(written.find_first_of(" ,"), written.size());
        value = std::string_view(written).substr(0, end);
        if (name == "clk") {
            if (const auto clock = read_clock(value))
                commands.clock = *clock * (dialect.has_hours_and_minutes ? 60 : 1);
        } else if (name == "emt") {
            if (const auto elapsed = read_clock(value)) commands.elapsed = elapsed;
        } else if (name == "eval") {
            if (value.starts_with('#'))
                commands.mate = number_in<int>(value.substr(1));
            else if (const auto evaluation = number_in<double>(value))
                commands.evaluation = evaluation;
            if (end < written.size() && written[end] == ',')
                if (const auto depth = number_in<int>(std::string_view(written).substr(end + 1)))
                    commands.depth = depth;
        }
    });
}

std::optional<double> read_clock(std::string_view text) {
    double seconds = 0;
    for (int parts = 0; parts < 3; ++parts) {
        const std::size_t colon = text.find(':');
        const auto part = number_in<double>(text.substr(0, colon));
        if (!part || *part < 0) return {};
        seconds = seconds * 60 + *part;
        if (colon == text.npos) return seconds;
        text.remove_prefix(colon + 1);
    }
    return {};
}

std::string without_commands(std::string_view comment) {
    std::string result;
    while (!comment.empty()) {
        const std::size_t begin = comment.find("[%");
        const std::size_t end = comment.find(']', std::min(begin, comment.size()));
        result += comment.substr(0, end == comment.npos ? comment.npos : begin);
        if (begin == comment.npos || end == comment.npos) break;
        comment.remove_prefix(end + 1);
    }
    return result;
}

CommandReader::CommandReader(const Annotations& annotations, std::string_view time_control)
    : dialect_(dialect_of(annotations, time_control)) {}

void CommandReader::read(std::string_view comment, bool is_black, MoveCommands& commands) const {
    if (comment.find("[%") != comment.npos) {
        read_commands(comment, commands, dialect_);
    } else {
        read_engine_comment(comment, is_black, commands);
        read_listed_values(comment, commands);
        read_bracketed_time(comment, commands);
    }
}

std::optional<double> loss_of(const MoveCommands* before, const MoveCommands& after, bool is_black) {
    static constexpr double at_start = 0.2, most = 20, hundredths = 100;
    const auto judged = [](const MoveCommands& here) -> std::optional<double> {
        if (here.mate) return *here.mate < 0 ? -most : most;
        if (!here.evaluation) return std::nullopt;
        return std::clamp(*here.evaluation, -most, most);
    };
    const auto first = before ? judged(*before) : std::optional(at_start);
    const auto second = judged(after);
    if (!first || !second) return std::nullopt;
    return std::round((is_black ? *second - *first : *first - *second) * hundredths) / hundredths;
}

std::optional<double> loss_of(std::span<const MoveCommands> commands, std::uint32_t ply, bool is_black) {
    return loss_of(ply == 1 ? nullptr : &commands[ply - 2], commands[ply - 1], is_black);
}

std::vector<MoveCommands> move_commands(const GameRecord& record) {
    std::vector<MoveCommands> found;
    if (record.annotations.size() == 0) return found;
    const CommandReader reader(record.annotations, record.tags.find("TimeControl").value_or(""));
    const bool black_begins = !record.start.empty() && record.start.find(" b ") != std::string::npos;
    std::uint32_t depth = 0;
    for (std::size_t i = 0; i < record.annotations.size(); ++i) {
        const Annotations::Item item = record.annotations[i];
        if (item.kind == Annotations::Kind::begin_variation) ++depth;
        if (item.kind == Annotations::Kind::end_variation && depth > 0) --depth;
        if (item.kind != Annotations::Kind::comment || depth > 0 || item.ply == 0 || item.ply > record.ply_count)
            continue;
        MoveCommands commands;
        MoveCommands& here = found.empty() ? commands : found[item.ply - 1];
        reader.read(item.text, (item.ply % 2 == 0) != black_begins, here);
        if (!found.empty() || commands.is_empty()) continue;
        found.resize(record.ply_count);
        found[item.ply - 1] = commands;
    }
    return found;
}

}  // namespace cofnod
