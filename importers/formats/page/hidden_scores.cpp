#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "grammar/markup.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/page/markup.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::page {

namespace {

/// Names of U+00A0 to U+00FF, in order.
constexpr std::array<std::string_view, 96> latin = {
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",    "copy",   "ordf",
    "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn", "sup2",   "sup3",   "acute",  "micro",
    "para",   "middot", "cedil",  "sup1",   "ordm",   "raquo",  "frac14", "frac12", "frac34", "iquest", "Agrave",
    "Aacute", "Acirc",  "Atilde", "Auml",   "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",
    "Igrave", "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",
    "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",  "agrave", "aacute",
    "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil", "egrave", "eacute", "ecirc",  "euml",   "igrave",
    "iacute", "icirc",  "iuml",   "eth",    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide",
    "oslash", "ugrave", "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};

constexpr std::array<std::pair<std::string_view, char32_t>, 44> others = {{
    {"quot", '"'},      {"amp", '&'},      {"apos", '\''},     {"lt", '<'},        {"gt", '>'},
    {"OElig", 0x152},   {"oelig", 0x153},  {"Scaron", 0x160},  {"scaron", 0x161},  {"Yuml", 0x178},
    {"half", 0xBD},     {"ensp", 0x2002},  {"emsp", 0x2003},   {"thinsp", 0x2009}, {"zwnj", 0x200C},
    {"zwj", 0x200D},    {"lrm", 0x200E},   {"rlm", 0x200F},    {"hyphen", 0x2010}, {"ndash", 0x2013},
    {"mdash", 0x2014},  {"lsquo", 0x2018}, {"rsquo", 0x2019},  {"sbquo", 0x201A},  {"ldquo", 0x201C},
    {"rdquo", 0x201D},  {"bdquo", 0x201E}, {"dagger", 0x2020}, {"Dagger", 0x2021}, {"bull", 0x2022},
    {"hellip", 0x2026}, {"minus", 0x2212}, {"infin", 0x221E},  {"plusmn", 0xB1},   {"ne", 0x2260},
    {"le", 0x2264},     {"ge", 0x2265},    {"wcirc", 0x175},   {"Wcirc", 0x174},   {"ycirc", 0x177},
    {"Ycirc", 0x176},   {"dash", 0x2010},  {"euro", 0x20AC},   {"trade", 0x2122},
}};

char32_t numeric(std::string_view digits) {
    const bool hexadecimal = digits.starts_with('x') || digits.starts_with('X');
    if (hexadecimal) digits.remove_prefix(1);
    std::uint32_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
    const bool is_surrogate = value >= 0xD800 && value < 0xE000;
    return value < ' ' || value > 0x10FFFF || is_surrogate ? 0 : static_cast<char32_t>(value);
}

/// A part of the value of a literal or an attribute: bytes of the page, or a character that was escaped.
struct Run {
    std::size_t begin, end;
    std::string made{};  ///< replaces the bytes

    [[nodiscard]] std::string_view in(std::string_view page) const {
        return made.empty() ? page.substr(begin, end - begin) : std::string_view(made);
    }
};

std::string text_of(const std::vector<Run>& runs, std::string_view page) {
    std::string text;
    for (const Run& run : runs) text += run.in(page);
    return text;
}

/// Returns true for a text that contains a game and a square of the board.
bool is_score(std::string_view text) {
    return text.find_first_of(" \n") != text.npos && holds_a_game(text) && has_square(text);
}

/// Returns true for a literal with a tag or a result, or one that the text `before` it names PGN: `pgn: '1. e4 e5'`.
bool is_pgn(std::string_view literal, std::string_view before) {
    static constexpr std::size_t longest_name = 20;
    const std::string name = to_lower(before.substr(before.size() - std::min(before.size(), longest_name)));
    const std::string_view score = trimmed(literal);
    return literal.find("[White \"") != literal.npos || name.find("pgn") != name.npos ||
           notation::read_result(score.substr(score.find_last_of(" \n") + 1));
}

/// Appends runs, separated from the rest by blank lines.
void add_score(const std::vector<Run>& runs, DerivedText& text) {
    text.add("\n\n", runs.front().begin);
    for (const Run& run : runs)
        if (run.made.empty())
            text.copy(run.begin, run.end);
        else
            text.add(run.made, run.begin);
    text.add("\n\n", runs.back().end);
}

/// Reads string literals of JavaScript and JSON.
class Literals {
public:
    Literals(std::string_view page, std::size_t begin, std::size_t end) : page_(page.substr(0, end)), at_(begin) {}

    /// Returns the next literals joined by `+`; empty at the end of the script.
    std::vector<Run> next() {
        std::vector<Run> runs;
        while (at_ < page_.size()) {
            if (skip_comment()) continue;
            const auto literal = is_quote(page_[at_]) ? read_literal() : std::nullopt;
            if (!literal) {
                at_ += page_[at_] == '\\' ? 2 : 1;
                continue;
            }
            runs.insert(runs.end(), literal->begin(), literal->end());
            if (!skip_plus() && !runs.empty()) break;
        }
        return runs;
    }

private:
    static bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

    bool skip_comment() {
        const std::string_view two = page_.substr(at_, 2);
        if (two != "//" && two != "/*") return false;
        const std::string_view mark = two == "//" ? "\n" : "*/";
        const std::size_t end = page_.find(mark, at_ + 2);
        at_ = end == page_.npos ? page_.size() : end + mark.size();
        return true;
    }

    /// Skips a `+` and the blanks and comments around it; returns true if a literal follows.
    bool skip_plus() {
        skip_blanks();
        if (at_ == page_.size() || page_[at_] != '+') return false;
        ++at_;
        skip_blanks();
        return at_ < page_.size() && is_quote(page_[at_]);
    }

    void skip_blanks() {
        do at_ = std::min(page_.find_first_not_of(" \t\r\n", at_), page_.size());
        while (skip_comment());
    }

    /// Reads a literal; nullopt if it is unterminated, so that the quote means something else.
    std::optional<std::vector<Run>> read_literal() {
        std::vector<Run> runs;
        const char quote = page_[at_];
        std::size_t begin = at_ + 1;
        for (std::size_t at = begin; at < page_.size();) {
            if (page_[at] == '\n' && quote != '`') return std::nullopt;
            const bool is_end = page_[at] == quote;
            if (!is_end && page_[at] != '\\') {
                ++at;
                continue;
            }
            if (at > begin) runs.push_back({begin, at});
            if (is_end) return at_ = at + 1, runs;
            begin = read_escape(at, runs);
            at = begin;
        }
        return std::nullopt;
    }

    /// Reads an escape sequence, `
    /// `, `\"`, `\u00bd` or an escaped line end; returns its end.
    std::size_t read_escape(std::size_t at, std::vector<Run>& runs) {
        const std::size_t behind = at + 2;
        const char c = at + 1 < page_.size() ? page_[at + 1] : '\n';
        if (c == '\n') return behind;
        if (c == '\r') return behind + (page_.substr(behind, 1) == "\n");
        if (c != 'u' && c != 'x') {
            const std::string_view codes = "nrt", signs = "\n\r\t";
            const std::size_t code = codes.find(c);
            runs.push_back({at, behind, std::string(1, code == codes.npos ? c : signs[code])});
            return behind;
        }
        const std::size_t most = behind + (c == 'u' ? 4 : 2);
        const std::size_t end =
            std::min({page_.find_first_not_of("0123456789abcdefABCDEF", behind), most, page_.size()});
        runs.push_back({at, end});
        if (const char32_t sign = entity("#x" + std::string(page_.substr(behind, end - behind))))
            utf8::append(runs.back().made, sign);
        return end;
    }

    std::string_view page_;
    std::size_t at_;
};

namespace rules = grammar::markup;
namespace p = tao::pegtl;

template <typename Rule>
struct attribute_action : p::nothing<Rule> {};

struct take_value {
    static void apply(const auto& in, std::vector<std::string_view>& values) {
        values.emplace_back(in.begin(), in.size());
    }
};

template <>
struct attribute_action<rules::value_in_quotes> : take_value {};
template <>
struct attribute_action<rules::value_in_apostrophes> : take_value {};

/// Returns a text with its entities decoded, as runs.
std::vector<Run> without_entities(std::string_view value, std::size_t at) {
    static constexpr std::size_t longest_entity = 13;
    std::vector<Run> runs;
    std::size_t begin = 0;
    for (std::size_t i = value.find('&'); i != value.npos; i = value.find('&', i + 1)) {
        const std::size_t end = value.substr(0, i + longest_entity).find(';', i);
        if (end == value.npos) continue;
        const char32_t sign = entity(value.substr(i + 1, end - i - 1));
        if (sign == 0) continue;
        if (i > begin) runs.push_back({at + begin, at + i});
        runs.push_back({at + i, at + end + 1});
        utf8::append(runs.back().made, sign);
        begin = end + 1;
    }
    if (begin < value.size()) runs.push_back({at + begin, at + value.size()});
    return runs;
}

}  // namespace

char32_t entity(std::string_view name) {
    if (name.starts_with('#')) return numeric(name.substr(1));
    if (const auto found = std::find(latin.begin(), latin.end(), name); found != latin.end())
        return static_cast<char32_t>(0xA0 + (found - latin.begin()));
    for (const auto& [known, sign] : others)
        if (known == name) return sign;
    return 0;
}

bool may_have_entity(std::string_view value) {
    const std::size_t begin = value.find('&');
    return begin != value.npos && value.find(';', begin) != value.npos;
}

std::string without_entities(std::string_view value) {
    static constexpr std::size_t longest_entity = 12;
    std::string text;
    while (!value.empty()) {
        const std::size_t begin = std::min(value.find('&'), value.size());
        text += value.substr(0, begin);
        value.remove_prefix(begin);
        if (value.empty()) break;
        char32_t sign = U'&';
        value.remove_prefix(1);
        while (sign == U'&') {  // `&amp;quot;` was escaped twice
            const std::size_t end = value.substr(0, longest_entity).find(';');
            const char32_t found = end == value.npos ? U'\0' : entity(value.substr(0, end));
            if (found == 0) break;
            sign = found;
            value.remove_prefix(end + 1);
        }
        utf8::append(text, sign);
    }
    return text;
}

bool holds_a_game(std::string_view text) {
    if (text.find("[White \"") != text.npos || text.find("١.") != text.npos) return true;
    for (std::size_t at = text.find("1."); at != text.npos; at = text.find("1.", at + 1)) {
        const char before = at > 0 ? text[at - 1] : ' ', behind = at + 2 < text.size() ? text[at + 2] : ' ';
        if (!is_digit(before) && before != '.' && (!is_digit(behind) || is_digit(before))) return true;
    }
    return false;
}

void read_script(std::string_view script, std::size_t at, DerivedText& text) {
    const std::size_t begin = std::min(script.find('>'), script.size() - 1) + 1;
    const std::size_t end = std::max(begin, std::min(script.rfind("</"), script.size()));
    if (to_lower(script.substr(0, begin)).find("pgn") != script.npos) {
        text.add("\n\n", at + begin);
        text.copy(at + begin, at + end);
        return text.add("\n\n", at + end);
    }
    Literals literals(text.from(), at + begin, at + end);
    for (auto runs = literals.next(); !runs.empty(); runs = literals.next()) {
        const std::string literal = text_of(runs, text.from());
        if (is_score(literal) && is_pgn(literal, text.from().substr(0, runs.front().begin))) add_score(runs, text);
    }
}

void read_attributes(std::string_view tag, std::size_t at, DerivedText& text) {
    if (to_lower(tag).find("pgn") == tag.npos) return;  // the usual case
    std::vector<std::string_view> values;
    p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*> in(tag.data(), tag.data() + tag.size(), "");
    p::parse<rules::whole_tag, attribute_action>(in, values);
    for (const std::string_view value : values) {
        const auto runs = without_entities(value, at + static_cast<std::size_t>(value.data() - tag.data()));
        if (is_score(text_of(runs, text.from()))) add_score(runs, text);
    }
}

}  // namespace cofnod::importers::page
