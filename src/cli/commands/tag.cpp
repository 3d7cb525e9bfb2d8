#include <memory>
#include <ostream>
#include <string>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "operations/options/query.hpp"
#include "store/works.hpp"

namespace cofnod::cli {

namespace {

struct TagOptions {
    std::string database;
    std::string action;  ///< "add", "remove" or "list"; empty: "list"
    std::string name;
    Words ids;
};

int list(const TagOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    const auto all = store::collections(store);
    Table table({{phrase("collection"), Table::left, Table::flexible}, {phrase("games"), Table::right}});
    for (const auto& [name, games] : all) table.add({name, grouped(unsigned_count(games))});
    if (!all.empty()) table.print(io.out, io.out_terminal, 0);
    if (all.empty() && !io.quiet) io.err << tr("no collections") << '\n';
    return static_cast<int>(all.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

/// Adds games to a collection, or removes them from it.
int run_tag(const TagOptions& options, Streams& io) {
    if (options.action.empty() || (options.action == "list" && options.name.empty())) return list(options, io);
    const bool adds = options.action == "add";
    if (!adds && options.action != "remove")
        throw UsageError(tr("'{}' is not one of add, remove, list", options.action),
                         tr("write cofnod tag games.db add prep 5 7"));
    if (options.name.empty() || options.ids.empty())
        throw UsageError(tr("a collection and the ids of its games are missing"),
                         tr("write cofnod tag games.db add prep 5 7"));
    store::HeaderFilter games;
    for (const std::string& ids : options.ids)
        for (store::HeaderTerm& term : options::read_id_list("ID", ids)) {
            term.field = store::HeaderField::ids;
            games.terms.push_back(std::move(term));
        }
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    const std::int64_t changed = adds ? store::add_to_collection(store, options.name, games)
                                      : store::remove_from_collection(store, options.name, games);
    if (!io.quiet) {
        const std::string count = counted_games(unsigned_count(changed)), name = shown(options.name, io.err_terminal);
        io.err << (adds ? tr("{} added to {}", count, name) : tr("{} removed from {}", count, name)) << '\n';
    }
    return static_cast<int>(changed > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace

void add_tag(Program& program) {
    Command& command = program.add(
        {.name = "tag",
         .summary = "put games into named collections",
         .examples = "cofnod tag games.db add prep 5 7\n"
                     "cofnod search games.db --collection prep\n"
                     "# by a search\n"
                     "cofnod search games.db --player morphy --nl | jq .id | cofnod tag games.db add morphy -\n"
                     "cofnod tag games.db remove prep 7\n"
                     "cofnod tag games.db list",
         .more = "A collection is made by its first game and goes with its last; the games stay."});
    auto options = std::make_shared<TagOptions>();
    add_database(command, options->database);
    command.argument("ACTION", options->action, "add, remove or list (default: list)");
    command.argument("NAME", options->name, "the collection");
    command.argument("ID", options->ids, "games: 7, 3-9, 1,5,9-12, @FILE or - for standard input").repeats = true;
    command.runs(options, run_tag);
}

}  // namespace cofnod::cli
