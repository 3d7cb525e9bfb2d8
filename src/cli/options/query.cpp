#include "cli/options/query.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/error.hpp"
#include "cli/options/output.hpp"
#include "cli/options/reading.hpp"
#include "game/with_game.hpp"
#include "notation/result_text.hpp"

namespace cofnod::cli {

namespace {

/// Parses a date. Its trailing parts may be unknown, which makes it a range of days: 1950.06.??.
store::PartialDate read_date(const std::string& option, const std::string& text) {
    const auto date = store::PartialDate::parse(text);
    if (date && date->year() > 0 && (date->month() > 0 || date->day() == 0)) return *date;
    throw UsageError(fmt::format("{}: '{}' is not a date", option, text), "write 1950, 1950.06 or 1950-06-01");
}

Result read_result_option(const std::string& text) {
    if (text == "*") return Result::unknown;
    if (const auto result = notation::read_result(text)) return *result;
    throw UsageError(fmt::format("--result: '{}' is not a result", text), "write 1-0, 0-1, 1/2-1/2 or '*'");
}

/// Parses "7", "3-9" or "3-".
void read_ids(const std::string& text, store::HeaderFilter& filter) {
    const auto number = [&](std::string_view digits) -> std::optional<std::int64_t> {
        if (digits.empty()) return std::nullopt;
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || end != digits.data() + digits.size() || value < 0)
            throw UsageError(fmt::format("--ids: '{}' is not a range of ids", text), "write 7, 3-9, 3- or -9");
        return value;
    };
    const std::string_view view = text;
    const std::size_t dash = view.find('-');
    filter.first_id = number(view.substr(0, dash));
    filter.last_id = dash == view.npos ? filter.first_id : number(view.substr(dash + 1));
    if (filter.first_id && filter.last_id && *filter.first_id > *filter.last_id)
        throw UsageError(fmt::format("--ids: {} ends before it begins", text), "write the smaller id first");
}

}  // namespace

void add_query(Arguments& arguments, jobs::QueryOptions& query) {
    arguments.heading("position");
    arguments
        .option(
            "--fen,--position", "FEN", query.fen,
            "games that reach this position: a FEN (or the Camelot equivalent); give only the first field to ignore "
            "side to move, castling and en passant")
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
    arguments.option("--moves", "MOVES", query.moves, "games that begin with exactly these moves")
        .such_as("'1. e4 e5'");
    arguments
        .option("--from-notation", "X", query.from_notation,
                "notation of the moves of --after and --moves (default: detect)")
        .such_as("cy");
    add_game(arguments, query);
    add_filter(arguments, query.filter);
    arguments.heading("output");
    add_page(arguments, query.page);
    add_notation_files(arguments, query.notation_files);
}

void add_position(Arguments& arguments, jobs::QueryOptions& query) {
    arguments.heading("position");
    arguments.option("--fen,--position", "FEN", query.fen, "start from this position")
        .such_as("'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b'");
    arguments.option("--after", "MOVES", query.after, "start from the position after these moves")
        .such_as("'1. e4 e5'");
    arguments.exclude({"--fen", "--after"});
    arguments.option("--from-notation", "X", query.from_notation, "notation of the moves of --after (default: detect)")
        .such_as("cy");
}

void add_filter(Arguments& arguments, store::HeaderFilter& filter) {
    const auto number = [&](const char* name, std::optional<std::int64_t>& target, const char* help) {
        arguments.number(name, "N", target, help);
    };
    arguments.heading("players and events");
    arguments.option("--player", "TEXT", filter.player, "part of either player's name").such_as("morphy");
    arguments.option("--white", "TEXT", filter.white, "part of White's name").such_as("morphy");
    arguments.option("--black", "TEXT", filter.black, "part of Black's name").such_as("morphy");
    arguments.option("--event", "TEXT", filter.event, "part of the event's name").such_as("eisteddfod");
    arguments.option("--site", "TEXT", filter.site, "part of the site's name").such_as("caerdydd");
    arguments
        .option(
            "--date", "DATE",
            [&](const std::string& text) {
                const store::PartialDate date = read_date("--date", text);
                filter.add_date_from(date);
                filter.add_date_to(date);
            },
            "on DATE: 1950, 1950.06 or 1950.06.01")
        .such_as("1950.06");
    arguments
        .option(
            "--since", "DATE", [&](const std::string& text) { filter.add_date_from(read_date("--since", text)); },
            "on or after DATE")
        .such_as("1950");
    arguments
        .option(
            "--until", "DATE", [&](const std::string& text) { filter.add_date_to(read_date("--until", text)); },
            "on or before DATE")
        .such_as("1959");
    arguments
        .option(
            "--result", "RESULT", [&](const std::string& text) { filter.result = read_result_option(text); },
            "1-0, 0-1, 1/2-1/2 or '*'")
        .such_as("1/2-1/2");
    arguments.option("--eco", "CODE", filter.eco, "beginning of the ECO code: B9").such_as("B9");
    number("--min-elo", filter.elo_min, "both players rated N or higher");
    number("--max-elo", filter.elo_max, "both players rated N or lower");
    number("--min-plies", filter.plies_min, "at least N half-moves");
    number("--max-plies", filter.plies_max, "at most N half-moves");
    arguments.words(
        "--state", {"complete", "incomplete", "rejected"},
        [&](std::size_t i) { filter.state = static_cast<GameState>(i); }, "parse state of the game");
    arguments.option("--written-in", "X", filter.notation, "notation that the game was written in").such_as("cy");
    arguments.option("--source", "TEXT", filter.source, "part of the path of the source file, or of its citation")
        .such_as("archif.pgn");
    arguments
        .option(
            "--ids", "A-B", [&](const std::string& text) { read_ids(text, filter); },
            "games with these ids: 7, 3-9 or 3-")
        .such_as("3-9");
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

}  // namespace cofnod::cli
