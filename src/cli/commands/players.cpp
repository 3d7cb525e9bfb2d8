#include <fmt/format.h>

#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "answers/players.hpp"
#include "base/error.hpp"
#include "cli/options/output.hpp"
#include "cli/output_format.hpp"
#include "cli/program.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "store/aliases.hpp"

namespace cofnod::cli {

namespace {

struct PlayersOptions {
    std::string database;
    std::string find;                ///< part of a name
    std::vector<std::string> alias;  ///< a spelling and the main spelling to assign
    std::string forget;              ///< a spelling whose alias is to be removed
    OutputFormat format = OutputFormat::automatic;
};

int list(const PlayersOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    const std::vector<answers::Player> players = answers::players(store, options.find);
    answers::write_all(answers::player_list(), players, answer_format(options.format), io.data());
    if (players.empty() && !io.quiet) io.err << "no players found\n";
    return static_cast<int>(players.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

int change(const PlayersOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    if (!options.forget.empty() && !store::remove_alias(store, options.forget)) {
        io.err << fmt::format("“{}” is not an alias\n", printable(options.forget));
        return static_cast<int>(ExitCode::nothing_found);
    }
    if (!options.alias.empty()) store::add_alias(store, options.alias[0], options.alias[1]);
    if (io.quiet) return 0;
    if (!options.forget.empty()) io.err << fmt::format("“{}” is no longer an alias\n", printable(options.forget));
    if (!options.alias.empty())
        io.err << fmt::format(
            "“{}” is now an alias of “{}”. Searching for either finds both; the games keep their spelling.\n",
            printable(options.alias[0]), printable(options.alias[1]));
    return 0;
}

/// Lists players and their spellings, or changes which spellings denote one player.
int run_players(const PlayersOptions& options, Streams& io) {
    return options.alias.empty() && options.forget.empty() ? list(options, io) : change(options, io);
}

}  // namespace

void add_players(Program& program) {
    Command& command = program.add(
        {.name = "players",
         .summary = "list players, or link the spellings of one player",
         .examples = "# most games first\n"
                     "cofnod players games.db | head\n"
                     "# accents, harakat and capitals do not matter\n"
                     "cofnod players games.db --find morphy\n"
                     "# for other programs\n"
                     "cofnod players games.db --csv",
         .more =
             "cofnod players games.db --alias 'Tal, M.' 'Tal, Mikhail': a search for either then finds the games of "
             "both. The games keep the spelling of their source; --forget undoes it."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<PlayersOptions>();
    add_database(command, options->database);
    command.heading("players");
    command.option("--find", "TEXT", options->find, "part of a name").such_as("morphy");
    command.option("--alias", "NAME NAME", 2, options->alias, "a spelling, and the name that it stands for");
    command.option("--forget", "NAME", options->forget, "a spelling that is no longer an alias").such_as("'Tal, M.'");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_players);
}

}  // namespace cofnod::cli
