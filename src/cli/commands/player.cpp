#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "answers/headers.hpp"
#include "answers/player_report.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/options/section.hpp"
#include "cli/program.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/query.hpp"
#include "notation/language.hpp"
#include "options/query.hpp"
#include "store/transaction.hpp"
#include "terminal/output_format.hpp"
#include "terminal/streams.hpp"
#include "terminal/views/player_view.hpp"

namespace cofnod::cli {

namespace {

struct PlayerOptions {
    std::string database, name;
    bool together = false;  ///< all players of the name are one
    jobs::QueryOptions query;
    std::string notation;  ///< empty: that which the program speaks, or English for programs
    std::string section;
    OutputFormat format = OutputFormat::automatic;
    std::optional<std::int64_t> limit;  ///< of openings and opponents
};

using answers::PlayerReport;

/// Throws the error for a name that several players have.
[[noreturn]] void throw_ambiguous(const std::string& name, const std::vector<answers::Person>& persons) {
    constexpr std::size_t most = 6;
    std::string list;
    for (std::size_t i = 0; i < std::min(persons.size(), most); ++i)
        list += fmt::format("{}“{}” ({})", i > 0 ? ", " : "", printable(persons[i].spellings.front().name),
                            grouped(unsigned_count(persons[i].games)));
    if (persons.size() > most) list = say("{} and {} more", list, persons.size() - most);
    throw UsageError(
        say("'{}' may be {} players: {}", printable(name), persons.size(), list),
        say("write more of the name; link the spellings of one player with 'cofnod players --alias'; or take all of "
            "them as one with --together"));
}

int run_player(const PlayerOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    const notation::Languages languages = jobs::known_languages(options.query.notation_files);
    const auto persons = answers::persons_named(store, options.name);
    if (persons.empty()) {
        if (!io.quiet) io.err << say("no player's name contains “{}”", printable(options.name)) << '\n';
        return static_cast<int>(ExitCode::nothing_found);
    }
    if (persons.size() > 1 && !options.together) throw_ambiguous(options.name, persons);
    const std::string names_in = names_language(options.notation, options.format);
    const PlayerReport player = answers::player_report(
        store, {.persons = persons,
                .filter = jobs::header_filter(options.query, languages),
                .language = names_in.empty() ? jobs::language_to_write(languages, options.notation).code() : names_in});
    if (is_for_programs(options.format))
        answers::write_report(answers::report_of(player, options.limit), answer_format(options.format), options.section,
                              io.data());
    else if (player.all.score.games > 0)
        print_player(player, options.section, static_cast<std::size_t>(options.limit.value_or(10)), io);
    if (player.all.score.games > 0) return 0;
    if (!io.quiet) io.err << say("no games of “{}” found", printable(player.names.front())) << '\n';
    return static_cast<int>(ExitCode::nothing_found);
}

}  // namespace

void add_player(Program& program) {
    Command& command =
        program.add({.name = "player",
                     .summary = "report on a player: score by colour, year, opening and opponent, and the Elo curve",
                     .examples = "cofnod player games.db morphy\n"
                                 "# in some years only\n"
                                 "cofnod player games.db morphy --since 1857 --until 1858\n"
                                 "# openings alone, with their Welsh names\n"
                                 "cofnod player games.db morphy --section openings --notation cy\n"
                                 "# for other programs\n"
                                 "cofnod player games.db morphy --json",
                     .more = "Spellings that 'cofnod players --alias' has linked are one player."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<PlayerOptions>();
    add_database(command, options->database);
    command.argument("NAME", options->name, "the player's name, or a part of it").required = true;
    command.heading("players");
    command.flag("--together", options->together, "take all players with this name as one");
    add_game(command, options->query);
    add_filter(command, options->query.filter);
    command.heading("output");
    add_section(command, options->section, answers::player_sections());
    add_limit(command, options->limit, "maximum number of openings and opponents (default in tables: 10)");
    add_notation(command, options->notation, "notation whose language the names of openings are written in");
    add_notation_files(command, options->query.notation_files);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_player);
}

}  // namespace cofnod::cli
