#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "answers/headers.hpp"
#include "answers/novelty.hpp"
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

namespace cofnod::cli {

namespace {

struct NoveltyOptions {
    std::string database;
    std::int64_t id = 0;
    std::optional<store::PartialDate> before;
    jobs::QueryOptions query;  ///< its filter selects the earlier games
    std::string notation = "en";
    std::string section;
    OutputFormat format = OutputFormat::automatic;
    std::optional<std::int64_t> limit;
};

using answers::KnownPly;
using answers::Novelty;

class NoveltyPage {
public:
    NoveltyPage(const Novelty& novelty, Streams& io) : novelty_(novelty), io_(io) {}

    void print() {
        print_title();
        print_plies();
        if (novelty_.first_new) {
            print_moves();
            print_returns();
        }
        print_games();
    }

private:
    [[nodiscard]] std::string name(const std::string& player) const {
        return shown(player.empty() ? "?" : player, io_.out_terminal);
    }

    void print_title() {
        const store::GameHeader& game = novelty_.header;
        io_.out << styled(fmt::format("{} – {}", name(game.white), name(game.black)), Style::bold, io_.out_terminal)
                << "  " << to_text(game.result) << "  " << answers::date_text(game) << '\n';
        if (!novelty_.first_new) {
            io_.out << say("every position of the game was known before {}", novelty_.date.to_text()) << "\n\n";
            return;
        }
        const KnownPly& first = novelty_.plies[*novelty_.first_new];
        const std::string move = styled(first.numbered, Style::good, io_.out_terminal);
        const std::size_t left = answers::last_known(novelty_);
        io_.out << (left == *novelty_.first_new    ? say("new: {}", move)
                    : left < novelty_.plies.size() ? say("new: {}; after known positions again, new for good: {}", move,
                                                         novelty_.plies[left].numbered)
                                                   : say("new: {}; its last position is known again", move))
                << "\n\n";
    }

    void print_plies() {
        const std::size_t count = novelty_.first_new ? *novelty_.first_new + 1 : novelty_.plies.size();
        const std::vector<KnownPly> plies(novelty_.plies.begin(),
                                          novelty_.plies.begin() + static_cast<std::ptrdiff_t>(count));
        print_rows(answers::novelty_plies(), plies, count, io_);
    }

    void print_moves() {
        if (novelty_.moves.empty()) return;
        io_.out << '\n' << say("played there before") << '\n';
        print_rows(answers::novelty_moves(), novelty_.moves, novelty_.moves.size(), io_);
    }

    /// Prints later positions that were known again, by transposition.
    void print_returns() {
        std::vector<KnownPly> again;
        for (std::size_t i = *novelty_.first_new; i < novelty_.plies.size(); ++i)
            if (novelty_.plies[i].earlier.games > 0) again.push_back(novelty_.plies[i]);
        if (again.empty()) return;
        constexpr std::size_t most = 10;
        io_.out << '\n' << say("known again, by transposition") << '\n';
        print_rows(answers::novelty_plies(), again, most, io_);
    }

    void print_games() {
        if (novelty_.games.empty()) return;
        io_.out << '\n'
                << (novelty_.first_new ? say("the last games up to there")
                                       : say("the last games with its last position"))
                << '\n';
        print_rows(answers::novelty_games(), novelty_.games, novelty_.games.size(), io_);
    }

    const Novelty& novelty_;
    Streams& io_;
};

void print_known(const Novelty& novelty, Streams& io) {
    const std::string games =
        say("{} before {}", counted_games(unsigned_count(novelty.earlier)), novelty.date.to_text());
    io.err << (novelty.undecided > 0 ? say("{}; {}", games,
                                           counted(unsigned_count(novelty.undecided),
                                                   "{} of the same or an unknown date does not count as earlier",
                                                   "{} of the same or an unknown date do not count as earlier"))
                                     : games)
           << '\n';
}

int run_novelty(const NoveltyOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    const notation::Languages languages = jobs::known_languages(options.query.notation_files);
    const Novelty novelty = answers::novelty(store,
                                             {.game = options.id,
                                              .date = options.before,
                                              .filter = jobs::header_filter(options.query, languages),
                                              .games = static_cast<std::size_t>(options.limit.value_or(3))},
                                             jobs::language_to_write(languages, options.notation));
    if (is_for_programs(options.format))
        answers::write_report(answers::report_of(novelty), answer_format(options.format), options.section, io.data());
    else
        NoveltyPage(novelty, io).print();
    if (!io.quiet) print_known(novelty, io);
    return static_cast<int>(novelty.first_new ? ExitCode::ok : ExitCode::nothing_found);
}

store::PartialDate read_before(const std::string& text) {
    const auto date = store::PartialDate::parse(text);
    if (date && date->year() > 0) return *date;
    throw UsageError(say("--before: '{}' is not a date", text), say("write 1950, 1950.06 or 1950-06-01"));
}

}  // namespace

void add_novelty(Program& program) {
    Command& command = program.add(
        {.name = "novelty",
         .summary = "show where a game leaves what was known before its date",
         .examples = "cofnod novelty games.db 17\n"
                     "# known is what masters had played\n"
                     "cofnod novelty games.db 17 --min-elo 2400\n"
                     "# a game without a date; moves in Welsh\n"
                     "cofnod novelty games.db 16 --before 1950 --notation cy\n"
                     "# for other programs\n"
                     "cofnod novelty games.db 17 --json",
         .more =
             "A position is known if an earlier game had it, by any order of moves. Games of the same or an unknown "
             "date, and other records of the game, do not count as earlier. Filters restrict the earlier games. "
             "Exit code 1: every position was known."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<NoveltyOptions>();
    add_database(command, options->database);
    command
        .argument(
            "ID", [options](std::int64_t id) { options->id = id; }, "game id, as listed by 'cofnod search'")
        .required = true;
    command.heading("earlier games");
    command
        .option(
            "--before", "DATE", [options](const std::string& text) { options->before = read_before(text); },
            "what was known before DATE (default: the date of the game)")
        .such_as("1950");
    add_filter(command, options->query.filter);
    command.heading("output");
    add_section(command, options->section, answers::novelty_sections());
    add_limit(command, options->limit, "maximum number of earlier games listed (default: 3)");
    add_notation(command, options->notation);
    add_notation_files(command, options->query.notation_files);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_novelty);
}

}  // namespace cofnod::cli
