#include <algorithm>
#include <vector>

#include "notation/language.hpp"
#include "operations/corrections.hpp"
#include "operations/dedupe.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/reading.hpp"
#include "reports/game_details.hpp"
#include "reports/games.hpp"
#include "reports/value.hpp"
#include "search/local_answers.hpp"
#include "web/api/api.hpp"

/// Corrections, using the same operations as `correct`, `set`, `delete`, `undo` and `corrections`; and links of
/// duplicates.
namespace cofnod::web::api {

namespace {

/// Parameters common to all changes of a game.
struct Change {
    operations::CorrectionOptions job;

    void declare(options::Arguments& table) {
        table.flag("--dry-run", job.dry_run, "answer what would be stored, store nothing");
        table.option("--by", "NAME", job.made_by, "who makes the correction; by default the account of the server")
            .such_as("'Nia Rees'");
        table.number("--after", "N", job.after,
                     "id of the last correction of the game that was shown, 0 if there was none: refused with 409 if "
                     "there is another by now");
    }
    [[nodiscard]] operations::CorrectionOptions options_for(const Question& question) const {
        operations::CorrectionOptions options = job;
        options.database = question.site.database;
        if (options.made_by.empty()) options.made_by = question.site.made_by;
        return options;
    }
};

/// Returns the answer with the correction and the resulting game.
Response answer_with(const Question& question, const operations::CorrectedGame& game) {
    const notation::Languages& languages = question.site.languages;
    const store::GameHeader header = operations::header_in_place_of(game.header, game.now);
    const notation::Language& language = operations::language_to_show(languages, game.now.notation.code);
    search::LocalAnswers games(question.store());
    return document(reports::corrected_game(),
                    {.correction = game.correction,
                     .game = reports::game_details(games, header, game.now, language, language.code()),
                     .source = {header, game.now, operations::trace(header, game.now, languages)}});
}

struct Correct {
    Change change;
    operations::Passage passage;
    operations::ReadingOptions reading;

    void declare(options::Arguments& table) {
        table.option("--was", "TEXT", passage.was, "the passage as it stands").such_as("Mf3").required = true;
        options::Option& now = table.option("--now", "TEXT", passage.now, "what takes its place").such_as("Me4");
        now.required = now.may_be_empty = true;
        table.number("--nth", "N", passage.nth, "the Nth of several such passages");
        table.number("--at", "N", passage.at, "or its first byte in the text, from 0");
        table.exclude({"--nth", "--at"});
        table.option("--from-notation", "X", reading.from_notation, "notation of the moves; by default detected");
        change.declare(table);
    }
    Response answer(const Question& question) const {
        return answer_with(question, operations::correct_text(change.options_for(question), question.id(), passage,
                                                              operations::ReadingSetup(reading)));
    }
    static reports::Shapes shape() { return reports::document_shape(reports::corrected_game()); }
};

struct Set {
    Change change;
    options::Words tags;

    void declare(options::Arguments& table) {
        table.option("--tags", "NAME=VALUE", tags, "tags and their values; no value removes a tag")
            .such_as("Date=1931.08.05")
            .required = true;
        change.declare(table);
    }
    Response answer(const Question& question) const {
        std::vector<operations::TagValue> values;
        for (const std::string& text : tags) values.push_back(operations::read_tag_value(text));
        return answer_with(question, operations::correct_tags(change.options_for(question), question.id(), values));
    }
    static reports::Shapes shape() { return reports::document_shape(reports::corrected_game()); }
};

struct Delete {
    Change change;

    void declare(options::Arguments& table) { change.declare(table); }
    Response answer(const Question& question) const {
        const auto deleted =
            operations::delete_games(change.options_for(question), {.ids = {question.id()}, .query = {}});
        return list(reports::header_list(), deleted);
    }
    static reports::Shapes shape() { return reports::document_shape(reports::header_list()); }
};

Response answer_with(const std::vector<store::Correction>& corrections) {
    return list(reports::correction_list(), corrections);
}

struct Undo {
    Change change;

    void declare(options::Arguments& table) { change.declare(table); }
    Response answer(const Question& question) const {
        return answer_with(operations::undo_corrections(change.options_for(question), {question.id()}));
    }
    static reports::Shapes shape() { return reports::document_shape(reports::correction_list()); }
};

/// Ids of the records of one game, the fullest first.
struct Records {
    std::vector<std::int64_t> ids;
};

reports::Answer<Records> record_table() {
    return {.list = {},
            .fields = {{"records", reports::Type::list, [](const Records& all) { return reports::list_of(all.ids); }}}};
}

Response answer_with(const std::vector<std::int64_t>& records) { return document(record_table(), {records}); }

struct Link {
    std::vector<std::int64_t> games;

    void declare(options::Arguments& table) {
        add_ids(table, "--with", games, "ids of games that are records of the same game").such_as("5,11");
    }
    Response answer(const Question& question) {
        games.insert(games.begin(), question.id());
        return answer_with(operations::link_games(question.site.database, games));
    }
    static reports::Shapes shape() { return reports::document_shape(record_table()); }
};

struct Part : NoParameters {
    static Response answer(const Question& question) {
        return answer_with(operations::part_game(question.site.database, question.id()));
    }
    static reports::Shapes shape() { return reports::document_shape(record_table()); }
};

struct Corrections {
    std::optional<std::int64_t> game;
    store::Page page;

    void declare(options::Arguments& table) {
        table.number("--game", "ID", game, "of this game only: all of them, unless a limit is given");
        options::add_limit(table, page.limit, "maximum number of corrections");
        table.number(
            "--page-after", "N", {}, [this](std::int64_t id) { page.after = id; },
            "continue after the correction with this id");
    }
    Response answer(const Question& question) const {
        const std::int64_t most = std::min(page.limit.value_or(usual_limit), largest_limit);
        if (game && !page.limit) return answer_with(store::corrections(question.store(), game, page));
        auto found = store::corrections(question.store(), game, {.after = page.after, .limit = most + 1});
        const bool has_more = found.size() > static_cast<std::size_t>(most);
        if (has_more) found.pop_back();
        Response response = answer_with(found);
        if (has_more) question.link_next(response, found.back().id);
        return response;
    }
    static reports::Shapes shape() { return reports::document_shape(reports::correction_list()); }
};

}  // namespace

std::vector<Route> correction_routes() {
    using enum Lanes::Lane;
    return {
        route_of<Corrections>({"api/v1/corrections", "corrections, the oldest first: who, when, what stood there",
                               "/api/v1/corrections"}),
        route_of<Correct>({"api/v1/games/{id}/correct", "replace a passage of the text, and read it again", ""},
                          writing),
        route_of<Set>({"api/v1/games/{id}/set", "set tags", ""}, writing),
        route_of<Delete>({"api/v1/games/{id}/delete", "delete the game; undo brings it back", ""}, writing),
        route_of<Link>({"api/v1/games/{id}/link", "link games as records of one", ""}, writing),
        route_of<Part>({"api/v1/games/{id}/part", "part the game from the records that it is linked with", ""},
                       writing),
        route_of<Undo>({"api/v1/games/{id}/undo", "take the last correction of the game back", ""}, writing),
    };
}

}  // namespace cofnod::web::api
