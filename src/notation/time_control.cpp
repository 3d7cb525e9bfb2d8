#include "notation/time_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "base/characters.hpp"
#include "notation/fold.hpp"

namespace cofnod::notation {

namespace {

constexpr double minute = 60, hour = 3'600, day = 86'400;

/// A unit of time and its words; unused places are empty.
struct Unit {
    double seconds;
    std::array<std::string_view, 7> words;
};
constexpr std::array units = {Unit{1, {"''", "\"", "s", "sec", "secs", "second", "seconds"}},
                              Unit{minute, {"'", "m", "min", "mins", "minute", "minutes"}},
                              Unit{hour, {"h", "hour", "hours"}}, Unit{day, {"d", "day", "days"}}};

struct ClassWord {
    std::string_view word;
    TimeClass time_class;
};
constexpr std::array class_words = std::to_array<ClassWord>({{"bullet", TimeClass::bullet},
                                                             {"lightning", TimeClass::bullet},
                                                             {"blitz", TimeClass::blitz},
                                                             {"rapid", TimeClass::rapid},
                                                             {"classical", TimeClass::classical},
                                                             {"standard", TimeClass::classical},
                                                             {"correspondence", TimeClass::correspondence},
                                                             {"daily", TimeClass::correspondence}});

/// A number with what joins it to the one before, and its unit in seconds (0: none).
struct Part {
    char joint = ' ';
    double number = 0;
    double unit = 0;
    bool is_whole = true;
};

/// Splits a text into numbers with their units; no parts if there is anything else in it.
std::vector<Part> parts_of(std::string_view text) {
    std::vector<Part> parts;
    for (char joint = ' '; !text.empty();) {
        Part part{joint};
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), part.number, std::chars_format::fixed);
        if (error != std::errc{} || part.number < 0 || !std::isfinite(part.number)) return {};
        const auto length = static_cast<std::size_t>(end - text.data());
        part.is_whole = text.substr(0, length).find('.') == text.npos;
        text = trimmed(text.substr(length));
        const std::size_t word = std::min(text.find_first_not_of("'\"abcdefghijklmnopqrstuvwxyz"), text.size());
        if (word > 0) {
            const auto* const unit = std::ranges::find_if(units, [&](const Unit& each) {
                return std::ranges::find(each.words, text.substr(0, word)) != each.words.end();
            });
            if (unit == units.end()) return {};
            part.unit = unit->seconds;
            text = trimmed(text.substr(word));
        }
        parts.push_back(part);
        if (text.empty()) break;
        joint = std::string_view("+/:;,").find(text.front()) == std::string_view::npos ? ' ' : text.front();
        if (joint != ' ') text = trimmed(text.substr(1));
        if (text.empty()) return {};
    }
    return parts;
}

/// Returns the text in small letters, with plain signs for minutes and seconds, and without the words of `G/60;d5`,
/// `SD/30` and `*180`; `counts_minutes`: it had them, as only minutes have.
std::string plain_text(std::string_view text, bool& counts_minutes) {
    std::string plain = to_lower(folded_text(text));
    const auto replace = [&](std::string_view from, std::string_view to) {
        bool is_found = false;
        for (std::size_t at = 0; (at = plain.find(from, at)) != plain.npos; at += to.size(), is_found = true)
            plain.replace(at, from.size(), to);
        return is_found;
    };
    for (const std::string_view sign : {"″", "”", "“"}) replace(sign, "''");
    for (const std::string_view sign : {"′", "’", "‘", "´"}) replace(sign, "'");
    replace(", increment:", "+"), replace("initial time:", ""), replace("time control:", "");
    counts_minutes = false;
    for (const std::string_view word : {"game/", "g/", "sd/"}) counts_minutes |= replace(word, "");
    if (counts_minutes) replace(";d", "+"), replace(";+", "+"), replace(" d", "+");
    for (const std::string_view word : {" per move", "/move", " a move", "inc", "*"}) replace(word, "");
    return plain;
}

}  // namespace

TimeClass TimeControl::time_class() const {
    constexpr double moves = 40;
    const double time = total + moves * increment;
    if (first >= day) return TimeClass::correspondence;
    if (time < 3 * minute) return TimeClass::bullet;
    if (time < 10 * minute) return TimeClass::blitz;
    return time < hour ? TimeClass::rapid : TimeClass::classical;
}

std::string TimeControl::to_text() const { return fmt::format("{}+{}", first, increment); }

std::optional<TimeControl> read_time_control(std::string_view text) {
    constexpr std::size_t longest = 100;
    if (text.size() > longest) return std::nullopt;
    bool counts_minutes = false;
    const std::string plain = plain_text(text, counts_minutes);
    const std::vector<Part> parts = parts_of(trimmed(plain));
    if (parts.empty()) return std::nullopt;
    const bool has_units = std::ranges::any_of(parts, [](const Part& part) { return part.unit > 0; });
    // `3+2` and `90+30`.
    const bool is_short = parts.size() == 2 && parts.back().joint == '+' && parts.front().is_whole &&
                          parts.back().is_whole && parts.front().number > 0;
    constexpr double least_seconds = 15, most_minutes = 180, plain_increment = 10;
    counts_minutes |= is_short && !has_units &&
                      (parts.front().number < least_seconds ||
                       (parts.front().number <= most_minutes && parts.back().number >= plain_increment));
    TimeControl control;
    bool is_first = true;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Part& part = parts[i];
        const bool is_increment = part.joint == '+' && i > 0;
        if (i + 1 < parts.size() && parts[i + 1].joint == '/' && part.unit == 0) continue;  // 40 of 40/5400
        const double unit = part.unit > 0 ? part.unit : counts_minutes && !is_increment ? minute : 1;
        if (is_increment) {
            if (control.increment == 0) control.increment = part.number * unit;
            continue;
        }
        if (part.joint == ' ' && i > 0 && !has_units) return std::nullopt;
        const bool goes_on = part.joint == ' ' && i > 0;  // 1 h 30 min
        if (is_first || (goes_on && control.first == control.total)) control.first += part.number * unit;
        control.total += part.number * unit;
        is_first = false;
    }
    return control.total > 0 || control.increment > 0 ? std::optional(control) : std::nullopt;
}

std::optional<TimeClass> read_time_class(std::string_view text) {
    if (const auto control = read_time_control(text)) return control->time_class();
    const std::string plain = to_lower(text);
    for (const ClassWord& word : class_words)
        if (plain.find(word.word) != plain.npos) return word.time_class;
    return std::nullopt;
}

}  // namespace cofnod::notation
