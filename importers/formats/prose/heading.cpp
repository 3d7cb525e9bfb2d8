#include "importers/formats/prose/heading.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/formats/prose/heading_pieces.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::prose {

namespace {

const notation::Language* language_of(const TokenisedText& text, const Line& header) {
    return text.languages.language_of_header(header.word, header.tag);
}

Result read_result(const notation::Languages& languages, std::string_view value) {
    if (const auto result = notation::read_result_value(value)) return *result;
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

/// Adds the name of a player, and the annotator that follows in brackets: `Michael Nolan (Annotations by Dan Troyka)`.
void add_player(const notation::Languages& languages, std::string_view tag, std::string_view value, Tags& tags) {
    const std::size_t open = value.ends_with(')') ? value.rfind('(') : value.npos;
    Details details;
    if (open == value.npos || open == 0 ||
        !read_details(value.substr(open + 1, value.size() - open - 2), true, languages, details) ||
        details.annotator.empty())
        return tags.add(tag, value);
    tags.add(tag, trimmed(value.substr(0, open)));
    tags.add("Annotator", details.annotator);
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
    else if (line.tag == "White" || line.tag == "Black")
        add_player(text.languages, line.tag, value, draft.tags);
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
