#include "options/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/say.hpp"
#include "game/with_game.hpp"
#include "options/header_options.hpp"

namespace cofnod::options {

namespace {

/// Returns "a, b, c" for "a,b,c".
std::string spaced(std::string_view names) {
    std::string text;
    for (const char c : names) text.append(1, c).append(c == ',' ? " " : "");
    return text;
}

std::vector<search::SortKey> read_order(const std::string& text) {
    std::vector<search::SortKey> order;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t comma = rest.find(',');
        std::string_view name = rest.substr(0, comma);
        search::SortKey key;
        key.descending = name.starts_with('-');
        if (key.descending) name.remove_prefix(1);
        const auto field = search::sort_field(name);
        if (!field)
            throw UsageError(say("--sort: '{}' is not a field", name),
                             say("fields are {}", spaced(search::sort_field_names())));
        key.field = *field;
        order.push_back(key);
        rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
    }
    return order;
}

/// Adds a condition on headers, and its opposite.
void add_condition(Arguments& arguments, store::HeaderFilter& filter, const HeaderOption& option) {
    for (const bool negated : {false, true}) {
        const std::string name = fmt::format("--{}{}", negated ? "not-" : "", option.name);
        Option& added = arguments.option(
            name, option.value,
            [&filter, &option, name, negated](const std::string& text) {
                for (store::HeaderTerm& term : option.read(name, text)) {
                    term.field = option.field;
                    term.negated = negated;
                    filter.terms.push_back(std::move(term));
                }
            },
            negated ? fmt::format("none of these: the opposite of --{}", option.name) : option.help);
        added.repeats = true;
        added.is_listed = !negated;
        added.choices = option.choices;
        added.such_as(option.example);
    }
}

}  // namespace

void add_conditions(Arguments& arguments, jobs::QueryOptions& query) {
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

void add_query(Arguments& arguments, jobs::QueryOptions& query) {
    add_conditions(arguments, query);
    arguments.heading("output");
    add_page(arguments, query.page);
    add_selection(arguments, query.selection);
    add_notation_files(arguments, query.notation_files);
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

void add_position(Arguments& arguments, jobs::QueryOptions& query) {
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
    for (const HeaderOption& option : header_options()) add_condition(arguments, filter, option);
}

void add_filter(Arguments& arguments, store::HeaderFilter& filter, std::initializer_list<std::string_view> names) {
    for (const HeaderOption& option : header_options())
        if (std::ranges::find(names, option.name) != names.end()) add_condition(arguments, filter, option);
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

void add_game(Arguments& arguments, jobs::QueryOptions& query) {
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
