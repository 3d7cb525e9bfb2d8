#include "options/header_options.hpp"

#include <charconv>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "notation/fold.hpp"
#include "notation/nearest.hpp"
#include "notation/result_text.hpp"
#include "options/id_list.hpp"
#include "store/comment_match.hpp"
#include "store/partial_date.hpp"

namespace cofnod::options {

namespace {

using store::HeaderField;
using store::HeaderTerm;
using Terms = std::vector<HeaderTerm>;

HeaderTerm text_term(std::string text) {
    HeaderTerm term;
    term.text = std::move(text);
    return term;
}

/// A range, with the text that it was typed as.
HeaderTerm range_term(std::string text, std::int64_t low, std::int64_t high) {
    HeaderTerm term = text_term(std::move(text));
    term.low = low;
    term.high = high;
    return term;
}

Terms read_text(const std::string&, const std::string& text) { return {text_term(text)}; }

/// Parses a date. Its trailing parts may be unknown, which makes it a range of days: 1950.06.??.
Terms read_date(const std::string& option, const std::string& text) {
    const auto date = store::PartialDate::parse(notation::folded_text(text));
    if (date && date->year() > 0 && (date->month() > 0 || date->day() == 0))
        return {range_term(text, date->number(), date->last_number())};
    throw UsageError(say("{}: '{}' is not a date", option, text), say("write 1950, 1950.06 or 1950-06-01"));
}

Terms read_result(const std::string& option, const std::string& text) {
    const auto result = text == "*" ? std::optional(Result::unknown) : notation::read_result(text);
    if (!result) throw UsageError(say("{}: '{}' is not a result", option, text), say("write 1-0, 0-1, 1/2-1/2 or '*'"));
    const auto number = static_cast<std::int64_t>(*result);
    return {range_term(text, number, number)};
}

std::optional<std::int64_t> read_number(std::string_view text) {
    const std::string digits = notation::folded_text(text);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) return std::nullopt;
    return value;
}

/// Parses "2600", "2400-2500", "2600-" or "-2500".
Terms read_range(const std::string& option, const std::string& text) {
    HeaderTerm term = text_term(text);
    const std::string_view view = text;
    const std::size_t dash = view.find('-');
    const std::string_view low = view.substr(0, dash), high = dash == view.npos ? low : view.substr(dash + 1);
    const auto from = read_number(low), to = read_number(high);
    if ((!from && !low.empty()) || (!to && !high.empty()) || (!from && !to))
        throw UsageError(say("{}: '{}' is not a range of numbers", option, text),
                         say("write 2600-, -2600, 2400-2600 or 2600"));
    if (from) term.low = *from;
    if (to) term.high = *to;
    if (term.low > term.high)
        throw UsageError(say("{}: {} ends before it begins", option, text), say("write the smaller number first"));
    return {term};
}

/// Parses a bound, which is both ends of the range: the field takes the end it needs.
Terms read_bound(const std::string& option, const std::string& text) {
    const auto number = read_number(text);
    if (!number) throw UsageError(say("{}: '{}' is not an integer", option, text));
    return {range_term(text, *number, *number)};
}

/// Returns a code in capitals, or its beginning: "B90", "B9", "B".
std::string read_eco_code(const std::string& option, std::string_view text) {
    std::string code(text);
    if (!code.empty()) code.front() = to_upper(code.front());
    const bool is_code = !code.empty() && code.size() <= 3 && code.front() >= 'A' && code.front() <= 'E' &&
                         code.find_first_not_of(ascii_digits, 1) == std::string::npos;
    if (is_code) return code;
    throw UsageError(say("{}: '{}' is not an ECO code", option, text),
                     say("codes are A00 to E99: write B90, B9, B90-B99 or B90-B99,C4"));
}

Terms read_eco(const std::string& option, const std::string& text) {
    Terms terms;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t comma = rest.find(',');
        const std::string_view part = rest.substr(0, comma);
        const std::size_t dash = part.find('-');
        HeaderTerm term = text_term(read_eco_code(option, part.substr(0, dash)));
        term.other = dash == part.npos ? term.text : read_eco_code(option, part.substr(dash + 1));
        if (term.text.compare(0, term.other.size(), term.other) > 0)
            throw UsageError(say("{}: {} ends before it begins", option, part), say("write the first code first"));
        terms.push_back(std::move(term));
        rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
    }
    return terms;
}

const Words states = {"complete", "incomplete", "rejected"};

Terms read_state(const std::string& option, const std::string& text) {
    const auto number = read_word(option, text, states);
    return {range_term(text, static_cast<std::int64_t>(number), static_cast<std::int64_t>(number))};
}

/// Parses NAME=VALUE, a whole value, or NAME~TEXT, a part of it.
Terms read_tag(const std::string& option, const std::string& text) {
    const std::size_t sign = text.find_first_of("=~");
    if (sign == 0 || sign == std::string::npos || (text[sign] == '~' && sign + 1 == text.size()))
        throw UsageError(say("{}: '{}' is not NAME=VALUE", option, text),
                         say("write Round=3 for a whole value, or Opening~sicilian for a part of it"));
    HeaderTerm term = text_term(text.substr(sign + 1));
    term.other = text.substr(0, sign);
    term.low = text[sign] == '=' ? 1 : 0;
    return {term};
}

Terms read_words(const std::string& option, const std::string& text) {
    if (store::folded_words(text).empty())
        throw UsageError(say("{}: '{}' has no word in it", option, text), say("write a word, or several in a row"));
    return {text_term(text)};
}

// clang-format off
const HeaderOption table[] = {
    {"player", "TEXT", HeaderField::player, read_text, "part of a player's name, on either side; two --player: games between both", "morphy"},
    {"opponent", "TEXT", HeaderField::opponent, read_text, "part of the name of the player's opponent; needs --player", "anderssen"},
    {"white", "TEXT", HeaderField::white, read_text, "part of White's name", "morphy"},
    {"black", "TEXT", HeaderField::black, read_text, "part of Black's name", "morphy"},
    {"event", "TEXT", HeaderField::event, read_text, "part of the event's name", "eisteddfod"},
    {"site", "TEXT", HeaderField::site, read_text, "part of the site's name", "caerdydd"},
    {"date", "DATE", HeaderField::date, read_date, "on DATE: 1950, 1950.06 or 1950.06.01", "1950.06"},
    {"since", "DATE", HeaderField::since, read_date, "on or after DATE", "1950"},
    {"until", "DATE", HeaderField::until, read_date, "on or before DATE", "1959"},
    {"result", "RESULT", HeaderField::result, read_result, "1-0, 0-1, 1/2-1/2 or '*'", "1/2-1/2"},
    {"eco", "CODES", HeaderField::eco, read_eco, "ECO codes of the opening played, by its moves, or their beginnings: B9 or B90-B99,C4; for the code that the source gives: --tag ECO=B90", "B90-B99,C4"},
    {"opening", "NAME", HeaderField::opening, read_text, "part of the opening's name, in English, Welsh or Arabic", "sicilian"},
    {"white-elo", "RANGE", HeaderField::white_elo, read_range, "White's rating: 2600-, -2600 or 2400-2600", "2600-"},
    {"black-elo", "RANGE", HeaderField::black_elo, read_range, "Black's rating", "2600-"},
    {"elo-diff", "RANGE", HeaderField::elo_diff, read_range, "difference between the ratings", "200-"},
    {"min-elo", "N", HeaderField::min_elo, read_bound, "both players rated N or higher", "2600"},
    {"max-elo", "N", HeaderField::max_elo, read_bound, "both players rated N or lower", "1400"},
    {"min-plies", "N", HeaderField::min_plies, read_bound, "at least N half-moves", "20"},
    {"max-plies", "N", HeaderField::max_plies, read_bound, "at most N half-moves", "40"},
    {"annotator", "TEXT", HeaderField::annotator, read_text, "part of the annotator's name", "evans"},
    {"comment", "TEXT", HeaderField::comment, read_words, "words in a row in a comment; the last may go on", "'brilliant sacrifice'"},
    {"text", "TEXT", HeaderField::text, read_words, "words in a row in a comment, in a text before the game, or in the name or citation of its source", "'world championship'"},
    {"tag", "NAME=VALUE", HeaderField::tag, read_tag, "any tag with this value, such as ECO=B90; NAME~TEXT: with this text in its value", "Round=3"},
    {"state", "complete|incomplete|rejected", HeaderField::state, read_state, "parse state of the game", "complete", states},
    {"written-in", "X", HeaderField::notation, read_text, "notation that the game was written in", "cy"},
    {"source", "TEXT", HeaderField::source, read_text, "part of the path of the source file, or of its citation", "archif.pgn"},
    {"collection", "NAME", HeaderField::collection, read_text, "games that 'cofnod tag' has put into this collection", "prep"},
    {"ids", "IDS", HeaderField::ids, read_id_list, "games with these ids: 7, 3-9, 3- or 1,5,9-12; @FILE or - reads them from a file or standard input", "1,5,9-12"},
};
// clang-format on

}  // namespace

std::span<const HeaderOption> header_options() { return table; }

}  // namespace cofnod::options
