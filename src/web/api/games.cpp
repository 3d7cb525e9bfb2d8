#include <fmt/format.h>

#include <algorithm>

#include "base/tr.hpp"
#include "games/pgn/writer.hpp"
#include "notation/language.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/reading.hpp"
#include "reports/found_games.hpp"
#include "reports/game_details.hpp"
#include "reports/games.hpp"
#include "store/corrections.hpp"
#include "web/api/api.hpp"

namespace cofnod::web::api {

namespace {

using reports::Format;

constexpr std::string_view pgn_type = "application/vnd.chess-pgn; charset=utf-8", csv_type = "text/csv; charset=utf-8",
                           ndjson_type = "application/x-ndjson";

/// A game of the database with its header.
struct FoundGame {
    store::GameHeader header;
    GameRecord record;
};

FoundGame found_game(const Question& question) {
    auto record = question.games().record(question.id());
    auto header = record ? question.games().header(question.id()) : std::nullopt;  // servers know it after the record
    if (!header || !record) throw Refused{404, tr("there is no game {}", question.id())};
    return {*std::move(header), *std::move(record)};
}

/// Returns a game in its state before a correction.
FoundGame game_before(const Question& question, const store::GameHeader& header, std::int64_t correction) {
    const auto all = store::corrections(question.store(), header.id);
    if (std::ranges::none_of(all, [&](const store::Correction& each) { return each.id == correction; }))
        throw Refused{404, tr("game {} has no correction {}", header.id, correction)};
    const GameRecord before = store::game_before(question.store(), correction).record;
    FoundGame game{operations::header_in_place_of(header, before), before};
    if (before.charset.empty()) game.header.charset = store::source_charset(question.store(), header.id);
    return game;
}

/// Returns the requested notation, by default that of the source.
const notation::Language& language_for(const GameRecord& record, const std::string& asked,
                                       const notation::Languages& languages) {
    return asked.empty() ? operations::language_to_show(languages, record.notation.code)
                         : operations::language_to_write(languages, asked);
}

void add_notation_of_game(options::Arguments& table, std::string& notation) {
    table.option("--notation", "X", notation, "notation of the moves; by default that of the source").such_as("cy");
}

/// Conditions of `search`, and the notation of the moves in the answer.
struct Search {
    operations::QueryOptions query;
    std::string notation = "en";

    void declare(options::Arguments& table) {
        declare_conditions(table);
        add_notation(table, notation);
    }

protected:
    void declare_conditions(options::Arguments& table) {
        options::add_query(table, query);
        options::add_ply_conditions(table, query.ply);
        options::add_lines(table, query.lines);
    }
};

struct Games : Search {
    void declare(options::Arguments& table) {
        query.page.limit = usual_limit;
        Search::declare(table);
    }
    Response answer(const Question& question) {
        query.page.limit = std::min(*query.page.limit, largest_limit);
        const search::Query found = operations::make_query(query, question.site.languages, drop, question.games());
        const notation::Language& language = operations::language_to_write(question.site.languages, notation);
        reports::FoundPage page;
        Response response = written([&](std::ostream& out) {
            page = reports::write_found_games(question.games(),
                                              {.query = found, .page = query.page, .selection = query.selection},
                                              language, Format::json, {out});
        });
        if (page.has_more && query.selection.has_pages()) question.link_next(response, page.last);
        return response;
    }
    static reports::Shapes shape() { return reports::document_shape(reports::game_list({.with_ply = true})); }
};

/// All games that match the conditions, in the format of `search`.
template <Format format>
struct GameStream : Search {
    Response answer(const Question& question) const {
        const notation::Languages& languages = question.site.languages;
        return {
            .type = std::string(format == Format::csv ? csv_type : ndjson_type),
            .write_body = [&games = question.games(), &language = operations::language_to_write(languages, notation),
                           asked = query, found = operations::make_query(query, languages, drop, question.games())](
                              std::ostream& out) {
                reports::write_found_games(games, {.query = found, .page = asked.page, .selection = asked.selection},
                                           language, format, {out});
            }};
    }
    static reports::Shapes shape() {
        return format == Format::ndjson ? reports::shapes_of(reports::game_list({.with_ply = true}).fields)
                                        : reports::Shapes();
    }
};

/// All games that match the conditions, in the format of `export`.
struct PgnStream : Search {
    pgn::Layout layout = pgn::Layout::pgn;

    void declare(options::Arguments& table) {
        Search::declare(table);
        table.choice<pgn::Layout>("--layout", layout, {{"pgn", pgn::Layout::pgn}, {"columns", pgn::Layout::columns}},
                                  "PGN, or White and Black in two columns");
    }
    Response answer(const Question& question) const {
        const notation::Languages& languages = question.site.languages;
        pgn::WriteOptions how = operations::how_to_write(languages, notation);
        how.layout = layout;
        return {.type = std::string(pgn_type),
                .headers = {{"Content-Disposition", "attachment; filename=\"games.pgn\""}},
                .write_body = [&games = question.games(), how, asked = query,
                               found = operations::make_query(query, languages, drop, question.games())](
                                  std::ostream& out) {
                    std::string text;
                    reports::for_each_record(games, {.query = found, .page = asked.page, .selection = asked.selection},
                                             [&](const search::Hit&, const GameRecord& record) {
                                                 text.clear();
                                                 pgn::write(record, how, text);
                                                 out << text;
                                             });
                }};
    }
};

struct GameCount : Search {
    void declare(options::Arguments& table) { declare_conditions(table); }
    Response answer(const Question& question) const {
        const search::Explanation found = search::count(
            question.games(), operations::make_query(query, question.site.languages, drop, question.games()),
            query.page, query.selection);
        return written([&](std::ostream& out) { reports::write_count({found.hits}, Format::json, {out}); });
    }
    static reports::Shapes shape() { return reports::document_shape(reports::count_document()); }
};

struct GameFacets {
    operations::QueryOptions query;

    void declare(options::Arguments& table) {
        options::add_conditions(table, query);
        options::add_ply_conditions(table, query.ply);
        options::add_lines(table, query.lines);
    }
    Response answer(const Question& question) const {
        return document(reports::facets_document(),
                        reports::facets(question.games(), operations::make_query(query, question.site.languages, drop,
                                                                                 question.games())));
    }
    static reports::Shapes shape() { return reports::document_shape(reports::facets_document()); }
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
        return document(reports::game_document(),
                        reports::game_details(question.games(), game.header, game.record, language,
                                              names_in.empty() ? language.code() : names_in));
    }
    static reports::Shapes shape() { return reports::document_shape(reports::game_document()); }
};

struct GamePgn {
    std::string notation;

    void declare(options::Arguments& table) { add_notation_of_game(table, notation); }
    Response answer(const Question& question) const {
        const FoundGame game = found_game(question);
        std::string text;
        pgn::write(game.record, {.language = &language_for(game.record, notation, question.site.languages)}, text);
        Response response{.type = std::string(pgn_type), .body = std::move(text)};
        response.headers.emplace_back("Content-Disposition",
                                      fmt::format("attachment; filename=\"game-{}.pgn\"", question.id()));
        return response;
    }
};

struct GameSource {
    std::optional<std::int64_t> before;

    void declare(options::Arguments& table) {
        table.number("--before", "N", before, "the text that stood there before the correction with this id");
    }
    Response answer(const Question& question) const {
        FoundGame game = found_game(question);
        if (before) game = game_before(question, game.header, *before);
        return document(reports::game_source(), {game.header, game.record,
                                                 operations::trace(game.header, game.record, question.site.languages)});
    }
    static reports::Shapes shape() { return reports::document_shape(reports::game_source()); }
};

}  // namespace

std::vector<Route> game_routes() {
    return {
        route_of<Games>({"api/v1/games", "games that meet all conditions, a page at a time", "/api/v1/games?limit=2"}),
        route_of<GameCount>({"api/v1/games/count", "the number of such games", "/api/v1/games/count"}),
        route_of<GameFacets>(
            {"api/v1/games/facets", "such games by result, decade, notation, state and source", "/api/v1/games/facets"},
            Lanes::Lane::slow),
        route_of<PgnStream>({"api/v1/games.pgn", "all such games as PGN", "/api/v1/games.pgn?limit=2", pgn_type},
                            Lanes::Lane::slow),
        route_of<GameStream<Format::ndjson>>(
            {"api/v1/games.ndjson", "all such games, a line each", "/api/v1/games.ndjson?limit=2", ndjson_type},
            Lanes::Lane::slow),
        route_of<GameStream<Format::csv>>(
            {"api/v1/games.csv", "all such games as a table", "/api/v1/games.csv?limit=2", csv_type},
            Lanes::Lane::slow),
        route_of<GamePgn>({"api/v1/games/{id}.pgn", "a game as PGN", "/api/v1/games/1.pgn", pgn_type}),
        route_of<Game>({"api/v1/games/{id}", "a game: header, every ply with its position, annotations, problems",
                        "/api/v1/games/1"}),
        route_of<GameSource>(
            {"api/v1/games/{id}/source", "the text of a game as its source has it", "/api/v1/games/1/source"}),
    };
}

}  // namespace cofnod::web::api
