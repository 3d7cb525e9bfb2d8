#include "importers/formats/sheet/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>

#include "base/ascii.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::sheet {

namespace {

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

std::string clock_text(std::string_view clock) {
    const auto hundredths = whole_number(clock);
    if (!hundredths) return std::string(clock);
    const std::int64_t seconds = *hundredths / 100, rest = *hundredths % 100;
    return fmt::format("{}:{:02}:{:02}{}", seconds / 3600, seconds / 60 % 60, seconds % 60,
                       rest ? fmt::format(".{:02}", rest) : "");
}

}  // namespace

std::string result_of(const notation::Languages& languages, const std::string& value) {
    if (value == "1" || value == "1.0") return "1-0";
    if (value == "0" || value == "0.0") return "0-1";
    if (value == "0.5" || value == "0,5" || value == ".5") return "1/2-1/2";
    if (const auto result = notation::read_framed_result(value)) return std::string(to_text(*result));
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
        if (text[at] != '"' && text[at] != '\'') return {};  // the name of a tag of PGN
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

}  // namespace cofnod::importers::sheet
