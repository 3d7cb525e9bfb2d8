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

/// Returns a number with a point or a comma before its fraction: 0.5, 0,5.
std::optional<double> decimal_in(std::string_view text) {
    std::string written(text);
    std::ranges::replace(written, ',', '.');
    return number_in<double>(written);
}

/// Adds an evaluation in pawns, `+0.40`, or a mate, `#-3`, `M5`, `-M5`, from White's side (`side` 1) or Black's (-1).
/// Returns false if the text is neither.
bool read_judgement(std::string_view text, int side, MoveCommands& commands) {
    const std::string_view sign = text.substr(0, text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    const std::string_view judged = text.substr(sign.size());
    if (judged.starts_with('M') || judged.starts_with('#')) {
        const auto moves = number_in<int>(judged.substr(1));
        if (moves) commands.mate = (sign == "-" ? -side : side) * *moves;
        return moves.has_value();
    }
    const auto pawns = decimal_in(text);
    if (pawns) commands.evaluation = *pawns == 0 ? 0 : side * *pawns;
    return pawns.has_value();
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

/// Meanings of the commas of an evaluation: `0,13` is one number, or 0 with depth 13.
enum class Comma : std::uint8_t { decimal, either, before_depth };

Comma comma_of(std::string_view evaluation) {
    const std::size_t comma = evaluation.find(',');
    if (comma == evaluation.npos || evaluation.find('.') != evaluation.npos) return Comma::before_depth;
    const std::size_t digits = evaluation.substr(comma + 1).find_first_not_of("0123456789");
    if (digits != evaluation.npos) return evaluation[comma + 1 + digits] == ',' ? Comma::decimal : Comma::before_depth;
    return evaluation.size() == comma + 3 ? Comma::either : Comma::before_depth;
}

/// Returns the seconds of the first time control: 5400 of `40/5400+30:1800`; nullopt: unknown.
std::optional<double> first_period(std::string_view time_control) {
    const auto control = notation::read_time_control(time_control);
    return control ? std::optional(control->first) : std::nullopt;
}

/// Forms of what programs write after a move: E is an evaluation from the mover's side, D a depth, T a time.
constexpr std::string_view engine_forms[] = {"E/D T", "E/D", "(E/D T)", "(E/D)", "(T)"};

/// Fields of a comment in one of these forms; empty if the form has no such field.
struct EngineFields {
    std::string_view evaluation, depth, time;

    /// Returns the field of a letter; nullptr for a sign of the form.
    std::string_view* field(char letter) {
        return letter == 'E' ? &evaluation : letter == 'D' ? &depth : letter == 'T' ? &time : nullptr;
    }
    /// Returns true if the time cannot be another number.
    [[nodiscard]] bool has_unit() const { return time.ends_with('s') || time.find(':') != time.npos; }
    /// Returns true if the evaluation is no score such as `1/2` or `2.5/4`: it has a sign, two decimals, or is a mate.
    [[nodiscard]] bool is_evaluation() const {
        const std::size_t point = evaluation.find_first_of(".,");
        const bool has_hundredths = point != evaluation.npos && evaluation.size() == point + 3;
        return has_hundredths || evaluation.find_first_of("+-M") != evaluation.npos;
    }
};

/// Reads a comment in a form, with nothing after it but words that follow a comma or a time with its unit.
std::optional<EngineFields> fields_of(std::string_view comment, std::string_view form) {
    EngineFields fields;
    for (const char letter : form) {
        std::string_view* const field = fields.field(letter);
        if (!field) {
            if (!comment.starts_with(letter)) return std::nullopt;
            comment.remove_prefix(1);
            continue;
        }
        static constexpr std::string_view digits = "0123456789";
        *field = comment.substr(0, comment.find_first_not_of(letter == 'D' ? digits : "0123456789.,+-M:s"));
        while (field->ends_with(',') || field->ends_with('.')) field->remove_suffix(1);
        if (field->empty()) return std::nullopt;
        comment.remove_prefix(field->size());
    }
    const bool has_words = comment.starts_with(',') || (comment.starts_with(' ') && fields.has_unit());
    if (!comment.empty() && (!has_words || fields.evaluation.empty())) return std::nullopt;
    const bool is_sure = fields.evaluation.empty() ? fields.time.find(':') != fields.time.npos
                                                   : fields.is_evaluation() || fields.time.ends_with('s');
    return is_sure ? std::optional(fields) : std::nullopt;
}

/// Adds what cutechess and similar programs write, `+0.40/13 0.5s`, `-M6/2 0s`, `(+0.31/12)`, and the time for a move
/// as servers write it in brackets, `(0:05)`.
void read_engine_comment(std::string_view comment, bool is_black, MoveCommands& commands) {
    for (const std::string_view form : engine_forms) {
        const auto fields = fields_of(trimmed(comment), form);
        if (!fields) continue;
        std::string_view time = fields->time;
        if (time.ends_with('s')) time.remove_suffix(1);
        const auto seconds = read_clock(time);
        if (!seconds && !time.empty()) continue;
        if (!fields->evaluation.empty() && !read_judgement(fields->evaluation, is_black ? -1 : 1, commands)) continue;
        if (seconds) commands.elapsed = seconds;
        if (const auto depth = number_in<int>(fields->depth)) commands.depth = depth;
        return;
    }
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
            read_judgement(value, 1, commands);
        } else if (item.starts_with("mt=")) {
            if (const auto time = number_in<double>(value)) commands.elapsed = *time / milliseconds;
        } else if (item.starts_with("tl=")) {
            if (const auto time = number_in<double>(value)) commands.clock = *time / milliseconds;
        } else if (item.starts_with("d=")) {
            commands.depth = number_in<int>(value);
        }
    }
}

/// Returns what the numbers of a game mean, by all of them: a decimal comma if one value has two commas, `0,13,20`, or
/// if every value has two digits after its comma and no point; hours and minutes if the first clock is far from the
/// first time control otherwise.
CommandDialect dialect_of(const Annotations& annotations, std::string_view time_control) {
    static constexpr double an_hour = 3600, near = 0.2;
    CommandDialect dialect;
    std::optional<double> first_clock;
    bool may_be_decimal = false, has_depth = false, has_hours = false;
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        const Annotations::Item item = annotations[i];
        if (item.kind != Annotations::Kind::comment) continue;
        for_each_command(item.text, [&](std::string_view name, std::string_view value) {
            if (MoveCommands mate; name == "eval" && (!read_judgement(value, 1, mate) || !mate.mate)) {
                const Comma comma = comma_of(value);
                dialect.has_decimal_comma = dialect.has_decimal_comma || comma == Comma::decimal;
                may_be_decimal = may_be_decimal || comma == Comma::either;
                has_depth = has_depth || comma == Comma::before_depth;
            }
            if (name != "clk") return;
            has_hours = has_hours || std::count(value.begin(), value.end(), ':') != 1;
            if (!first_clock) first_clock = read_clock(value);
        });
    }
    dialect.has_decimal_comma = dialect.has_decimal_comma || (may_be_decimal && !has_depth);
    const auto period = first_period(time_control);
    dialect.has_hours_and_minutes = period && *period >= an_hour && first_clock && !has_hours &&
                                    *first_clock < near * *period && *first_clock * 60 <= (1 + near) * *period;
    return dialect;
}

/// Adds the commands of one comment to `commands`.
void read_commands(std::string_view comment, MoveCommands& commands, const CommandDialect& dialect) {
    for_each_command(comment, [&](std::string_view name, std::string_view value) {
        value = value.substr(0, value.find(' '));
        if (name == "clk") {
            if (const auto clock = read_clock(value))
                commands.clock = *clock * (dialect.has_hours_and_minutes ? 60 : 1);
        } else if (name == "emt") {
            if (const auto elapsed = read_clock(value)) commands.elapsed = elapsed;
        } else if (name == "eval") {
            const bool has_decimal_comma = dialect.has_decimal_comma && value.find('.') == value.npos;
            const std::size_t comma = value.find(',');
            const std::size_t end = has_decimal_comma && comma != value.npos ? value.find(',', comma + 1) : comma;
            read_judgement(value.substr(0, end), 1, commands);
            if (end == value.npos) return;
            if (const auto depth = number_in<int>(value.substr(end + 1))) commands.depth = depth;
        }
    });
}

}  // namespace

std::optional<double> read_clock(std::string_view text) {
    double seconds = 0;
    for (int parts = 0; parts < 3; ++parts) {
        const std::size_t colon = text.find(':');
        const auto part = decimal_in(text.substr(0, colon));
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
