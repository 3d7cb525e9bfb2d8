#include "cli/players.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>

#include "answers/csv.hpp"
#include "answers/json.hpp"
#include "base/error.hpp"
#include "cli/report.hpp"
#include "store/aliases.hpp"
#include "store/collation.hpp"

namespace cofnod::cli {

namespace {

using answers::CsvWriter;
using answers::JsonWriter;

using store::Spelling;

/// A player: the spelling known, then the others, and the games of all.
struct Player {
    std::vector<Spelling> spellings;
    std::int64_t games = 0;
};

/// Most games first, then in the order of the reader's language.
std::vector<Player> grouped_by_person(std::vector<Spelling> spellings) {
    const store::Collation collation = store::Collation::of_environment();
    std::map<std::int64_t, Player> people;
    for (Spelling& spelling : spellings) {
        Player& player = people[spelling.person];
        player.games += spelling.games;
        player.spellings.push_back(std::move(spelling));
    }
    std::vector<std::pair<std::string, Player>> keyed;
    for (auto& [person, player] : people) {
        std::ranges::sort(player.spellings, {},
                          [&](const Spelling& s) { return std::pair(!s.known_as.empty(), collation.key(s.name)); });
        std::string key = collation.key(player.spellings.front().name);
        keyed.emplace_back(std::move(key), std::move(player));
    }
    std::ranges::sort(keyed, {},
                      [](const auto& entry) { return std::pair(-entry.second.games, std::string_view(entry.first)); });
    std::vector<Player> result;
    for (auto& [key, player] : keyed) result.push_back(std::move(player));
    return result;
}

std::uint64_t natural(std::int64_t number) { return static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0)); }

void print_table(const std::vector<Player>& players, Streams& io) {
    Table table({{"games", Table::right}, {"player", Table::left, Table::flexible}});
    for (const Player& player : players) {
        table.add({grouped(natural(player.games)), player.spellings.front().name});
        for (std::size_t i = 1; i < player.spellings.size(); ++i)
            table.add({"", fmt::format("  = {} ({})", player.spellings[i].name,
                                       grouped(natural(player.spellings[i].games)))});
    }
    if (!table.empty()) table.print(io.out, io.out_terminal);
}

void print_csv(const std::vector<Player>& players, CsvWriter::Separator separator, Streams& io) {
    CsvWriter csv(io.out, separator);
    csv.row({"name", "known_as", "games"});
    for (const Player& player : players)
        for (const Spelling& spelling : player.spellings)
            csv.row({spelling.name, spelling.known_as, std::to_string(spelling.games)});
}

void print_json(const std::vector<Player>& players, Streams& io) {
    JsonWriter json(io.out, JsonWriter::indented);
    json.begin_document().key("players").begin_array();
    for (const Player& player : players) {
        json.begin_object().member("name", player.spellings.front().name).member("games", player.games);
        json.key("spellings").begin_array();
        for (const Spelling& spelling : player.spellings)
            json.begin_object().member("name", spelling.name).member("games", spelling.games).end_object();
        json.end_array().end_object();
    }
    json.end_array().end_object();
}

int list(const PlayersOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    const std::vector<Player> players = grouped_by_person(store::spellings(store, options.find));
    switch (options.format) {
        case OutputFormat::json: print_json(players, io); break;
        case OutputFormat::csv: print_csv(players, CsvWriter::comma, io); break;
        case OutputFormat::tsv: print_csv(players, CsvWriter::tab, io); break;
        default: print_table(players, io);
    }
    if (players.empty() && !io.quiet) io.err << "no player found\n";
    return static_cast<int>(players.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

int change(const PlayersOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    if (!options.forget.empty() && !store::remove_alias(store, options.forget)) {
        io.err << fmt::format("“{}” was no alias\n", printable(options.forget));
        return static_cast<int>(ExitCode::nothing_found);
    }
    if (!options.alias.empty()) store::add_alias(store, options.alias[0], options.alias[1]);
    if (io.quiet) return 0;
    if (!options.forget.empty()) io.err << fmt::format("“{}” stands for itself again\n", printable(options.forget));
    if (!options.alias.empty())
        io.err << fmt::format("“{}” is “{}”; both stay as they are spelt, and a search for one finds both\n",
                              printable(options.alias[0]), printable(options.alias[1]));
    return 0;
}

}  // namespace

int run_players(const PlayersOptions& options, Streams& io) {
    return options.alias.empty() && options.forget.empty() ? list(options, io) : change(options, io);
}

}  // namespace cofnod::cli
