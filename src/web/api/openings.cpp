#include "games/record/diagram.hpp"
#include "games/record/with_game.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/query.hpp"
#include "reports/steps.hpp"
#include "reports/tree.hpp"
#include "reports/value.hpp"
#include "web/api/api.hpp"

namespace cofnod::web::api {

namespace {

struct Tree {
    operations::QueryOptions query;
    std::optional<std::int64_t> limit;
    std::string notation = "en";

    void declare(options::Arguments& table) {
        options::add_position(table, query);
        options::add_lines(table, query.lines);
        options::add_game(table, query);
        options::add_filter(table, query.filter);
        options::add_limit(table, limit, "only the N most played moves");
        add_notation(table, notation);
    }
    Response answer(const Question& question) const {
        const notation::Languages& languages = question.site.languages;
        const reports::TreeAnswer tree = reports::opening_tree(
            question.games(), query, languages, operations::language_to_write(languages, notation), limit, drop);
        return list(reports::tree_moves(tree.is_chess), tree.moves, reports::tree_head(tree));
    }
    static reports::Shapes shape() { return reports::tree_shape(); }
};

struct Moves {
    operations::QueryOptions query;
    std::string notation = "en";

    void declare(options::Arguments& table) {
        options::add_position(table, query);
        options::add_game(table, query);
        add_notation(table, notation);
    }
    Response answer(const Question& question) const {
        const notation::Languages& languages = question.site.languages;
        const notation::Language& language = operations::language_to_write(languages, notation);
        return with_game(operations::game_to_look_at(query, question.games()), [&](auto game) -> Response {
            using G = decltype(game);
            const typename G::Position position = operations::query_parser_of<G>().position(query, languages, drop);
            return document(
                table(), {std::string(G::name), G::write_position(position), reports::moves_from(position, language)});
        });
    }
    static reports::Shapes shape() { return reports::document_shape(table()); }

private:
    struct Found {
        std::string game, position;
        reports::Value moves;
    };
    static reports::Answer<Found> table() {
        using reports::Type;
        return {.list = {},
                .fields = {{"game", Type::text, [](const Found& row) -> reports::Value { return row.game; }},
                           {"position", Type::text, [](const Found& row) -> reports::Value { return row.position; }},
                           reports::with_parts<Found>({"moves", Type::list, [](const Found& row) { return row.moves; }},
                                                      reports::step_shape())}};
    }
};

/// A diagram of a position.
struct BoardPicture {
    operations::QueryOptions query;
    std::string notation = "en";
    bool flip = false, has_no_names = false;

    void declare(options::Arguments& table) {
        options::add_position(table, query);
        options::add_game(table, query);
        table.option("--notation", "X", notation, "notation whose letters files and ranks have").such_as("ar");
        table.flag("--flip", flip, "from Black's side");
        table.flag("--no-names", has_no_names, "without the names of files and ranks");
    }
    Response answer(const Question& question) const {
        const notation::Languages& languages = question.site.languages;
        const notation::Language& language = operations::language_to_write(languages, notation);
        return with_game(operations::game_to_look_at(query, question.games()), [&](auto game) -> Response {
            using G = decltype(game);
            const typename G::Position position = operations::query_parser_of<G>().position(query, languages, drop);
            return {
                .type = "image/svg+xml",
                .body = svg_of(diagram_of<G>(position, language, nullptr), {.flip = flip, .has_names = !has_no_names})};
        });
    }
};

}  // namespace

std::vector<Route> opening_routes() {
    return {
        route_of<Tree>({"api/v1/tree", "moves played from a position, and their success", "/api/v1/tree"}),
        route_of<BoardPicture>({"api/v1/board.svg", "a diagram of a position", "/api/v1/board.svg", "image/svg+xml"}),
        route_of<Moves>({"api/v1/moves", "legal moves of a position, and where they lead", "/api/v1/moves"}),
    };
}

}  // namespace cofnod::web::api
