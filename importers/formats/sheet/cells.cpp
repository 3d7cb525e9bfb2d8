#include "importers/formats/sheet/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>

#include "base/characters.hpp"
#include "base/printable.hpp"
#include "grammar/sheet.hpp"
#include "importers/rules.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"
#include "notation/reading.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::sheet {

namespace {

namespace rules = grammar::sheet;
namespace p = tao::pegtl;

struct Reading {
    const char* base;
    std::size_t begin;
    Row& row;
};

template <typename Rule>
struct action : p::nothing<Rule> {};

void add_cell(const auto& in, Reading& reading, bool quoted) {
    const std::size_t begin = reading.begin + static_cast<std::size_t>(in.begin() - reading.base);
    const std::size_t quote = quoted ? 1 : 0;
    reading.row.cells.push_back({begin + quote, begin + in.size() - quote, quoted});
}

template <char separator>
struct action<rules::bare<separator>> {
    static void apply(const auto& in, Reading& reading) { add_cell(in, reading, false); }
};

template <char separator>
struct action<rules::quoted<separator>> {
    static void apply(const auto& in, Reading& reading) { add_cell(in, reading, true); }
};

template <char separator>
std::size_t parse(std::string_view text, Reading& reading) {
    p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*> in(text.data(), text.data() + text.size(), "");
    p::parse<rules::row<separator>, action>(in, reading);
    return static_cast<std::size_t>(in.current() - text.data());
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    if (text.ends_with(".0")) text.remove_suffix(2);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0) return std::nullopt;
    return number;
}

std::string joined(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words) (text += text.empty() ? "" : " ") += word;
    return text;
}

bool is_position(const std::string& value) {
    return std::ranges::any_of(all_rules(), [&](auto* each) { return each->looks_like_position(value); });
}

std::string clock_text(std::string_view clock) {
    const auto hundredths = whole_number(clock);
    if (!hundredths) return std::string(clock);
    const std::int64_t seconds = *hundredths / 100, rest = *hundredths % 100;
    return fmt::format("{}:{:02}:{:02}{}", seconds / 3600, seconds / 60 % 60, seconds % 60,
                       rest ? fmt::format(".{:02}", rest) : "");
}

}  // namespace

std::string Cell::exact_text_in(std::string_view sheet) const {
    std::string text;
    for (std::size_t at = begin; at < end; ++at) {
        text += sheet[at];
        if (quoted && sheet[at] == '"') ++at;
    }
    return text;
}

std::string Cell::text_in(std::string_view sheet) const {
    std::string text;
    for (const char c : exact_text_in(sheet)) {
        if (static_cast<unsigned char>(c) > ' ')
            text += c;
        else if (!text.empty() && text.back() != ' ')
            text += ' ';
    }
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

std::optional<Row> row_at(std::string_view sheet, std::size_t at, char separator) {
    if (at >= sheet.size()) return std::nullopt;
    Row row{at, sheet.size(), {}};
    const std::string_view text = sheet.substr(at);
    Reading reading{text.data(), at, row};
    switch (separator) {
        case '\t': row.end = at + parse<'\t'>(text, reading); break;
        case ';': row.end = at + parse<';'>(text, reading); break;
        case '|': row.end = at + parse<'|'>(text, reading); break;
        default: row.end = at + parse<','>(text, reading); break;
    }
    return row;
}

std::string result_of(const notation::Languages& languages, const std::string& value) {
    if (value == "1" || value == "1.0") return "1-0";
    if (value == "0" || value == "0.0") return "0-1";
    if (value == "0.5" || value == "0,5" || value == ".5") return "1/2-1/2";
    if (const auto result = notation::read_result_value(value)) return std::string(to_text(*result));
    const auto words = notation::read_result_words(languages, value);
    const auto said = words ? settled(words->result) : std::nullopt;
    return said ? std::string(to_text(*said)) : value;
}

std::optional<std::string> result_of_winner(const notation::Languages& languages, std::string_view winner,
                                            std::string_view white, std::string_view black) {
    const auto side = languages.find_header(winner);
    const std::string key = notation::word_key(winner);
    if (key.empty()) return std::nullopt;
    if (side == "White" || (key == notation::word_key(white) && white != black)) return "1-0";
    if (side == "Black" || (key == notation::word_key(black) && white != black)) return "0-1";
    if (const auto result = notation::read_result(winner)) return std::string(to_text(*result));
    const auto words = notation::read_result_words(languages, winner);
    const auto said = words && words->length == winner.size() ? settled(words->result) : std::nullopt;
    return said ? std::optional(std::string(to_text(*said))) : std::nullopt;
}

TagValues tags_of_moment(std::string_view value) {
    constexpr std::int64_t first = 315'532'800, last = 4'102'444'800, milliseconds = 1000;  // 1980 to 2100
    auto moment = whole_number(value);
    if (moment && *moment >= first * milliseconds) *moment /= milliseconds;
    if (!moment || *moment < first || *moment > last) return {};
    using std::chrono::floor, std::chrono::days, std::chrono::seconds;
    const std::chrono::sys_seconds time{seconds(*moment)};
    const std::chrono::year_month_day date{floor<days>(time)};
    const std::chrono::hh_mm_ss clock{time - floor<days>(time)};
    return {{"UTCDate", fmt::format("{:04}.{:02}.{:02}", static_cast<int>(date.year()),
                                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()))},
            {"UTCTime", fmt::format("{:02}:{:02}:{:02}", clock.hours().count(), clock.minutes().count(),
                                    clock.seconds().count())}};
}

std::optional<std::string> time_control_of_minutes(std::string_view value) {
    const std::size_t plus = value.find('+');
    if (plus == value.npos) return std::nullopt;
    const auto minutes = whole_number(value.substr(0, plus)), seconds = whole_number(value.substr(plus + 1));
    if (!minutes || !seconds || *minutes > 10'000) return std::nullopt;
    return fmt::format("{}+{}", *minutes * 60, *seconds);
}

std::optional<std::string> moves_of_list(std::string_view text) {
    text = trimmed(text);
    const bool is_list = text.starts_with('[') && text.ends_with(']') && text.find('[', 1) == text.npos &&
                         text.find_first_of("\"'") != text.npos;
    const bool is_row = text.find_first_of(" .[({") == text.npos && text.find_first_of(",|") != text.npos;
    if (!is_list && !is_row) return std::nullopt;
    if (is_list && !scores_of_list(text).empty()) return std::nullopt;
    const std::vector<std::string_view> words = words_of(text, is_list ? "[]\"', \t\r\n" : ",|");
    const bool are_moves = !words.empty() && std::all_of(words.begin(), words.end(), [](std::string_view word) {
        constexpr std::size_t longest = 12;
        return word.size() <= longest && (has_digit(word) || word.find('-') != word.npos || word == "*");
    });
    return are_moves ? std::optional(joined(words)) : std::nullopt;
}

std::vector<std::pair<std::size_t, std::size_t>> scores_of_list(std::string_view text) {
    std::vector<std::pair<std::size_t, std::size_t>> scores;
    for (std::size_t at = 0; (at = text.find_first_not_of("[], \t\r\n", at)) != text.npos;) {
        if (text[at] != '"' && text[at] != '\'') return {};  // the name of a PGN tag
        std::size_t end = at + 1;
        while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
        if (end >= text.size()) return {};
        const std::string_view score = text.substr(at + 1, end - at - 1);
        const std::size_t digits = score.find_first_not_of(ascii_digits);
        const bool is_numbered = digits > 0 && digits != score.npos && score[digits] == '.';
        if (!is_numbered || score.find(' ') == score.npos) return {};
        scores.emplace_back(at + 1, end);
        at = end + 1;
    }
    return scores;
}

bool ends_with_result(std::string_view moves) {
    moves = trimmed(moves);
    const std::size_t blank = moves.find_last_of(" \t\r\n");
    return notation::read_result(blank == moves.npos ? moves : moves.substr(blank + 1)).has_value();
}

std::size_t count_plies(std::string_view moves) {
    const std::vector<std::string_view> plies = words_of(moves, " \t\r\n");
    if (plies.empty() || moves.find_first_of(".{(") != moves.npos) return 0;
    return plies.size() - notation::read_result(plies.back()).has_value();
}

std::vector<std::string> clock_commands(std::string_view clocks) {
    std::vector<std::string> commands;
    for (const std::string_view time : words_of(clocks, "[]\"', \t\r\n"))
        commands.push_back(fmt::format("[%clk {}]", clock_text(time)));
    return commands;
}

std::string with_annotations(std::string_view moves, const std::vector<std::string>& annotations) {
    const std::vector<std::string_view> plies = words_of(moves, " \t\r\n");
    std::string text;
    for (std::size_t i = 0; i < plies.size(); ++i) {
        (text += text.empty() ? "" : " ") += plies[i];
        if (i < annotations.size() && !annotations[i].empty()) (text += ' ') += annotations[i];
    }
    return text;
}

std::optional<std::string> with_clocks(std::string_view moves, std::string_view clocks) {
    std::vector<std::string> commands = clock_commands(clocks);
    if (commands.empty() || count_plies(moves) != commands.size()) return std::nullopt;
    for (std::string& command : commands) command = fmt::format("{{{}}}", command);
    return with_annotations(moves, commands);
}

bool is_usual_start(const std::string& value) {
    return std::ranges::any_of(all_rules(), [&](auto* each) { return each->usual_start() == value; });
}

std::string tag_pair(std::string_view name, std::string_view value) {
    std::string escaped;
    for (const char c : value) {
        if (c == '"' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return fmt::format("[{} \"{}\"]\n", name, escaped);
}

bool is_like_move(const std::string& text) {
    const std::string folded = notation::folded_text(text);
    std::string_view move = folded;
    if (const std::size_t period = move.find_first_not_of("0123456789"); period > 0 && period != move.npos)
        if (move[period] == '.') move.remove_prefix(std::min(move.find_first_not_of(". ", period), move.size()));
    const bool is_castling = move.starts_with("O-O") || move.starts_with("o-o") || move.starts_with("0-0");
    return (is_castling || move.find_first_of("12345678") != move.npos) && move.find(' ') == move.npos;
}

std::string CellWriter::text(const Cell* cell) const {
    return cell ? without_guard(cell->text_in(sheet_)) : std::string();
}

std::string CellWriter::exact_text(const Cell* cell) const {
    return cell ? without_guard(cell->exact_text_in(sheet_)) : std::string();
}

std::string CellWriter::without_guard(std::string text) const {
    if (separator_ != '\t' && is_guarded_formula(text)) text.erase(0, 1);
    return text;
}

bool CellWriter::is_blank(const Row& row) const {
    const auto is_rule = [&](const Cell& each) { return text(&each).find_first_not_of("-:= ") == std::string::npos; };
    return std::all_of(row.cells.begin(), row.cells.end(), is_rule);
}

void CellWriter::write_tag(std::string name, std::string value, Place place, std::string& result) {
    if (value.empty()) return;
    if (name == "start" && is_usual_start(value)) return;
    if (name == "start" && is_position(value)) name = "FEN";  // its column name in `export --csv`
    if (name == "Date") value = notation::read_date(languages_, value).value_or(value);
    if (name == "Result") value = result = result_of(languages_, value);
    add_tag(name, value, place);
}

void CellWriter::add_tag(std::string_view name, std::string_view value, Place place) {
    pgn_.add(tag_pair(name, value), place.at, place.seen);
}

void CellWriter::write_remark(std::string_view value, Place place) {
    if (value.starts_with('{') && value.find('}') == value.size() - 1)
        value = trimmed(value.substr(1, value.size() - 2));
    const bool has_brace = value.find('}') != value.npos;
    pgn_.add(has_brace ? fmt::format(";{}\n", value) : fmt::format("{{{}}} ", value), place.at, place.seen);
}

std::size_t CellWriter::copy(const Cell& cell, std::size_t at) {
    std::size_t begin = cell.begin;
    const auto copy_to = [&](std::size_t end) {
        pgn_.copy(begin, end, at);
        at += end - begin;
    };
    for (std::size_t quote = cell.begin; quote < cell.end; ++quote) {
        if (!cell.quoted || sheet_[quote] != '"') continue;
        copy_to(quote + 1);
        begin = ++quote + 1;
    }
    if (begin < cell.end) copy_to(cell.end);
    return at;
}

}  // namespace cofnod::importers::sheet
