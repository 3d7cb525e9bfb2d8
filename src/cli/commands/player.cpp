#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/reports.hpp"
#include "cli/terminal/views/statistics_view.hpp"
#include "notation/language.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/query.hpp"
#include "reports/people.hpp"
#include "reports/player_report.hpp"
#include "search/local_answers.hpp"
#include "store/aliases.hpp"
#include "store/duplicates/person_name.hpp"
#include "store/transaction.hpp"

namespace cofnod::cli {

namespace {

struct PlayerOptions : ReportOptions {
    std::string name;
    bool together = false;  ///< treat all players of that name as one
};

using reports::PlayerReport;

/// Throws the error for a name shared by several players.
[[noreturn]] void throw_ambiguous(const std::string& name, const std::vector<reports::Person>& persons) {
    constexpr std::size_t most = 6;
    std::string list;
    for (std::size_t i = 0; i < std::min(persons.size(), most); ++i)
        list += fmt::format("{}“{}” ({})", i > 0 ? ", " : "", printable(persons[i].spellings.front().name),
                            grouped(unsigned_count(persons[i].games)));
    if (persons.size() > most) list = tr("{} and {} more", list, persons.size() - most);
    throw UsageError(
        tr("'{}' may be {} players: {}", printable(name), persons.size(), list),
        tr("write more of the name; link the spellings of one player with 'cofnod players --alias'; or take all of "
           "them as one with --together"));
}

int run_player(const PlayerOptions& options, Streams& io) {
    search::OpenFile file(options.database);
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    const auto persons = reports::persons_named(file.store, options.name);
    if (persons.empty()) {
        io.remark(tr("no player's name contains “{}”", printable(options.name)));
        return static_cast<int>(ExitCode::nothing_found);
    }
    if (persons.size() > 1 && !options.together) throw_ambiguous(options.name, persons);
    const std::string names_in = names_language(options.notation, options.format);
    search::LocalAnswers games(file.store);
    const PlayerReport player = reports::player_report(
        file.store,
        {.persons = persons,
         .filter = operations::header_filter(options.query, languages, games),
         .language = names_in.empty() ? operations::language_to_write(languages, options.notation).code() : names_in});
    if (is_for_programs(options.format))
        reports::write_report(reports::report_of(player, options.limit), answer_format(options.format), options.section,
                              io.data());
    else if (player.all.score.games > 0)
        print_player(player, options.section, static_cast<std::size_t>(options.limit.value_or(10)), io);
    if (player.all.score.games > 0) return 0;
    io.remark(tr("no games of “{}” found", printable(player.names.front())));
    return static_cast<int>(ExitCode::nothing_found);
}

}  // namespace

void add_player(Program& program) {
    Command& command = program.add_reader(
        {.name = "player",
         .summary = "report on a player: score by colour, year, opening and opponent, and the Elo curve",
         .examples = "cofnod player games.db morphy\n"
                     "# in some years only\n"
                     "cofnod player games.db morphy --since 1857 --until 1858\n"
                     "# openings alone, with their Welsh names\n"
                     "cofnod player games.db morphy --section openings --notation cy\n"
                     "# for other programs\n"
                     "cofnod player games.db morphy --json",
         .more = "Spellings that 'cofnod players --alias' has linked are one player."});
    auto options = std::make_shared<PlayerOptions>();
    add_database(command, options->database);
    command.argument("NAME", options->name, "the player's name, or a part of it").required = true;
    command.heading("players");
    command.flag("--together", options->together, "take all players with this name as one");
    add_game(command, options->query);
    add_filter(command, options->query.filter);
    add_report_output(command, *options, reports::player_sections,
                      "maximum number of openings and opponents (default in tables: 10)",
                      "notation whose language the names of openings are written in");
    command.runs(options, run_player);
}

namespace {

struct PlayersOptions {
    std::string database;
    std::string find;                ///< part of a name
    std::vector<std::string> alias;  ///< a spelling and the main spelling to assign
    std::string forget;              ///< a spelling whose alias is to be removed
    bool suggest = false;            ///< list players who may be the same person
    std::optional<std::int64_t> limit;
    OutputFormat format = OutputFormat::automatic;
};

int list(const PlayersOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    std::optional<std::size_t> most;
    if (options.limit) most = static_cast<std::size_t>(*options.limit);
    const std::vector<reports::Player> players =
        reports::players(store::spellings(store, options.find, search::visit_numbers(store)), most);
    reports::write_all(reports::player_list(), players, answer_format(options.format), io.data());
    if (players.empty()) io.remark(tr("no players found"));
    return static_cast<int>(players.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

int suggest(const PlayersOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    const reports::Format format = answer_format(options.format);
    auto [pairs, names_left_out] = [&] {
        const Speaking words(format == reports::Format::table ? spoken() : nullptr);  // language of the reasons
        return reports::same_players(store, options.find);
    }();
    if (options.limit) pairs.resize(std::min(pairs.size(), static_cast<std::size_t>(*options.limit)));
    if (format != reports::Format::table)
        reports::write_all(reports::same_player_list(), pairs, format, io.data());
    else
        for (const reports::SamePlayer& same : pairs) print_same_player(same, options.database, io);
    if (pairs.empty()) io.remark(tr("no spellings found that are likely one player's"));
    static_assert(duplicates::most_alike == 300, "as the message says");
    if (names_left_out > 0)
        io.remark(counted(names_left_out, "{} name was not compared by a sound that more than 300 share",
                          "{} names were not compared by a sound that more than 300 share"));
    return static_cast<int>(pairs.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

int change(const PlayersOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    store::Transaction transaction(store.connection());
    if (!options.forget.empty() && !store::remove_alias(store, options.forget)) {
        io.say(tr("“{}” is not an alias", printable(options.forget)));
        return static_cast<int>(ExitCode::nothing_found);
    }
    if (!options.alias.empty()) store::add_alias(store, options.alias[0], options.alias[1]);
    transaction.commit();
    if (!options.forget.empty()) io.remark(tr("“{}” is no longer an alias", printable(options.forget)));
    if (!options.alias.empty())
        io.remark(tr("“{}” is now an alias of “{}”. Searching for either finds both; the games keep their spelling.",
                     printable(options.alias[0]), printable(options.alias[1])));
    return 0;
}

/// Lists players and their spellings, or changes which spellings belong to one player.
int run_players(const PlayersOptions& options, Streams& io) {
    const bool changes = !options.alias.empty() || !options.forget.empty();
    if (changes && options.limit) throw UsageError(tr("--limit is for lists of players"), tr("leave out --limit"));
    if (options.suggest && changes)
        throw UsageError(tr("--suggest changes nothing"), tr("leave out --suggest, or --alias and --forget"));
    if (options.suggest) return suggest(options, io);
    return changes ? change(options, io) : list(options, io);
}

}  // namespace

void add_players(Program& program) {
    Command& command = program.add_reader(
        {.name = "players",
         .summary = "list players, or link the spellings of one player",
         .examples = "# most games first\n"
                     "cofnod players games.db | head\n"
                     "# accents, harakat and capitals do not matter\n"
                     "cofnod players games.db --find morphy\n"
                     "# spellings that are likely one player's, with the reasons\n"
                     "cofnod players games.db --suggest\n"
                     "# for other programs\n"
                     "cofnod players games.db --csv",
         .more =
             "cofnod players games.db --alias 'Tal, M.' 'Tal, Mikhail': a search for either then finds the games of "
             "both. The games keep the spelling of their source; --forget undoes it."});
    auto options = std::make_shared<PlayersOptions>();
    add_database(command, options->database);
    command.heading("players");
    command.option("--find", "TEXT", options->find, "part of a name").such_as("morphy");
    command.option("--alias", "NAME NAME", 2, options->alias, "a spelling, and the name that it stands for");
    command.option("--forget", "NAME", options->forget, "a spelling that is no longer an alias").such_as("'Tal, M.'");
    command.flag("--suggest", options->suggest, "pairs of spellings that are likely one player's, best first");
    add_limit(command, options->limit, "maximum number of players, or of pairs");
    add_format(command, options->format);
    command.runs(options, run_players);
}

}  // namespace cofnod::cli
