#include "web/api.hpp"

#include <fmt/format.h>

#include <memory>
#include <sstream>

#include "answers/count.hpp"
#include "answers/found_games.hpp"
#include "answers/game_details.hpp"
#include "answers/json.hpp"
#include "answers/notations.hpp"
#include "answers/overview.hpp"
#include "answers/tree.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/query.hpp"
#include "jobs/version.hpp"
#include "options/query.hpp"
#include "store/statistics.hpp"
#include "web/parameters.hpp"

namespace cofnod::web::api {

namespace {

using answers::Format;

constexpr std::int64_t usual_limit = 50, largest_limit = 500;

/// Remarks on how moves were understood are for terminals; a page shows the position.
void ignore(const jobs::Remark&) {}

/// Conditions on games, and the notation of the moves in the answer.
struct Asked {
    jobs::QueryOptions query;
    std::string notation = "en";

    explicit Asked(options::Arguments& table) {
        options::add_query(table, query);
        add_notation(table);
    }
    void add_notation(options::Arguments& table) {
        table.option("--notation", "X", notation, "notation of the moves in the answer").such_as("cy");
    }
};

}  // namespace

Response health(const Question& question) {
    take_no_parameters(question.target);
    std::ostringstream out;
    answers::JsonWriter json(out, answers::JsonWriter::indented);
    json.begin_document()
        .member("version", jobs::program_version())
        .member("database", question.site.database)
        .member("games", store::totals(question.store).games)
        .end_object();
    return {.body = std::move(out).str()};
}

Response database(const Question& question) {
    take_no_parameters(question.target);
    std::ostringstream out;
    answers::write_document(answers::overview_document(), answers::overview(question.store, question.site.database),
                            Format::json, {out});
    return {.body = std::move(out).str()};
}

Response games(const Question& question) {
    options::Arguments table;
    Asked asked(table);
    asked.query.page.limit = usual_limit;
    take_parameters(table, question.target);
    asked.query.page.limit = std::min(*asked.query.page.limit, largest_limit);
    const search::Query query = jobs::make_query(asked.query, question.site.languages, ignore);
    const notation::Language& language = jobs::language_to_write(question.site.languages, asked.notation);
    std::ostringstream out;
    const answers::FoundPage page = answers::write_found_games(
        question.store, {.query = query, .page = asked.query.page, .selection = asked.query.selection}, language,
        Format::json, {out});
    Response response{.body = std::move(out).str()};
    if (page.has_more && asked.query.selection.is_empty()) question.link_next(response, page.last);
    return response;
}

Response game_count(const Question& question) {
    options::Arguments table;
    Asked asked(table);
    take_parameters(table, question.target);
    const search::Query query = jobs::make_query(asked.query, question.site.languages, ignore);
    const search::Explanation found = search::count(question.store, query);
    std::ostringstream out;
    answers::write_count({found.hits}, Format::json, {out});
    return {.body = std::move(out).str()};
}

Response game(const Question& question) {
    options::Arguments table;
    std::string notation;
    table.option("--notation", "X", notation, "notation of the moves; by default that of the source").such_as("cy");
    take_parameters(table, question.target);
    store::GameReader reader(question.store);
    const auto header = reader.header(question.id());
    const auto record = reader.read(question.id());
    if (!header || !record) throw Refused{404, fmt::format("there is no game {}", question.id())};
    const notation::Languages& languages = question.site.languages;
    const notation::Language& language = notation.empty() ? jobs::language_to_show(languages, record->notation.code)
                                                          : jobs::language_to_write(languages, notation);
    std::ostringstream out;
    answers::write_document(answers::game_document(), answers::game_details(question.store, *header, *record, language),
                            Format::json, {out});
    return {.body = std::move(out).str()};
}

Response tree(const Question& question) {
    options::Arguments table;
    jobs::QueryOptions query;
    std::optional<std::int64_t> limit;
    std::string notation = "en";
    options::add_position(table, query);
    options::add_game(table, query);
    options::add_filter(table, query.filter);
    options::add_limit(table, limit, "only the N most played moves");
    table.option("--notation", "X", notation, "notation of the moves").such_as("cy");
    take_parameters(table, question.target);
    const notation::Languages& languages = question.site.languages;
    const answers::TreeAnswer tree = answers::opening_tree(question.store, query, languages,
                                                           jobs::language_to_write(languages, notation), limit, ignore);
    std::ostringstream out;
    answers::write_all(answers::tree_moves(tree.is_chess), tree.moves, Format::json, {out}, answers::tree_head(tree));
    return {.body = std::move(out).str()};
}

Response notations(const Question& question) {
    take_no_parameters(question.target);
    std::ostringstream out;
    answers::write_notations(question.site.languages, nullptr, Format::json, {out});
    return {.body = std::move(out).str()};
}

}  // namespace cofnod::web::api
