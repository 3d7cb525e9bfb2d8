#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "notation/language.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "reports/comparison.hpp"
#include "reports/people.hpp"
#include "reports/player_report.hpp"
#include "reports/problems.hpp"
#include "store/works.hpp"
#include "web/api/api.hpp"

namespace cofnod::web::api {

namespace {

using reports::Format;

struct Problems {
    reports::ProblemsAsked asked;
    std::optional<std::int64_t> limit;

    void declare(options::Arguments& table) {
        table.flag("--all", asked.all, "notes too, and complete games that have some");
        table.option("--kind", "NAME", asked.kind, "problems of this kind or group").such_as("illegal_move");
        options::add_filter(table, asked.filter, std::array<std::string_view, 2>{"source", "state"});
        options::add_limit(table, limit, "maximum number of games");
        table.number(
            "--page-after", "ID", {}, [this](std::int64_t id) { asked.page_after = id; },
            "continue after the game with this id");
    }
    Response answer(const Question& question) const {
        if (!asked.kind.empty()) reports::check_problem_kind(asked.kind);
        const std::int64_t most = std::min(limit.value_or(usual_limit), largest_limit);
        std::int64_t listed = 0, last = 0;
        bool has_more = false;
        Response response = written([&](std::ostream& out) {
            reports::List games(reports::faulty_games(), Format::json, {out});
            reports::for_each_faulty_game(question.store(), asked, [&](const reports::FaultyGame& game) {
                has_more = listed == most;
                if (has_more) return false;
                games.add(game);
                ++listed;
                last = game.header.id;
                return true;
            });
            games.finish();
        });
        if (has_more) question.link_next(response, last);
        return response;
    }
    static reports::Shapes shape() { return reports::document_shape(reports::faulty_games()); }
};

struct Players {
    std::string find;
    std::optional<std::int64_t> limit, page_after;

    void declare(options::Arguments& table) {
        table.option("--find", "TEXT", find, "part of a name").such_as("morphy");
        options::add_limit(table, limit, "maximum number of players");
        table.number(
            "--page-after", "ID", {.least = 1}, [this](std::int64_t id) { page_after = id; },
            "continue after this player of the page before");
    }
    Response answer(const Question& question) const {
        std::vector<reports::Player> found = reports::players(question.games().spellings(find));
        if (page_after) found.erase(found.begin(), std::next(player_with(found, *page_after)));
        const auto most = static_cast<std::size_t>(std::min(limit.value_or(usual_limit), largest_limit));
        const bool has_more = found.size() > most;
        if (has_more) found.resize(most);
        Response response = list(reports::player_list(), found);
        if (has_more) question.link_next(response, found.back().spellings.front().person);
        return response;
    }
    static reports::Shapes shape() { return reports::document_shape(reports::player_list()); }

private:
    static std::vector<reports::Player>::iterator player_with(std::vector<reports::Player>& players, std::int64_t id) {
        const auto found = std::find_if(players.begin(), players.end(), [&](const reports::Player& player) {
            return player.spellings.front().person == id;
        });
        if (found == players.end())
            throw Refused{404, tr("the last player of the page before is gone"), tr("begin again")};
        return found;
    }
};

[[noreturn]] void refuse_ambiguous(const std::string& name, const std::vector<reports::Person>& persons) {
    constexpr std::size_t most = 6;
    std::string names;
    for (std::size_t i = 0; i < std::min(persons.size(), most); ++i)
        names += fmt::format("{}“{}”", i > 0 ? ", " : "", persons[i].spellings.front().name);
    throw UsageError(tr("'{}' may be {} players: {}", name, persons.size(), names),
                     tr("write more of the name, or take all of them as one: {}", "together=true"), "name");
}

struct PlayerFigures {
    operations::QueryOptions query;
    std::string name, notation = "en";
    bool together = false;
    std::optional<std::int64_t> limit;

    void declare(options::Arguments& table) {
        table.option("--name", "NAME", name, "the player's name, or a part of it").such_as("morphy").required = true;
        table.flag("--together", together, "take all players with this name as one");
        options::add_game(table, query);
        options::add_filter(table, query.filter);
        options::add_limit(table, limit, "maximum number of openings and opponents");
        table.option("--notation", "X", notation, "notation whose language the names of openings are written in");
    }
    Response answer(const Question& question) const {
        const auto persons = reports::persons_named(question.store(), name);
        if (persons.empty()) throw Refused{404, tr("no player's name contains “{}”", name)};
        if (persons.size() > 1 && !together) refuse_ambiguous(name, persons);
        const notation::Languages& languages = question.site.languages;
        const reports::PlayerReport report = reports::player_report(
            question.store(), {.persons = persons,
                               .filter = operations::header_filter(query, languages, question.games()),
                               .language = operations::language_to_write(languages, notation).code()});
        return written([&](std::ostream& out) {
            reports::write_report(reports::report_of(report, limit), Format::json, {}, {out});
        });
    }
    static reports::Shapes shape() { return reports::player_report_shape(); }
};

struct Compare {
    std::vector<std::int64_t> ids;
    std::string notation;

    void declare(options::Arguments& table) {
        add_ids(table, "--ids", ids, "ids of the games; of one game: the records that are linked with it")
            .such_as("1,11");
        table.option("--notation", "X", notation, "notation of all moves; by default each game has its own");
    }
    Response answer(const Question& question) const {
        const std::vector<std::int64_t> games =
            ids.size() == 1 ? store::witnesses_of(question.store(), ids.front()) : ids;
        if (games.empty())
            throw UsageError(tr("this game is linked with no other"), tr("name two games: {}", "ids=1,11"), "ids");
        const notation::Languages& languages = question.site.languages;
        const reports::Comparison comparison =
            reports::compare(question.store(), games, [&](const std::string& code) -> const notation::Language& {
                return notation.empty() ? operations::language_to_show(languages, code)
                                        : operations::language_to_write(languages, notation);
            });
        return written([&](std::ostream& out) {
            reports::List moves(reports::comparison_rows(), Format::json, {out}, reports::comparison_head(comparison));
            for (std::size_t i = 0; i < comparison.rows.size(); ++i) moves.add({i + 1, comparison, comparison.rows[i]});
            moves.finish();
        });
    }
    static reports::Shapes shape() { return reports::comparison_shape(); }
};

}  // namespace

std::vector<Route> list_routes() {
    return {
        route_of<Problems>(
            {"api/v1/problems", "games that could not be read to their end, and why", "/api/v1/problems"}),
        route_of<Players>(
            {"api/v1/players", "players and their spellings, most games first", "/api/v1/players?limit=2"}),
        route_of<PlayerFigures>(
            {"api/v1/players/figures", "results of a player by colour, year, opening and opponent", ""},
            Lanes::Lane::slow),
        route_of<Compare>({"api/v1/compare", "records of one game, laid side by side", ""}),
    };
}

}  // namespace cofnod::web::api
