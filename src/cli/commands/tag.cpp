#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/saved_question.hpp"
#include "store/works.hpp"

namespace cofnod::cli {

namespace {

struct TagOptions {
    std::string database;
    std::string action;  ///< "add", "remove", "save" or "list"; empty: "list"
    std::string name;
    Words ids;
    std::optional<std::string> question;
};

int list(const TagOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    const auto all = store::collections(store);
    std::vector<Table::Column> columns{{phrase("collection"), Table::left, Table::flexible},
                                       {phrase("games"), Table::right}};
    if (std::ranges::any_of(all, [](const store::Collection& each) { return each.question.has_value(); }))
        columns.push_back({phrase("question"), Table::left, Table::flexible});
    Table table(std::move(columns));
    for (const auto& [name, games, question] : all)
        if (question)
            table.add({name, "", *question});
        else
            table.add({name, grouped(unsigned_count(games))});
    if (!all.empty()) table.print(io.out, io.out_terminal, 0);
    if (all.empty()) io.remark(tr("no collections"));
    return static_cast<int>(all.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

/// Keeps a question as a collection.
int save(const TagOptions& options, Streams& io) {
    if (options.name.empty() || !options.question || !options.ids.empty())
        throw UsageError(tr("save needs a collection and the question that it is to hold"),
                         tr("write {}", "cofnod tag games.db save losses --query '--player morphy --result 0-1'"));
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    operations::check_question(store, *options.question, operations::known_languages({}), notes_to(io));
    if (!store::save_question(store, options.name, *options.question))
        throw UsageError(tr("collection '{}' holds games, not a question", options.name),
                         tr("choose another name, or remove its games first"));
    io.remark(tr("question saved as {}", shown(options.name, io.err_terminal)));
    return static_cast<int>(ExitCode::ok);
}

/// Puts games into a collection, or removes them or its question.
int change(const TagOptions& options, Streams& io) {
    const bool adds = options.action == "add";
    const auto require = [](bool is_given) {
        if (!is_given)
            throw UsageError(tr("a collection and the ids of its games are missing"),
                             tr("write cofnod tag games.db add prep 5 7"));
    };
    require(!options.name.empty() && (!adds || !options.ids.empty()));
    store::HeaderFilter games;
    for (const std::string& ids : options.ids)
        for (store::HeaderTerm& term : options::read_id_list("ID", ids)) {
            term.field = store::HeaderField::ids;
            games.terms.push_back(std::move(term));
        }
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    if (store::question_of(store, options.name)) {
        if (!adds && options.ids.empty()) {
            store::remove_question(store, options.name);
            io.remark(tr("question {} removed", shown(options.name, io.err_terminal)));
            return static_cast<int>(ExitCode::ok);
        }
        throw UsageError(tr("collection '{}' holds a question, not games", options.name),
                         tr("choose another name; the question is removed without ids: cofnod tag {} remove {}",
                            options.database, options.name));
    }
    require(!options.ids.empty());
    const std::int64_t changed = adds ? store::add_to_collection(store, options.name, games)
                                      : store::remove_from_collection(store, options.name, games);
    if (!io.quiet) {
        const std::string count = counted_games(unsigned_count(changed)), name = shown(options.name, io.err_terminal);
        io.say(adds ? tr("{} added to {}", count, name) : tr("{} removed from {}", count, name));
    }
    return static_cast<int>(changed > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

int run_tag(const TagOptions& options, Streams& io) {
    const std::string& action = options.action;
    if (options.question && action != "save") throw UsageError(tr("--query is for save"), tr("remove --query"));
    if (action.empty() || (action == "list" && options.name.empty())) return list(options, io);
    if (action == "save") return save(options, io);
    if (action == "add" || action == "remove") return change(options, io);
    if (action == "list")
        throw UsageError(tr("list takes no name"),
                         tr("its games: cofnod search games.db --collection {}", options.name));
    throw UsageError(tr("'{}' is not one of add, remove, save, list", action),
                     tr("write cofnod tag games.db add prep 5 7"));
}

}  // namespace

void add_tag(Program& program) {
    Command& command = program.add(
        {.name = "tag",
         .summary = "put games into named collections, or keep a search under a name",
         .examples = "cofnod tag games.db add prep 5 7\n"
                     "cofnod search games.db --collection prep\n"
                     "# by a search\n"
                     "cofnod search games.db --player morphy --nl | jq .id | cofnod tag games.db add morphy -\n"
                     "cofnod tag games.db remove prep 7\n"
                     "cofnod tag games.db list\n"
                     "# a question in place of games: asked again whenever the collection is named\n"
                     "cofnod tag games.db save lost --query '--player morphy --result 0-1'\n"
                     "cofnod search games.db --collection lost --since 1858\n"
                     "cofnod tag games.db remove lost",
         .more = "A collection is made by its first game and goes with its last; the games stay. One that holds a "
                 "question means the games that the question finds, and in a search the positions too, unless several "
                 "collections are asked for. It holds until it is removed, and a later save replaces it."});
    auto options = std::make_shared<TagOptions>();
    add_database(command, options->database);
    command.argument("ACTION", options->action, "add, remove, save or list (default: list)");
    command.argument("NAME", options->name, "the collection");
    command.argument("ID", options->ids, "games: 7, 3-9, 1,5,9-12, @FILE or - for standard input").repeats = true;
    command
        .option("--query", "WORDS", options->question,
                "the question to save: conditions of 'cofnod search' on players, events, positions and moves, in one "
                "text; quotes in it are as in a shell")
        .such_as("'--player morphy --result 0-1'");
    command.runs(options, run_tag);
}

}  // namespace cofnod::cli
