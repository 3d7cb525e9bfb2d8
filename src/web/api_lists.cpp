#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "answers/comparison.hpp"
#include "answers/json.hpp"
#include "answers/people.hpp"
#include "answers/player_report.hpp"
#include "answers/players.hpp"
#include "answers/problems.hpp"
#include "answers/steps.hpp"
#include "base/error.hpp"
#include "game/with_game.hpp"
#include "jobs/asking.hpp"
#include "jobs/kept_text.hpp"
#include "jobs/notation_choice.hpp"
#include "options/id_list.hpp"
#include "options/query.hpp"
#include "store/works.hpp"
#include "web/api.hpp"
#include "web/parameters.hpp"

namespace cofnod::web::api {

namespace {

using answers::Format;

constexpr std::int64_t usual_limit = 50, largest_limit = 500;

void ignore(const jobs::Remark&) {}

}  // namespace

Response moves(const Question& question) {
    options::Arguments table;
    jobs::QueryOptions query;
    std::string notation = "en";
    options::add_position(table, query);
    options::add_game(table, query);
    table.option("--notation", "X", notation, "notation of the moves").such_as("cy");
    take_parameters(table, question.target);
    const notation::Languages& languages = question.site.languages;
    const notation::Language& language = jobs::language_to_write(languages, notation);
    std::ostringstream out;
    with_game(jobs::game_to_look_at(query, question.store), [&](auto game) {
        using G = decltype(game);
        const typename G::Position position = jobs::asking_of<G>().position(query, languages, ignore);
        answers::JsonWriter(out, answers::JsonWriter::indented)
            .begin_document()
            .member("game", G::name)
            .member("position", G::write_position(position))
            .member("moves", answers::moves_from(position, language))
            .end_object();
    });
    return {.body = std::move(out).str()};
}

Response problems(const Question& question) {
    options::Arguments table;
    answers::ProblemsAsked asked;
    std::optional<std::int64_t> limit;
    table.flag("--all", asked.all, "notes too, and complete games that have some");
    table.option("--kind", "NAME", asked.kind, "problems of this kind or group").such_as("illegal_move");
    options::add_limit(table, limit, "maximum number of games");
    table.number(
        "--page-after", "ID", {}, [&](std::int64_t id) { asked.page_after = id; },
        "continue after the game with this id");
    take_parameters(table, question.target);
    if (!asked.kind.empty()) answers::check_problem_kind(asked.kind);
    const std::int64_t most = std::min(limit.value_or(usual_limit), largest_limit);

    std::ostringstream out;
    answers::List list(answers::faulty_games(), Format::json, {out});
    std::int64_t listed = 0, last = 0;
    bool has_more = false;
    answers::for_each_faulty_game(question.store, asked, [&](const answers::FaultyGame& game) {
        has_more = listed == most;
        if (has_more) return false;
        list.add(game);
        ++listed;
        last = game.header.id;
        return true;
    });
    list.finish();
    Response response{.body = std::move(out).str()};
    if (has_more) question.link_next(response, last);
    return response;
}

Response players(const Question& question) {
    options::Arguments table;
    std::string find;
    std::optional<std::int64_t> limit;
    table.option("--find", "TEXT", find, "part of a name").such_as("morphy");
    options::add_limit(table, limit, "maximum number of players");
    take_parameters(table, question.target);
    std::vector<answers::Player> found = answers::players(question.store, find);
    const auto most = static_cast<std::size_t>(std::min(limit.value_or(usual_limit), largest_limit));
    found.resize(std::min(found.size(), most));
    std::ostringstream out;
    answers::write_all(answers::player_list(), found, Format::json, {out});
    return {.body = std::move(out).str()};
}

Response player(const Question& question) {
    options::Arguments table;
    jobs::QueryOptions query;
    std::string name, notation = "en";
    bool together = false;
    std::optional<std::int64_t> limit;
    table.option("--name", "NAME", name, "the player's name, or a part of it").such_as("morphy");
    table.flag("--together", together, "take all players with this name as one");
    options::add_game(table, query);
    options::add_filter(table, query.filter);
    options::add_limit(table, limit, "maximum number of openings and opponents");
    table.option("--notation", "X", notation, "notation whose language the names of openings are written in");
    take_parameters(table, question.target);
    if (name.empty()) throw UsageError("the name of a player is missing", "name=morphy", "name");
    const auto persons = answers::persons_named(question.store, name);
    if (persons.empty()) throw Refused{404, fmt::format("no player's name contains “{}”", name)};
    if (persons.size() > 1 && !together) {
        std::string names;
        for (std::size_t i = 0; i < std::min<std::size_t>(persons.size(), 6); ++i)
            names += (i > 0 ? ", “" : "“") + persons[i].spellings.front().name + "”";
        throw UsageError(fmt::format("{} players match “{}”: {}", persons.size(), name, names),
                         "write more of the name, or take all of them as one: together=true", "name");
    }
    const notation::Languages& languages = question.site.languages;
    const answers::PlayerReport report =
        answers::player_report(question.store, {.persons = persons,
                                                .filter = jobs::header_filter(query, languages),
                                                .language = jobs::language_to_write(languages, notation).code()});
    std::ostringstream out;
    answers::write_report(answers::report_of(report, limit), Format::json, {}, {out});
    return {.body = std::move(out).str()};
}

Response comparison(const Question& question) {
    options::Arguments table;
    std::vector<std::int64_t> ids;
    std::string notation;
    table.option(
        "--ids", "IDS",
        [&](const std::string& text) {
            for (const std::int64_t id : options::read_ids("--ids", text)) ids.push_back(id);
        },
        "ids of the games; of one game: the records that are linked with it");
    table.option("--notation", "X", notation, "write all moves in this notation; by default each game in its own");
    take_parameters(table, question.target);
    if (ids.empty()) throw UsageError("the ids of the games are missing", "ids=1,11", "ids");
    if (ids.size() == 1) ids = store::witnesses_of(question.store, ids.front());
    if (ids.empty()) throw UsageError("this game is linked with no other", "name two games: ids=1,11", "ids");
    const notation::Languages& languages = question.site.languages;
    const auto choose_language = [&](const std::string& code) -> const notation::Language& {
        return notation.empty() ? jobs::language_to_show(languages, code)
                                : jobs::language_to_write(languages, notation);
    };
    const answers::Comparison comparison = answers::compare(question.store, ids, choose_language);
    std::ostringstream out;
    answers::List moves(answers::comparison_rows(), Format::json, {out}, answers::comparison_head(comparison));
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) moves.add({i + 1, comparison, comparison.rows[i]});
    moves.finish();
    return {.body = std::move(out).str()};
}

Response source(const Question& question) {
    take_no_parameters(question.target);
    store::GameReader reader(question.store);
    const auto record = reader.read(question.id());
    const auto header = reader.header(question.id());
    if (!record || !header) throw Refused{404, fmt::format("there is no game {}", question.id())};
    std::ostringstream out;
    answers::write_document(answers::faulty_game_text(),
                            {{*header, record->problems}, jobs::kept_text(*record, header->charset)}, Format::json,
                            {out});
    return {.body = std::move(out).str()};
}

}  // namespace cofnod::web::api
