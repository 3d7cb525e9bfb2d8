#include <fmt/format.h>

#include <memory>
#include <sstream>

#include "answers/count.hpp"
#include "answers/found_games.hpp"
#include "answers/game_details.hpp"
#include "answers/game_source.hpp"
#include "jobs/notation_choice.hpp"
#include "options/query.hpp"
#include "pgn/writer.hpp"
#include "web/api/api.hpp"

namespace cofnod::web::api {

namespace {

using answers::Format;

/// A game of the database with its header.
struct FoundGame {
    store::GameHeader header;
    GameRecord record;
};

FoundGame found_game(const Question& question) {
    store::GameReader reader(question.store);
    auto header = reader.header(question.id());
    auto record = reader.read(question.id());
    if (!header || !record) throw Refused{404, fmt::format("there is no game {}", question.id())};
    return {*std::move(header), *std::move(record)};
}

/// Returns the notation that is asked for; if none is, that of the source.
const notation::Language& language_for(const GameRecord& record, const std::string& asked,
                                       const notation::Languages& languages) {
    return asked.empty() ? jobs::language_to_show(languages, record.notation.code)
                         : jobs::language_to_write(languages, asked);
}

void add_notation_of_game(options::Arguments& table, std::string& notation) {
    table.option("--notation", "X", notation, "notation of the moves; by default that of the source").such_as("cy");
}

struct Games {
    jobs::QueryOptions query;
    std::string notation = "en";

    void declare(options::Arguments& table) {
        query.page.limit = usual_limit;
        options::add_query(table, query);
        add_notation(table, notation);
    }
    Response answer(const Question& question) {
        query.page.limit = std::min(*query.page.limit, largest_limit);
        const search::Query found = jobs::make_query(query, question.site.languages, drop);
        const notation::Language& language = jobs::language_to_write(question.site.languages, notation);
        std::ostringstream out;
        const answers::FoundPage page = answers::write_found_games(
            question.store, {.query = found, .page = query.page, .selection = query.selection}, language, Format::json,
            {out});
        Response response{.body = std::move(out).str()};
        if (page.has_more && query.selection.is_empty()) question.link_next(response, page.last);
        return response;
    }
};

struct GameCount {
    jobs::QueryOptions query;

    void declare(options::Arguments& table) { options::add_query(table, query); }
    Response answer(const Question& question) const {
        const search::Explanation found =
            search::count(question.store, jobs::make_query(query, question.site.languages, drop));
        std::ostringstream out;
        answers::write_count({found.hits}, Format::json, {out});
        return {.body = std::move(out).str()};
    }
};

struct Game {
    std::string notation, names_in;

    void declare(options::Arguments& table) {
        add_notation_of_game(table, notation);
        table.option("--names-in", "X", names_in, "language of the opening's name; by default that of the notation")
            .such_as("cy");
    }
    Response answer(const Question& question) const {
        const FoundGame game = found_game(question);
        const notation::Language& language = language_for(game.record, notation, question.site.languages);
        std::ostringstream out;
        answers::write_document(answers::game_document(),
                                answers::game_details(question.store, game.header, game.record, language,
                                                      names_in.empty() ? language.code() : names_in),
                                Format::json, {out});
        return {.body = std::move(out).str()};
    }
};

struct GamePgn {
    std::string notation;

    void declare(options::Arguments& table) { add_notation_of_game(table, notation); }
    Response answer(const Question& question) const {
        const FoundGame game = found_game(question);
        std::string text;
        pgn::write(game.record, {.language = &language_for(game.record, notation, question.site.languages)}, text);
        Response response{.type = "application/vnd.chess-pgn; charset=utf-8", .body = std::move(text)};
        response.headers.emplace_back("Content-Disposition",
                                      fmt::format("attachment; filename=\"game-{}.pgn\"", question.id()));
        return response;
    }
};

struct GameSource : NoParameters {
    static Response answer(const Question& question) {
        const FoundGame game = found_game(question);
        std::ostringstream out;
        answers::write_document(
            answers::game_source(),
            {game.header, game.record, jobs::trace(game.header, game.record, question.site.languages)}, Format::json,
            {out});
        return {.body = std::move(out).str()};
    }
};

}  // namespace

std::vector<Route> game_routes() {
    return {
        route_of<Games>({"api/v1/games", "games that meet all conditions, a page at a time", "/api/v1/games?limit=2"}),
        route_of<GameCount>({"api/v1/games/count", "the number of such games", "/api/v1/games/count"}),
        route_of<GamePgn>({"api/v1/games/{id}.pgn", "a game as PGN", "/api/v1/games/1.pgn",
                           "application/vnd.chess-pgn; charset=utf-8"}),
        route_of<Game>({"api/v1/games/{id}", "a game: header, every ply with its position, annotations, problems",
                        "/api/v1/games/1"}),
        route_of<GameSource>(
            {"api/v1/games/{id}/source", "the text of a game as its source has it", "/api/v1/games/1/source"}),
    };
}

}  // namespace cofnod::web::api
