#include "importers/formats/prose/heading.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "importers/decoder/comment_text.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::prose {

std::string_view without_separators(std::string_view text) {
    static constexpr std::string_view around = " \t\r\n,;";
    const std::size_t begin = text.find_first_not_of(around);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(around) + 1 - begin);
}

std::string_view take_bracket(std::string_view& text) {
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos || !text.ends_with(')')) return {};
    const std::string_view inside = without_separators(text.substr(open + 1, text.size() - open - 2));
    text = without_separators(text.substr(0, open));
    return inside;
}

std::optional<std::string> take_date(std::string_view& text, const notation::Languages& languages) {
    std::optional<std::string> date;
    std::size_t end = text.size();
    std::size_t begin = text.size();
    for (int words = 0; words < 4 && begin > 0; ++words) {
        begin = text.find_last_not_of(' ', begin - 1);
        if (begin == std::string_view::npos) break;
        const std::size_t blank = text.rfind(' ', begin);
        begin = blank == std::string_view::npos ? 0 : blank + 1;
        const std::string_view candidate = without_separators(text.substr(begin));
        if (!has_digit(candidate)) continue;
        const bool has_letter =
            std::any_of(candidate.begin(), candidate.end(), [](char c) { return is_letter(c) || !is_ascii(c); });
        if (words > 0 && !has_letter) continue;  // "Chaxx 1.13  2008"
        if (auto read = notation::read_date(languages, candidate)) {
            date = std::move(read);
            end = begin;
        }
    }
    text = without_separators(text.substr(0, end));
    return date;
}

void add_tag(Tags& tags, std::string_view name, std::string_view value) {
    if (!value.empty() && !tags.find(name)) tags.add(name, tag_text(utf8::repaired(value)));
}

std::size_t dash_length(std::string_view text) {
    for (const std::string_view dash : {"--", "-", "–", "—"})
        if (text.starts_with(dash)) return dash.size();
    return 0;
}

namespace {

constexpr std::size_t longest_heading = 200;
constexpr std::size_t most_lines = 3;

/// The text before the first header in "White: Dan Troyka Black: Michael Nolan" and the names in it.
struct Named {
    std::string_view before, white, black;
};

std::optional<Named> read_named(std::string_view line, const notation::Languages& languages) {
    const auto header_at = [&](std::string_view tag, std::size_t from) -> std::pair<std::size_t, std::size_t> {
        for (std::size_t colon = line.find(':', from); colon != std::string_view::npos;
             colon = line.find(':', colon + 1)) {
            const std::size_t blank = colon == 0 ? std::string_view::npos : line.rfind(' ', colon - 1);
            const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
            if (begin >= from && languages.find_header(line.substr(begin, colon - begin)) == tag)
                return {begin, colon + 1};
        }
        return {std::string_view::npos, std::string_view::npos};
    };
    const auto white = header_at("White", 0);
    if (white.first == std::string_view::npos) return std::nullopt;
    const auto black = header_at("Black", white.second);
    if (black.first == std::string_view::npos) return std::nullopt;
    return Named{without_separators(line.substr(0, white.first)),
                 without_separators(line.substr(white.second, black.first - white.second)),
                 without_separators(line.substr(black.second))};
}

/// Returns the first word or pair of words in a line for which `is` returns true.
template <typename Is>
std::optional<std::pair<std::size_t, std::size_t>> find_words(std::string_view line, Is is) {
    for (std::size_t begin = line.find(' '); begin != line.npos; begin = line.find(' ', begin + 1)) {
        std::size_t end = begin;
        for (int words = 0; words < 2 && end != line.npos; ++words) {
            end = line.find(' ', end + 1);
            if (end == line.npos) break;
            std::string_view word = line.substr(begin + 1, end - begin - 1);
            if (word.ends_with('.')) word.remove_suffix(1);
            if (!word.empty() && is(word)) return std::pair(begin, end);
        }
    }
    return std::nullopt;
}

std::optional<Named> read_against(std::string_view line, const notation::Languages& languages) {
    const auto at =
        find_words(line, [&](std::string_view word) { return languages.is_cue(notation::Cue::against, word); });
    if (!at) return std::nullopt;
    return Named{{}, without_separators(line.substr(0, at->first)), without_separators(line.substr(at->second))};
}

}  // namespace

bool read_heading(std::string_view line, const notation::Languages& languages, Tags& tags) {
    line = without_separators(line);
    if (line.size() > longest_heading) return false;
    const std::string_view in_brackets = take_bracket(line);
    auto date = take_date(line, languages);
    auto named = read_named(line, languages);
    if (!named) named = read_against(line, languages);
    if (!named || named->white.empty() || named->black.empty()) return false;
    if (!date) date = take_date(named->before, languages);
    add_tag(tags, "Event", named->before);
    if (date) add_tag(tags, "Date", *date);
    add_tag(tags, "White", named->white);
    add_tag(tags, "Black", named->black);
    static constexpr std::string_view annotator = "Annotations by ";
    if (in_brackets.starts_with(annotator))
        add_tag(tags, "Annotator", in_brackets.substr(annotator.size()));
    else
        add_tag(tags, "Event", in_brackets);
    return true;
}

std::optional<std::size_t> find_heading(std::string_view text, const notation::Languages& languages) {
    std::size_t end = text.size();
    for (std::size_t lines = 0; lines < most_lines;) {
        while (end > 0 && static_cast<unsigned char>(text[end - 1]) <= ' ') --end;
        if (end == 0) break;
        const std::size_t line_break = text.find_last_of("\n\r", end - 1);
        const std::size_t begin = line_break == std::string_view::npos ? 0 : line_break + 1;
        Tags tags;
        if (read_heading(text.substr(begin, end - begin), languages, tags)) return begin;
        end = begin;
        ++lines;
    }
    return std::nullopt;
}

namespace {

const notation::Language* language_of(const TokenisedText& text, const Line& header) {
    return text.languages.language_of_header(header.word, header.tag);
}

Result read_result(const notation::Languages& languages, std::string_view value) {
    if (const auto result = notation::read_framed_result(value)) return *result;
    const auto words = notation::read_result_words(languages, value);
    return words ? settled(words->result).value_or(Result::unknown) : Result::unknown;
}

/// Adds a result tag; a value such as `Result: abandoned` becomes the Termination tag of an unknown result.
void add_result(const notation::Languages& languages, const std::string& value, Tags& tags) {
    const Result result = read_result(languages, value);
    tags.add("Result", to_text(result));
    const bool is_said = result != Result::unknown || value.empty() || value == "*" || value == "?";
    if (!is_said) tags.add("Termination", value);
}

/// Returns true if the header names a player that an earlier block names too. The same name in a header word of another
/// language repeats the same heading.
bool names_another_game(const TokenisedText& text, const Draft& draft, const Line& line) {
    if (line.tag != "White" && line.tag != "Black") return false;
    for (std::size_t i = 0; i < draft.heading.first_tag; ++i)
        if (draft.tags[i].name == line.tag)
            return draft.tags[i].value != utf8::repaired(line.value) || language_of(text, line) == draft.language;
    return false;
}

/// Returns true for the date of a mail, `Wed, 4 Mar 1998 10:11:12 +0000`, which is the date of sending.
bool is_date_of_mail(std::string_view value) {
    static constexpr std::size_t length_of_weekday = 3;
    const std::size_t comma = value.find(',');
    return comma == length_of_weekday && std::ranges::all_of(value.substr(0, comma), is_letter) &&
           value.find(':', comma) != value.npos && value.find_first_of("+-", comma) != value.npos;
}

}  // namespace

std::optional<Line> unknown_header(const TokenisedText& text, const Draft& draft, Line line) {
    const std::size_t words = line.last_token - line.first_token;
    const bool may_be = line.kind == Line::Kind::text ? words > 0 : line.kind == Line::Kind::score && words == 2;
    if (!may_be || draft.has_score() || draft.tags.empty() || draft.text) return std::nullopt;
    const Token& first = text.tokens[line.first_token];
    const std::string_view word = first.in(text.bytes);
    const std::uint32_t colon = line.begin + static_cast<std::uint32_t>(word.size());
    const bool is_name = word.size() > 2 && is_upper(word[0]) && std::all_of(word.begin(), word.end(), is_alphanumeric);
    if (!is_name || first.begin != line.begin || text.bytes.substr(colon, 2) != ": ") return std::nullopt;
    line.tag = line.word = word;
    line.value = text.bytes.substr(colon + 2, line.end - colon - 2);
    return line;
}

void add_header(const TokenisedText& text, const Line& line, Draft& draft) {
    draft.extend(line.begin, line.end);
    std::string value = tag_text(line.value);  // a comment in braces may continue on the next line; a tag may not
    if (line.tag == "Date" && is_date_of_mail(value)) return draft.tags.add("Sent", value);
    // A Hijri date is stored as written: the store converts it for searches.
    if (line.tag == "Date") value = notation::read_date(text.languages, line.value).value_or(value);
    if (line.tag == "Result")
        add_result(text.languages, value, draft.tags);
    else
        draft.tags.add(line.tag, value);
    if (!draft.language) draft.language = language_of(text, line);
}

std::optional<Draft> split_headings(const TokenisedText& text, const Line& line, Draft& draft) {
    if (draft.tags.empty()) return std::nullopt;
    const bool is_same_line = line.begin == draft.heading.begin;  // `Black: A White: B` are two headers
    if (!is_same_line && (below_empty_line(text.bytes, line.begin) || (draft.text && draft.text->end == draft.end)))
        draft.heading = {draft.tags.size(), draft.end, line.begin};
    if (!names_another_game(text, draft, line)) return std::nullopt;
    const Draft::Heading heading = draft.heading;
    const Tags tags = std::exchange(draft.tags, {});
    Draft next{.begin = heading.begin,
               .end = draft.end > heading.begin ? draft.end : 0,
               .tags = {},
               .tokens = {},
               .language = draft.language};
    for (std::size_t i = 0; i < tags.size(); ++i)
        (i < heading.first_tag ? draft : next).tags.add(tags[i].name, tags[i].value);
    if (draft.text && draft.text->begin >= heading.begin) next.text = std::exchange(draft.text, std::nullopt);
    draft.end = heading.end_above;
    return next;
}

}  // namespace cofnod::importers::prose
