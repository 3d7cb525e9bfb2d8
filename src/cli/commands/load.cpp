#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/program.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/streams.hpp"
#include "cluster/load.hpp"
#include "cluster/schema.hpp"
#include "operations/host.hpp"
#include "search/local_answers.hpp"
#include "store/game_cursor.hpp"

namespace cofnod::cli {

namespace {

struct LoadOptions {
    std::string address;
    std::vector<std::string> databases;
    bool with_text = false;
};

void load_database(const cluster::Address& address, const std::string& path, const LoadOptions& options,
                   const InterruptGuard& guard, Console& console, Streams& io) {
    search::OpenFile file(path);
    const std::int64_t all = store::count_games(file.store, {});
    const operations::Host host = console.host(guard);
    const cluster::LoadSummary summary =
        cluster::load(address, file.store,
                      {.name = std::filesystem::canonical(path).string(),
                       .with_text = options.with_text,
                       .program = fmt::format("cofnod {}", operations::program_version()),
                       .progress = [&](std::int64_t games) {
                           guard.check();
                           host.progress.update_part(phrase("loading"), "games", games, all);
                       }});
    console.clear();
    if (io.quiet) return;
    const std::string games = counted_games(unsigned_count(summary.games));
    const std::string text = summary.loaded == 0 && summary.dropped == 0 ? tr("{}: {}, already loaded", path, games)
                                                                         : tr("{}: {} loaded", path, games);
    io.say(summary.base > 0 ? tr("{}; their ids begin after {}", text, summary.base) : text);
}

int run_load(const LoadOptions& options, Streams& io) {
    if (!cluster::is_address(options.address))
        throw UsageError(tr("{}: not an address of servers", options.address),
                         tr("write clickhouse://HOST/DATABASE before {}", options.address));
    const cluster::Address address = cluster::Address::parse(options.address);
    const InterruptGuard guard;
    Console console(io);
    try {
        for (const std::string& path : options.databases) load_database(address, path, options, guard, console, io);
    } catch (const operations::Cancelled&) {
        console.clear();
        io.say(tr("interrupted; run the same command again to continue"));
        return InterruptGuard::exit_code();
    }
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

void add_load(Program& program) {
    Command& command = program.add(
        {.name = "load",
         .summary = "load databases into a cluster of ClickHouse, which then answers in their place",
         .examples = "# two shards: name a server of each; the tables come from 'cofnod schema clickhouse'\n"
                     "cofnod load clickhouse://one.example,two.example/games games.db\n"
                     "# with comments and variations, so that games can be shown and exported whole\n"
                     "cofnod load clickhouse://localhost/games games.db --with-text\n"
                     "# then ask the servers what one asks the database\n"
                     "cofnod search clickhouse://one.example/games --pieces 'Pd4 nd5'",
         .more = "Run again, it loads what has changed. Interrupted or killed, it leaves nothing that a question would "
                 "count, and does its work when it is run again. The ids of the first database stay; those of each "
                 "further one begin after a multiple of 2^40. Passwords come from COFNOD_PASSWORD, or from ~/.netrc if "
                 "only its owner may read it (COFNOD_NETRC names another file); clickhouses:// speaks TLS, with the "
                 "authorities that the system trusts, or those of COFNOD_CA_FILE."});
    auto options = std::make_shared<LoadOptions>();
    command.argument("ADDRESS", options->address, "clickhouse://[USER@]HOST[:PORT][,HOST...]/DATABASE").required = true;
    options::Option& databases = command.argument(
        "DB", options->databases, "databases created by 'cofnod import' (default: see 'cofnod config')");
    databases.required = databases.is_database = true;
    command.heading("options");
    command.flag("--with-text", options->with_text, "also comments, variations, all tags and problems of every game");
    command.runs(options, run_load);
}

namespace {

struct WorkerOptions {
    std::string program;  ///< print the configuration for this program instead
    bool first_ply = false;
};

int run_worker(const WorkerOptions& options, Streams& io) {
    if (!options.program.empty())
        io.out << cluster::worker_configuration(printable(options.program));  // XML must be UTF-8
    else
        cluster::work(options.first_ply ? cluster::Function::first_ply : cluster::Function::cql, std::cin, io.out);
    return 0;
}

}  // namespace

void add_worker(Program& program) {
    Command& command = program.add(
        {.name = "worker",
         .summary = "answer CQL inside a server of ClickHouse",
         .examples = "# the configuration, for a server's folder of user_defined_executable_functions_config\n"
                     "cofnod worker --configuration /usr/bin/cofnod > cofnod_function.xml",
         .more = "The server starts it for its function cofnod_cql(script, moves, start, result), which returns the "
                 "plies at which a game matches, and with --first-ply for cofnod_first_ply(script, moves, start), the "
                 "first of them or -1: it reads rows from standard input and writes their answers, as RowBinary. With "
                 "it 'cofnod cql' and searches for part of a position fetch only the games that match."});
    auto options = std::make_shared<WorkerOptions>();
    command.flag("--first-ply", options->first_ply, "answer cofnod_first_ply");
    command.heading("output");
    command.option("--configuration", "FILE", options->program, "print the configuration for this program on a server");
    command.runs(options, run_worker);
}

}  // namespace cofnod::cli
