#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "answers/headers.hpp"
#include "answers/player_report.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/options/reading.hpp"
#include "cli/options/section.hpp"
#include "cli/program.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/query.hpp"
#include "options/query.hpp"
#include "store/transaction.hpp"
#include "terminal/output_format.hpp"
#include "terminal/report.hpp"
#include "terminal/streams.hpp"
#include "terminal/views/page_table.hpp"
#include "terminal/views/plot.hpp"

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

using answers::PlayerLine;
using answers::PlayerReport;

constexpr std::size_t indent = 2;

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

class PlayerPage {
public:
    PlayerPage(const PlayerReport& player, const PlayerOptions& options, Streams& io)
        : player_(player), options_(options), io_(io), shown_(static_cast<std::size_t>(options.limit.value_or(10))) {}

    void print() {
        print_title();
        if (is_wanted("colours")) {
            std::vector<PlayerLine> colours = player_.colours;
            colours.push_back(player_.all);
            colours.back().colour = phrase("all");
            print_table("", answers::player_colours(), colours, colours.size());
        }
        if (is_wanted("ratings")) print_ratings();
        if (is_wanted("years")) print_table("", answers::player_years(), player_.years, player_.years.size());
        if (is_wanted("openings")) print_openings();
        if (is_wanted("opponents")) print_table("", answers::player_opponents(), player_.opponents, shown_);
    }

private:
    [[nodiscard]] bool is_wanted(std::string_view section) const {
        return options_.section.empty() || options_.section == section;
    }

    void print_title() {
        io_.out << styled(shown(player_.names.front(), io_.out_terminal), Style::bold, io_.out_terminal) << '\n';
        for (std::size_t i = 1; i < player_.names.size(); ++i)
            io_.out << "  = " << shown(player_.names[i], io_.out_terminal) << '\n';
        std::string facts = counted_games(unsigned_count(player_.all.score.games));
        if (player_.first)
            facts = player_.first->year() == player_.all.last->year()
                        ? say("{} of {}", facts, player_.first->year())
                        : say("{}, {} to {}", facts, player_.first->year(), player_.all.last->year());
        if (!player_.ratings.empty()) {
            const auto [low, high] = std::ranges::minmax(player_.ratings, {}, &answers::Rating::elo);
            facts = low.elo == high.elo ? say("{}, Elo {}", facts, low.elo)
                                        : say("{}, Elo {} to {}", facts, low.elo, high.elo);
        }
        io_.out << "  " << facts << '\n';
    }

    void print_ratings() {
        std::vector<PlotPoint> points;
        for (const answers::Rating& rating : player_.ratings) {
            const double month = rating.date.month() > 0 ? rating.date.month() - 1 : 6;
            points.emplace_back(rating.date.year() + month / 12, static_cast<double>(rating.elo));
        }
        if (points.size() < 3) return;
        io_.out << '\n';
        print_plot(io_.out, points, io_.out_terminal);
    }

    void print_openings() {
        for (const std::string colour : {"white", "black"}) {
            std::vector<PlayerLine> lines;
            for (const PlayerLine& line : player_.openings)
                if (line.colour == colour) lines.push_back(line);
            print_table(colour == "white" ? say("with White") : say("with Black"), answers::player_openings(), lines,
                        shown_);
        }
    }

    /// Prints the first `most` rows.
    void print_table(const std::string& title, const answers::Answer<PlayerLine>& answer,
                     const std::vector<PlayerLine>& lines, std::size_t most) {
        if (lines.empty()) return;
        io_.out << '\n';
        if (!title.empty()) io_.out << styled(title, Style::bold, io_.out_terminal) << '\n';
        print_rows(answer, lines, most, io_, indent);
    }

    const PlayerReport& player_;
    const PlayerOptions& options_;
    Streams& io_;
    std::size_t shown_;
};

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
        PlayerPage(player, options, io).print();
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
