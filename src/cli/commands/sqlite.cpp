#include <fmt/format.h>

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <ostream>
#include <string>
#include <system_error>

#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/program.hpp"
#include "terminal/streams.hpp"

namespace cofnod::cli {

namespace {

struct SqliteOptions {
    bool path = false;
};

/// Finds the extension beside the program, as it is built or installed, without its ending: loaders add that.
std::string extension_path() {
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const std::filesystem::path& place : {folder / "lib", folder / ".." / COFNOD_LIBDIR / "cofnod"}) {
        const std::filesystem::path file = place / "cofnod";
        if (std::filesystem::exists(file.string() + ".so", ignored))
            return std::filesystem::weakly_canonical(file, ignored).string();
    }
    throw InputError(say("the extension of SQLite is not installed"),
                     say("build cofnod with COFNOD_SQLITE_EXTENSION, and install it"));
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
           << say("For statements of strangers, functions that read no database: {0}:sqlite3_cofnodpure_init", path)
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
