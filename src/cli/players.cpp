#include "cli/players.hpp"

#include <fmt/format.h>

#include <ostream>

#include "answers/players.hpp"
#include "base/error.hpp"
#include "cli/report.hpp"
#include "store/aliases.hpp"

namespace cofnod::cli {

namespace {

int list(const PlayersOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    const std::vector<answers::Player> players = answers::players(store, options.find);
    answers::write_all(answers::player_list(), players, answer_format(options.format), io.data());
    if (players.empty() && !io.quiet) io.err << "no player found\n";
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

}  // namespace

int run_players(const PlayersOptions& options, Streams& io) {
    return options.alias.empty() && options.forget.empty() ? list(options, io) : change(options, io);
}

}  // namespace cofnod::cli
