#include "operations/options/query.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "games/record/move_text.hpp"
#include "games/record/with_game.hpp"
#include "notation/fold.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"
#include "operations/options/arguments.hpp"
#include "search/ply_conditions.hpp"
#include "store/full_text.hpp"
#include "store/header_filter.hpp"
#include "store/partial_date.hpp"

/// Options that select games by header: rows of header_fields.def, each a field of store::HeaderFilter.
namespace cofnod::options {

struct HeaderOption {
    const char* name;  ///< "player": --player, and --not-player for its opposite
    const char* value;
    store::HeaderField field;
    /// Parses a value; `option`: name for error messages. No terms: the value is empty and sets no condition. nullptr:
    /// one of the words of `value`.
    std::vector<store::HeaderTerm> (*read)(const std::string& option, const std::string& text);
    const char* help;
    const char* example;
};

namespace {

using store::HeaderField;
using store::HeaderTerm;
using Terms = std::vector<HeaderTerm>;

HeaderTerm text_term(std::string text) {
    HeaderTerm term;
    term.text = std::move(text);
    return term;
}

/// Returns a range term that keeps the text as typed.
HeaderTerm range_term(std::string text, std::int64_t low, std::int64_t high) {
    HeaderTerm term = text_term(std::move(text));
    term.low = low;
    term.high = high;
    return term;
}

Terms read_text(const std::string&, const std::string& text) { return {text_term(text)}; }

/// Parses a date. Unknown trailing parts make it a range of days: 1950.06.??.
Terms read_date(const std::string& option, const std::string& text) {
    const auto date = store::PartialDate::parse(notation::folded_text(text));
    if (date && date->year() > 0 && (date->month() > 0 || date->day() == 0))
        return {range_term(text, date->number(), date->last_number())};
    throw UsageError(tr("{}: '{}' is not a date", option, text), tr("write 1950, 1950.06 or 1950-06-01"));
}

Terms read_result(const std::string& option, const std::string& text) {
    const auto result = text == "*" ? std::optional(Result::unknown) : notation::read_result_value(text);
    if (!result)
        throw UsageError(tr("{}: '{}' is not a result", option, text), tr("write 1-0, 0-1, 1/2-1/2, 0-0 or '*'"));
    const auto number = static_cast<std::int64_t>(*result);
    return {range_term(text, number, number)};
}

constexpr std::string_view two_dots = "..";

/// Parses the ends of a range, separated by a sign, or the number that is both; sets `range.low` and `range.high`
/// unless they are open. `may_be_open`: both may.
template <typename Range, typename Read>
void read_ends(const std::string& option, std::string_view text, std::string_view sign, bool may_be_open,
               const Read& read, const std::string& remedy, Range& range) {
    const std::size_t at = text.find(sign);
    const std::string_view low = text.substr(0, at), high = at == text.npos ? low : text.substr(at + sign.size());
    const auto from = read(low), to = read(high);
    if ((!from && !low.empty()) || (!to && !high.empty()) || text.empty() || (text == sign && !may_be_open))
        throw UsageError(tr("{}: '{}' is not a range of numbers", option, text), remedy);
    if (from) range.low = *from;
    if (to) range.high = *to;
    if (range.low > range.high)
        throw UsageError(tr("{}: {} ends before it begins", option, text), tr("write the smaller number first"));
}

/// Parses "2600", "2400-2500", "2600-" or "-2500", also with two dots in place of the dash.
Terms read_range(const std::string& option, const std::string& text) {
    HeaderTerm term = text_term(text);
    const bool has_dots = text.find(two_dots) != text.npos;
    read_ends(option, text, has_dots ? two_dots : "-", false, read_integer, tr("write 2600-, -2600, 2400-2600 or 2600"),
              term);
    return {term};
}

/// Parses a bound into both ends of a range: the field uses the end that it needs.
Terms read_bound(const std::string& option, const std::string& text) {
    const auto number = read_integer(text);
    if (!number) throw UsageError(tr("{}: '{}' is not an integer", option, text));
    return {range_term(text, *number, *number)};
}

/// Parses an ECO code or its beginning, and converts it to capitals: "B90", "B9", "B".
std::string read_eco_code(const std::string& option, std::string_view text) {
    std::string code(text);
    if (!code.empty()) code.front() = to_upper(code.front());
    const bool is_code = !code.empty() && code.size() <= 3 && code.front() >= 'A' && code.front() <= 'E' &&
                         code.find_first_not_of(ascii_digits, 1) == std::string::npos;
    if (is_code) return code;
    throw UsageError(tr("{}: '{}' is not an ECO code", option, text),
                     tr("codes are A00 to E99: write B90, B9, B90-B99 or B90-B99,C4"));
}

Terms read_eco(const std::string& option, const std::string& text) {
    Terms terms;
    for (const std::string_view part : parts_of(text)) {
        const std::size_t dash = part.find('-');
        HeaderTerm term = text_term(read_eco_code(option, part.substr(0, dash)));
        term.other = dash == part.npos ? term.text : read_eco_code(option, part.substr(dash + 1));
        if (term.text.compare(0, term.other.size(), term.other) > 0)
            throw UsageError(tr("{}: {} ends before it begins", option, part), tr("write the first code first"));
        terms.push_back(std::move(term));
    }
    return terms;
}

/// Parses one of a list of words into its number.
Terms read_one_of(const std::string& option, const std::string& text, const Words& words) {
    const auto number = static_cast<std::int64_t>(read_word(option, text, words));
    return {range_term(text, number, number)};
}

/// Reader of an option whose value names its words.
constexpr std::nullptr_t read_one_of_words = nullptr;

/// Parses NAME=VALUE (the whole value) or NAME~TEXT (part of it).
Terms read_tag(const std::string& option, const std::string& text) {
    const std::size_t sign = text.find_first_of("=~");
    if (sign == 0 || sign == std::string::npos || (text[sign] == '~' && sign + 1 == text.size()))
        throw UsageError(tr("{}: '{}' is not NAME=VALUE", option, text),
                         tr("write Round=3 for a whole value, or Opening~sicilian for a part of it"));
    HeaderTerm term = text_term(text.substr(sign + 1));
    term.other = text.substr(0, sign);
    term.low = text[sign] == '=' ? 1 : 0;
    return {term};
}

Terms read_words(const std::string& option, const std::string& text) {
    if (store::folded_words(text).empty())
        throw UsageError(tr("{}: '{}' has no word in it", option, text), tr("write a word, or several in a row"));
    return {text_term(text)};
}

using search::NumberRange;
using search::PlyConditions;

/// Parses a number of a range; nullopt if it is none.
using ReadBound = std::optional<double> (*)(std::string_view text);

std::optional<double> read_decimal(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+')) text.remove_prefix(1);
    const std::string digits = notation::folded_text(text);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_number = !digits.empty() && is_digit(digits.front()) && error == std::errc{};
    if (!is_number || end != digits.data() + digits.size()) return std::nullopt;
    return is_negative ? -value : value;
}

/// Parses pawns, or a mate: "1.5", "-3", "m", "-m".
std::optional<double> read_evaluation(std::string_view text) {
    if (text == "m" || text == "+m") return PlyConditions::mate;
    return text == "-m" ? std::optional(-PlyConditions::mate) : read_decimal(text);
}

/// Parses seconds, or minutes or hours with them: "30", "5:00", "1:30:00".
std::optional<double> read_time(std::string_view text) { return read_clock(notation::folded_text(text)); }

/// Parses "1..3", "1..", "..-0.5" or a single number.
NumberRange read_number_range(const std::string& option, const std::string& text, ReadBound read) {
    NumberRange range;
    read_ends(option, text, two_dots, true, read,
              read == read_time ? tr("write ..0:30, 5:00.. or 1:00..2:00") : tr("write 2.., ..-1.5 or 1..3"), range);
    return range;
}

/// Parses signs, separated by commas: "??", "?!,$14".
std::vector<std::uint32_t> read_signs(const std::string& text) {
    std::vector<std::uint32_t> nags;
    for (const std::string_view sign : parts_of(text)) {
        const auto nag = read_sign(sign);
        if (!nag)
            throw UsageError(tr("--glyph: '{}' is not a sign of a move", sign),
                             tr("write '?\?', '!?,!!', or the number of a sign: '$14'"));
        nags.push_back(*nag);
    }
    return nags;
}

/// A condition on a number in the comment of a move.
struct NumberOption {
    const char* name;
    ReadBound read;
    std::optional<NumberRange> PlyConditions::*range;
    const char* help;
    const char* example;
};

constexpr NumberOption number_options[] = {
    {"--eval", read_evaluation, &PlyConditions::evaluation,
     "evaluation after the move, in pawns from White's side; m: mate", "3.."},
    {"--loss", read_decimal, &PlyConditions::loss, "pawns that the move cost its side, by the evaluations", "3.."},
    {"--clock", read_time, &PlyConditions::clock, "time left after the move", "..0:30"},
    {"--spent", read_time, &PlyConditions::spent, "time that the move took", "5:00.."},
    {"--depth", read_decimal, &PlyConditions::depth, "plies that an engine searched for the evaluation", "20.."},
};

// clang-format off
const HeaderOption table[] = {
#define FIELD(name, combine, option, value, reader, help, example) {option, value, HeaderField::name, reader, help, example},
#include "store/header_fields.def"
#undef FIELD
};
// clang-format on

/// Returns "a, b, c" for "a,b,c".
std::string spaced(std::string_view names) { return fmt::format("{}", fmt::join(parts_of(names), ", ")); }

std::vector<search::SortKey> read_order(const std::string& text) {
    std::vector<search::SortKey> order;
    for (std::string_view name : parts_of(text)) {
        search::SortKey key;
        key.descending = name.starts_with('-');
        if (key.descending) name.remove_prefix(1);
        const auto field = search::sort_field(name);
        if (!field)
            throw UsageError(tr("--sort: '{}' is not a field", name),
                             tr("fields are {}", spaced(search::sort_field_names())));
        key.field = *field;
        order.push_back(key);
    }
    return order;
}

/// Adds a condition on headers, and its negation.
void add_condition(Arguments& arguments, store::HeaderFilter& filter, const HeaderOption& option) {
    const auto values = words_of(option.value, "|");
    const Words words = values.size() > 1 ? Words(values.begin(), values.end()) : Words();
    for (const bool negated : {false, true}) {
        const std::string name = fmt::format("--{}{}", negated ? "not-" : "", option.name);
        Option& added = arguments.option(
            name, option.value,
            [&filter, &option, name, negated, words](const std::string& text) {
                for (HeaderTerm& term : option.read ? option.read(name, text) : read_one_of(name, text, words)) {
                    term.field = option.field;
                    term.negated = negated;
                    filter.terms.push_back(std::move(term));
                }
            },
            negated ? fmt::format("none of these: the opposite of --{}", option.name) : option.help);
        added.repeats = true;
        added.is_listed = !negated;
        added.choices = words;
        added.such_as(option.example);
    }
}

}  // namespace

void add_conditions(Arguments& arguments, operations::QueryOptions& query) {
    arguments.heading("position");
    arguments
        .option("--fen,--position", "FEN", query.fen,
                "games that reach this position: a FEN (or the Camelot equivalent), or startpos; give only the first "
                "field to "
                "ignore side to move, castling and en passant")
        .such_as("'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b'");
    arguments.option("--after", "MOVES", query.after, "the position after these moves, in whatever order it is reached")
        .such_as("'1. e4 e5'");
    arguments.exclude({"--fen", "--after"});
    arguments
        .option("--pieces", "PIECES", query.pieces,
                "these pieces on these squares at once: 'Pd4 nd5', or 'NC6 mJ11' in Camelot")
        .such_as("'Pd4 nd5'");
    arguments
        .option("--played", "WORDS", query.played,
                "(Camelot) positions reached by this kind of move: plain, canter, jump, charge, castle-entry, "
                "castle-move, or several of these at once")
        .such_as("'charge castle-entry'");
    arguments
        .option("--material", "MATERIAL", query.material,
                "with exactly this material, White v Black: 'KRP v KR'; P* is any number, P+ one or more")
        .such_as("'KRP v KR'");
    arguments.flag("--flip", query.or_flipped, "also match --pieces and --material with colours exchanged");
    arguments.option("--moves", "MOVES", query.moves, "games that begin with exactly these moves")
        .such_as("'1. e4 e5'");
    arguments
        .option("--from-notation", "X", query.from_notation,
                "notation of the moves of --after and --moves (default: detect)")
        .such_as("cy");
    add_game(arguments, query);
    add_filter(arguments, query.filter);
}

std::optional<std::uint32_t> read_sign(std::string_view text) {
    static constexpr std::int64_t largest = 255;
    const std::int64_t number =
        text.starts_with('$') ? read_integer(text.substr(1)).value_or(0) : notation::nag_of(text).value_or(0);
    return number >= 1 && number <= largest ? std::optional(static_cast<std::uint32_t>(number)) : std::nullopt;
}

void add_ply_conditions(Arguments& arguments, search::PlyConditions& ply) {
    arguments.heading("moves and comments");
    arguments
        .option(
            "--glyph", "SIGNS", [&ply](const std::string& text) { ply.nags = read_signs(text); },
            "moves with one of these signs: '?\?', '?!,?', '$14'; all conditions on moves and positions must hold "
            "at one place")
        .such_as("'?\?'");
    for (const NumberOption& each : number_options)
        arguments
            .option(
                each.name, "RANGE",
                [&ply, &each](const std::string& text) {
                    ply.*each.range = read_number_range(each.name, text, each.read);
                },
                each.help)
            .such_as(each.example);
    using By = search::PlyConditions::By;
    arguments.choice<By>("--by", ply.by,
                         {{"white", By::white},
                          {"black", By::black},
                          {"player", By::player},
                          {"opponent", By::opponent},
                          {"winner", By::winner},
                          {"loser", By::loser}},
                         "whose move: of a side, of the --player or the opponent, of the winner or loser");
}

void add_found(Arguments& arguments, search::Found& found) {
    using search::Found;
    arguments.choice<Found>(
        "--found", found, {{"first", Found::first}, {"runs", Found::runs}, {"all", Found::all}, {"last", Found::last}},
        "which positions of a game that meet the conditions: the first, the first of each unbroken run, all, the last");
}

void add_lines(Arguments& arguments, search::Lines& lines) {
    using search::Lines;
    arguments.choice<Lines>("--lines", lines,
                            {{"main", Lines::main}, {"all", Lines::all}, {"variations", Lines::variations}},
                            "the lines of games: main lines, variations, or all");
}

void check_found(const search::Query& query, bool has_positions) {
    if (query.found != search::Found::first && !has_positions)
        throw UsageError(tr("--found needs a position or a move to search for"),
                         tr("add --fen, --after, --pieces, --material, --played, --glyph or --loss"));
}

void add_query(Arguments& arguments, operations::QueryOptions& query) {
    add_conditions(arguments, query);
    arguments.heading("position");
    add_notation_files(arguments, query.notation_files);
    arguments.heading("output");
    add_page(arguments, query.page);
    add_selection(arguments, query.selection);
}

void add_limit(Arguments& arguments, std::optional<std::int64_t>& limit, const char* help) {
    arguments.number(
        "--limit", "N", {.least = 1}, [&limit](std::int64_t count) { limit = count; }, help);
}

void add_page(Arguments& arguments, store::Page& page) {
    add_limit(arguments, page.limit, "maximum number of games");
    arguments.number(
        "--page-after", "ID", {}, [&page](std::int64_t id) { page.after = id; },
        "continue after the game with this id");
}

void add_notation_files(Arguments& arguments, std::vector<std::string>& files) {
    arguments.option("--notation-file", "FILE", files, "add a notation from a .notation file");
}

void add_position(Arguments& arguments, operations::QueryOptions& query) {
    arguments.heading("position");
    arguments.option("--fen,--position", "FEN", query.fen, "start from this position")
        .such_as("'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -'");
    arguments.option("--after", "MOVES", query.after, "start from the position after these moves")
        .such_as("'1. e4 e5'");
    arguments.exclude({"--fen", "--after"});
    arguments.option("--from-notation", "X", query.from_notation, "notation of the moves of --after (default: detect)")
        .such_as("cy");
}

void add_filter(Arguments& arguments, store::HeaderFilter& filter) {
    arguments.heading("players and events (each may be repeated; --not-player, --not-event and so on exclude)");
    for (const HeaderOption& option : table) add_condition(arguments, filter, option);
}

void add_filter(Arguments& arguments, store::HeaderFilter& filter, std::span<const std::string_view> names) {
    for (const HeaderOption& option : table)
        if (std::ranges::find(names, option.name) != names.end()) add_condition(arguments, filter, option);
}

std::string text_of(const store::HeaderFilter& filter) {
    std::string text;
    for (const store::HeaderTerm& term : filter.terms) {
        const auto* const option = std::ranges::find(table, term.field, &HeaderOption::field);
        const bool is_range = term.field == HeaderField::eco && term.other != term.text;
        const std::string value = term.field == HeaderField::tag
                                      ? fmt::format("{}{}{}", term.other, term.low == 1 ? '=' : '~', term.text)
                                  : is_range ? fmt::format("{}-{}", term.text, term.other)
                                             : term.text;
        text += fmt::format(" --{}{} '{}'", term.negated ? "not-" : "", option->name, value);
    }
    return text;
}

void add_selection(Arguments& arguments, search::Selection& selection) {
    arguments
        .option(
            "--sort", "FIELDS", [&selection](const std::string& text) { selection.order = read_order(text); },
            fmt::format("sort by these, '-' in front for the largest first: {}", spaced(search::sort_field_names())))
        .such_as("date,-elo");
    arguments.flag("--reverse", selection.reverse, "the other way round");
    arguments.number(
        "--random", "N", {.least = 1}, [&selection](std::int64_t count) { selection.random = count; },
        "N games drawn at random");
    arguments.number(
        "--seed", "N", {.least = 0},
        [&selection](std::int64_t seed) { selection.seed = static_cast<std::uint64_t>(seed); },
        "draw the same games for the same N (default: 0)");
    arguments.flag("--unique", selection.unique,
                   "one of the games with the same players and moves, and of those that 'dedupe' has linked");
}

void add_game(Arguments& arguments, operations::QueryOptions& query) {
    struct Choice {
        std::string_view name;
        GameKind kind;
        bool is_variety;
    };
    std::vector<Choice> choices;
    each_game([&](auto game) {
        std::vector<Choice> of_game;
        for (const std::string_view name : game.varieties) of_game.push_back({name, game.kind, name != game.name});
        choices.insert(choices.begin(), of_game.begin(), of_game.end());
    });
    std::vector<std::string> words;
    for (const Choice& choice : choices) words.emplace_back(choice.name);
    arguments.words(
        "--game", words,
        [&query, choices](std::size_t i) {
            query.filter.kind = choices[i].kind;
            query.variety = choices[i].is_variety ? choices[i].name : std::string_view();
        },
        "games of chess only, of Camelot on any board, or of Cam, Camette or Chivalry");
}

}  // namespace cofnod::options
