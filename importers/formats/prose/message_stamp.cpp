#include "importers/formats/prose/message_stamp.hpp"

#include <unicode/uchar.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace cofnod::importers::prose {

namespace {

/// Kinds of moments: a date and a time, or a time alone.
enum class Moment : std::uint8_t { whole, time };

/// True for a date and a time, of digits in any script; the month may be a word.
bool is_moment(std::string_view text, Moment kind) {
    static constexpr std::string_view signs = "/.-:, ";
    static constexpr std::size_t longest_word = 9, most_words = 2;  // "September", "PM"
    const std::size_t least_digits = kind == Moment::whole ? 6 : 3;
    std::size_t digits = 0, words = 0, letters = 0;
    bool has_time = false;
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        if (next.length == 0) return false;
        const auto c = static_cast<UChar32>(next.code_point);
        const bool is_letter = u_isalpha(c);
        const bool is_sign = next.code_point < 0x80 ? signs.find(text[0]) != signs.npos
                                                    : u_ispunct(c) || u_isUWhiteSpace(c) || !u_isgraph(c);
        if (!u_isdigit(c) && !is_sign && !is_letter) return false;
        digits += u_isdigit(c) != 0;
        words += is_letter && letters == 0;
        letters = is_letter ? letters + 1 : 0;
        if (letters > longest_word || words > most_words) return false;
        has_time = has_time || c == ':';
        text.remove_prefix(next.length);
    }
    return has_time && digits >= least_digits;
}

constexpr std::size_t longest_moment = 60, longest_sender = 60;  // bytes

/// Returns the length of signs of direction, which some programs put in front of a message.
std::size_t marks_length(std::string_view line) {
    std::size_t length = 0;
    for (bool is_mark = true; is_mark;) {
        is_mark = line.substr(length).starts_with("\u200E") || line.substr(length).starts_with("\u200F");
        length += is_mark ? 3 : 0;
    }
    return length;
}

/// Returns the name in `<Siân> ` and `< @Siân>`.
std::optional<Stamp> read_angled(std::string_view line, std::size_t at) {
    if (at >= line.size() || line[at] != '<') return std::nullopt;
    const std::size_t end = line.substr(at, longest_sender).find("> ");
    if (end == line.npos) return std::nullopt;
    std::string_view sender = line.substr(at + 1, end - 1);
    sender.remove_prefix(std::min(sender.find_first_not_of(" @+~&%"), sender.size()));
    static constexpr std::string_view signs_of_markup = "<>/=\"";
    if (sender.empty() || sender.find_first_of(signs_of_markup) != sender.npos) return std::nullopt;
    return Stamp{sender, at + end + 2, false};
}

/// Reads `[19:04] <Rhys> e5`, `19:04 <Rhys> e5`.
std::optional<Stamp> read_moment_and_angled(std::string_view line) {
    const std::size_t angle = line.substr(0, longest_moment).find('<');
    if (angle == line.npos) return std::nullopt;
    std::string_view moment = line.substr(0, angle);
    moment = moment.substr(0, moment.find_last_not_of(" ]") + 1);
    if (moment.starts_with('[')) moment.remove_prefix(1);
    return moment.empty() || is_moment(moment, Moment::time) ? read_angled(line, angle) : std::nullopt;
}

/// Reads `[12/03/2024, 19:04] Siân: e4`, `12.3.24, 19:04 - Rhys: e5` and `[12-Mar-24 07:04 PM] Rhys`.
std::optional<Stamp> read_moment_and_sender(std::string_view line) {
    const bool is_bracketed = line.starts_with('[');
    const std::string_view close = is_bracketed ? "] " : " - ";
    const std::size_t end = line.substr(0, longest_moment).find(close);
    if (end == line.npos || !is_moment(line.substr(is_bracketed, end - is_bracketed), Moment::whole))
        return std::nullopt;
    const std::size_t sender = end + close.size();
    const std::size_t colon = line.substr(sender, longest_sender).find(": ");
    if (colon != line.npos && colon > 0) return Stamp{line.substr(sender, colon), sender + colon + 2, false};
    const bool is_all = is_bracketed && line.size() - sender <= longest_sender && line.size() > sender;
    return is_all ? std::optional(Stamp{line.substr(sender), line.size(), true}) : std::nullopt;
}

/// Reads `Siân, [12.03.24 19:04]` and `Siân — 12/03/2024 19:04`.
std::optional<Stamp> read_sender_and_moment(std::string_view line) {
    if (line.size() > longest_moment + longest_sender) return std::nullopt;
    for (const std::string_view open : {", [", " — ", " – "}) {
        const std::size_t at = line.rfind(open);
        if (at == line.npos || at == 0) continue;
        std::string_view moment = line.substr(at + open.size());
        if (open.ends_with('[') && !moment.ends_with(']')) continue;
        if (open.ends_with('[')) moment.remove_suffix(1);
        if (is_moment(moment, Moment::whole)) return Stamp{line.substr(0, at), line.size(), true};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Stamp> read_stamp(std::string_view line) {
    const std::size_t marks = marks_length(line);
    line.remove_prefix(marks);
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    auto stamp = read_moment_and_angled(line);
    if (!stamp) stamp = read_moment_and_sender(line);
    if (!stamp) stamp = read_sender_and_moment(line);
    if (stamp) stamp->length += marks;
    return stamp;
}

}  // namespace cofnod::importers::prose
