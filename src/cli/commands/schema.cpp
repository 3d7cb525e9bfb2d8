#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/embedded.hpp"
#include "cli/program.hpp"
#include "cli/terminal/streams.hpp"
#include "cluster/schema.hpp"
#include "operations/options/arguments.hpp"

namespace cofnod::cli {

namespace {

/// Placeholder in the metadata for the database name, which Datasette derives from the file name.
constexpr std::string_view name_of_database = "\"{database}\"";

struct SchemaOptions {
    std::string program;
    std::string database;
    cluster::SchemaOptions servers;
    bool without_codecs = false;
};

void print_datasette(const std::string& database, std::ostream& out) {
    std::string text(text_of(embedded::cli_files, "schema/datasette.json"));
    std::string name;
    append_quoted(name, std::filesystem::path(database.empty() ? "games.db" : database).stem().string());
    text.replace(text.find(name_of_database), name_of_database.size(), name);
    out << text;
}

bool is_name(const std::string& name) {
    return std::ranges::all_of(name, [](char c) { return is_alphanumeric(c) || c == '_'; });
}

void print_clickhouse(const SchemaOptions& options, std::ostream& out) {
    cluster::SchemaOptions servers = options.servers;
    if (!options.database.empty()) servers.database = options.database;
    servers.has_codecs = !options.without_codecs;
    if (!is_name(servers.database))
        throw UsageError(tr("'{}' is not a name of a database on servers", servers.database),
                         tr("letters, digits and _"));
    if (!is_name(servers.cluster))
        throw UsageError(tr("'{}' is not a name of a cluster on servers", servers.cluster),
                         tr("letters, digits and _"));
    if (servers.is_replicated && servers.cluster.empty())
        throw UsageError(tr("replicas belong to a cluster"), tr("add --cluster NAME"));
    for (const std::string& statement : cluster::schema(servers)) out << statement << ";\n";
}

int run_schema(const SchemaOptions& options, Streams& io) {
    const bool is_datasette = options::read_word("PROGRAM", options.program, {"datasette", "clickhouse"}) == 0;
    if (is_datasette && (!options.servers.cluster.empty() || options.servers.is_replicated || options.without_codecs))
        throw UsageError(tr("--cluster, --replicated and --no-codecs are for clickhouse"), tr("remove them"));
    if (is_datasette)
        print_datasette(options.database, io.out);
    else
        print_clickhouse(options, io.out);
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

void add_schema(Program& program) {
    Command& command = program.add(
        {.name = "schema",
         .summary = "describe a database to other programs: for Datasette, or as tables of ClickHouse",
         .examples = "cofnod schema datasette games.db > metadata.json\n"
                     "datasette games.db --metadata metadata.json --load-extension=$(cofnod sqlite --path)\n"
                     "# the tables on every server of a cluster, for 'cofnod load'\n"
                     "cofnod schema clickhouse games --cluster shards | clickhouse-client --multiquery",
         .more = "For Datasette: the metadata.json with descriptions of tables and columns, and queries for positions, "
                 "pieces, endgames, patterns, players and openings, which use the extension that 'cofnod sqlite' "
                 "prints. For ClickHouse: statements that create the tables of a database on the servers."});
    auto options = std::make_shared<SchemaOptions>();
    options::Option& program_name = command.argument("PROGRAM", options->program, "datasette or clickhouse");
    program_name.required = true;
    program_name.choices = {"datasette", "clickhouse"};
    command.argument("DB", options->database,
                     "the database, for its name alone (default: games.db; on servers: cofnod)");
    command.heading("clickhouse");
    command.option("--cluster", "NAME", options->servers.cluster,
                   "name of the cluster in the servers' configuration (default: a single server)");
    command.flag("--replicated", options->servers.is_replicated,
                 "with replicas of each shard, on all servers at once: needs ClickHouse Keeper");
    command.flag("--no-codecs", options->without_codecs, "for servers older than 20.1");
    command.runs(options, run_schema);
}

namespace {

struct SqliteOptions {
    bool path = false;
};

/// Finds the extension for the program, in the build tree or as installed. Returns the path without its suffix, which
/// loaders add.
std::string extension_path() {
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const std::filesystem::path& place : {folder / "lib", folder / ".." / COFNOD_LIBDIR / "cofnod"}) {
        const std::filesystem::path file = place / "cofnod";
        if (std::filesystem::exists(file.string() + ".so", ignored))
            return std::filesystem::weakly_canonical(file, ignored).string();
    }
    throw InputError(tr("the extension of SQLite is not installed"),
                     tr("build cofnod with COFNOD_SQLITE_EXTENSION, and install it"));
}

int run_sqlite(const SqliteOptions& options, Streams& io) {
    const std::string path = extension_path();
    if (options.path) {
        io.out << path << '\n';
        return static_cast<int>(ExitCode::ok);
    }
    io.out << fmt::format(
                  "sqlite3        .load {0}\n"
                  "Python         connection.enable_load_extension(True)\n"
                  "               connection.load_extension('{0}')\n"
                  "sqlite-utils   sqlite-utils query games.db 'SELECT ...' --load-extension={0}\n"
                  "Datasette      datasette games.db --load-extension={0}\n\n",
                  path)
           << tr("For statements of strangers, functions that read no database: {0}:sqlite3_cofnodpure_init", path)
           << '\n';
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

void add_sqlite(Program& program) {
    Command& command = program.add(
        {.name = "sqlite",
         .summary = "print how to load cofnod into SQLite: searches, trees and moves in SQL",
         .examples = "cofnod sqlite\n"
                     "sqlite3 games.db \".load $(cofnod sqlite --path)\" 'SELECT * FROM cofnod_tree LIMIT 5'",
         .more = "With the extension, programs that speak SQL ask a database what the commands ask: cofnod_search, "
                 "cofnod_tree, cofnod_plies and cofnod_problems are tables, cofnod_fen, cofnod_san and others are "
                 "functions."});
    auto options = std::make_shared<SqliteOptions>();
    command.flag("--path", options->path, "print the path of the extension alone");
    command.runs(options, run_sqlite);
}

}  // namespace cofnod::cli
