#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/printable.hpp"
#include "base/problem.hpp"
#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/views/reports.hpp"

namespace cofnod::terminal {

namespace {

std::string state_text(const store::GameHeader& game) {
    if (game.state == GameState::incomplete) return tr("incomplete after {}", counted_plies(game.ply_count));
    return std::string(translated(name_of(game.state)));
}

std::string state_text(const GameRecord& game) {
    const std::string plies = counted_plies(game.ply_count);
    if (game.state == GameState::rejected) return tr("rejected");
    return tr("{}, {}", translated(name_of(game.state)), plies);
}

void print_lines(std::string_view sign, const std::string& lines, Streams& io) {
    for (const std::string_view line : reports::lines_in(lines)) io.err << sign << shown(line, io.err_terminal) << '\n';
}

using reports::Comparison;
using reports::TagRow;
using reports::Witness;
using reports::WitnessMove;

using std::size_t;

class Printer {
public:
    Printer(const Comparison& comparison, bool all, Streams& io)
        : comparison_(comparison), all_(all), io_(io), table_(columns(comparison)) {}

    void print() {
        add_sources();
        add_tags();
        add_moves();
        table_.print(io_.out, io_.out_terminal);
    }

private:
    using Rows = std::vector<duplicates::AlignedRow>;

    static std::vector<Table::Column> columns(const Comparison& comparison) {
        std::vector<Table::Column> list = {{"", Table::left, Table::fixed, Style::dim}};
        for (const Witness& witness : comparison.witnesses)
            list.push_back({tr("game {}", witness.header.id), Table::left, Table::flexible});
        list.push_back({"", Table::left, Table::fixed, Style::warning});
        return list;
    }

    void add(const std::string& title, std::vector<std::string> cells, std::string note) {
        cells.insert(cells.begin(), title);
        cells.push_back(std::move(note));
        table_.add(std::move(cells));
    }

    void add_sources() {
        std::vector<std::string> places, citations;
        bool cited = false;
        for (const Witness& witness : comparison_.witnesses) {
            places.push_back(fmt::format("{}:{}", witness.header.source, witness.header.line));
            citations.push_back(witness.citation);
            cited = cited || !witness.citation.empty();
        }
        add(tr("from"), places, "");
        if (cited) add(tr("cited"), citations, "");
    }

    void add_tags() {
        size_t same = 0;
        for (const TagRow& tag : comparison_.tags) {
            same += tag.is_same();
            if (tag.is_same() && !all_) continue;
            std::vector<std::string> cells;
            for (const auto& value : tag.values) cells.push_back(value.value_or("–"));
            add(tag.name, cells, tag.is_same() ? "" : "≠");
        }
        if (same > 0 && !all_)
            add(tr("tags"), std::vector<std::string>(comparison_.witnesses.size()),
                counted(same, "{} tag alike", "{} tags alike"));
    }

    /// Merges runs of more than two moves on which the same records agree into one row.
    void add_moves() {
        const Rows& rows = comparison_.rows;
        for (auto at = rows.begin(); at != rows.end();) {
            auto end = at + 1;
            if (comparison_.do_agree(*at))
                while (end != rows.end() && comparison_.do_agree(*end) && same_records(*at, *end)) ++end;
            if (end - at > 2 && !all_) {
                add_stretch(*at, *(end - 1), static_cast<size_t>(end - at));
                at = end;
            } else {
                for (; at != end; ++at) add_row(*at, comparison_.is_same(*at) ? "" : "≠");
            }
        }
    }

    static bool same_records(const duplicates::AlignedRow& a, const duplicates::AlignedRow& b) {
        return std::ranges::equal(
            a, b, {}, [](const auto& move) { return move.has_value(); },
            [](const auto& move) { return move.has_value(); });
    }

    /// Adds a row with the move number in the first record that has the move, and the numbers of other records if they
    /// differ.
    void add_row(const duplicates::AlignedRow& row, const std::string& note) {
        std::string number;
        std::vector<std::string> cells;
        for (size_t i = 0; i < row.size(); ++i) {
            const WitnessMove* move = comparison_.move(row, i);
            if (move && number.empty()) number = move->number;
            const bool counts_otherwise = move && move->number != number;
            cells.push_back(!move ? "–" : counts_otherwise ? move->number + ' ' + move->text : move->text);
        }
        add(number, cells, note);
    }

    void add_stretch(const duplicates::AlignedRow& first, const duplicates::AlignedRow& last, size_t count) {
        std::vector<std::string> cells;
        std::string begin, end;  // numbers in the first record that has the moves
        for (size_t i = 0; i < first.size(); ++i) {
            const WitnessMove *from = comparison_.move(first, i), *to = comparison_.move(last, i);
            cells.push_back(from ? fmt::format("{} … {}", from->text, to->text) : "–");
            if (from && begin.empty()) begin = from->number, end = to->number;
        }
        const std::string plies = counted_plies(count);
        add(begin, cells,
            comparison_.is_same(first) ? tr("{} alike, to {}", plies, end) : tr("≠ {}, to {}", plies, end));
    }

    const Comparison& comparison_;
    bool all_;
    Streams& io_;
    Table table_;
};

/// Returns "Hughes, Siân (12 games, 1985–2001, Elo 2100–2250)".
std::string summary(const reports::Career& career, const reports::Terminal& terminal) {
    const auto range = [](std::int64_t first, std::int64_t last) {
        return first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
    };
    std::string text = fmt::format("{} ({}", shown(career.name, terminal), counted_games(unsigned_count(career.games)));
    if (career.first_year) text += ", " + range(*career.first_year, *career.last_year);
    if (career.lowest_elo) text += tr(", Elo ") + range(*career.lowest_elo, *career.highest_elo);
    return text + ')';
}

}  // namespace

void print_faulty_game(const reports::FaultyGame& game, Streams& io) {
    const Terminal& terminal = io.out_terminal;
    const store::GameHeader& header = game.header;
    const auto player = [&](const std::string& name) { return name.empty() ? "?" : shown(name, terminal); };
    io.out << styled(fmt::format("{}: {} – {}", header.id, player(header.white), player(header.black)), Style::bold,
                     terminal)
           << ", " << state_text(header) << '\n';
    for (const Problem& problem : game.problems) print_problem(io.out, terminal, problem, header.source, header.number);
    io.out << '\n';
}

void print_retry(const operations::RetryReport& report, const operations::RetryOptions& options, Streams& io) {
    const std::string further = tr("{} of {} can be read further", report.gains.size(), counted_games(report.tried));
    io.say(options.dry_run ? tr("{}; nothing was written", further) : further);
    if (report.several > 0)
        io.say(tr("{}: 'cofnod rejects {} ID' prints the text to import",
                  counted(report.several, "{} text would be several games now", "{} texts would be several games now"),
                  options.database));
    if (report.without_text > 0) io.err << no_text_left(report.without_text);
    if (report.changed > 0)
        io.say(counted(report.changed, "{} game was changed by another program meanwhile: run the command again",
                       "{} games were changed by another program meanwhile: run the command again"));
}

std::string no_text_left(std::uint64_t games) {
    return tr("the text of {} was not kept (import --no-source)", counted_games(games)) + "\n  " +
           tr("to read it again, import the file into a new database: cofnod import NEW.db FILE") + '\n';
}

void print_correction(const operations::CorrectedGame& game, Streams& io) {
    const store::GameHeader& header = game.header;
    io.say(
        tr("game {}: {} – {}", header.id, shown(header.white, io.err_terminal), shown(header.black, io.err_terminal)));
    const bool is_passage = game.correction.kind == store::CorrectionKind::correct;
    print_lines("- ", is_passage ? game.line_before : game.correction.was, io);
    print_lines("+ ", is_passage ? game.line_now : game.correction.now, io);
    if (game.correction.kind == store::CorrectionKind::set) return;
    const std::string before = state_text(game.before), now = state_text(game.now);
    io.say(before == now ? before : fmt::format("{} -> {}", before, now));
    for (const Problem& problem : game.now.problems)
        if (problem.severity == Severity::fault)
            print_problem(io.err, io.err_terminal, problem, header.source, header.number);
    for (const store::Correction& made : game.not_made_again)
        io.say(tr("not corrected again: '{}' to '{}'", printable(made.was), printable(made.now)));
}

void print_comparison(const Comparison& comparison, bool all, Streams& io) { Printer(comparison, all, io).print(); }

void print_same_player(const reports::SamePlayer& same, const std::string& database, Streams& io) {
    const auto width = fmt::formatted_size("{}", same.score);
    const std::string indent(width + 2, ' ');
    io.out << fmt::format("{}  {}\n", styled(std::to_string(same.score), Style::bold, io.out_terminal),
                          summary(same.player, io.out_terminal));
    io.out << fmt::format("{}= {}\n{}{}\n", indent, summary(same.other, io.out_terminal), indent, same.reasons);
    io.out << fmt::format("{}cofnod players {} --alias {} {}\n", indent, printable(shell_word(database)),
                          printable(shell_word(same.other.name)), printable(shell_word(same.player.name)));
}

void print_report(const operations::DedupeReport& report, const operations::DedupeOptions& job, std::ostream& err) {
    if (report.groups == 0) {
        err << tr("no duplicates found") << '\n';
        return;
    }
    const std::string found = tr("{}, {} besides the fullest",
                                 counted(report.groups, "{} game has several records", "{} games have several records"),
                                 counted(report.records.size() - report.groups, "{} record", "{} records"));
    if (!job.apply && report.are_linked) {
        err << tr("{}; they are linked already", found) << '\n';
        return;
    }
    if (!job.apply) {
        err << tr("{}; nothing was changed", found) << "\n  "
            << tr("to link them: cofnod dedupe {} --apply", printable(job.database)) << '\n';
        return;
    }
    const std::string linked = counted(report.linked, "{} record linked", "{} records linked");
    err << (job.remove ? tr("{}; {}, {} deleted", found, linked, grouped(report.deleted)) : tr("{}; {}", found, linked))
        << '\n';
    if (report.with_reading)
        err << "  "
            << tr("to compare the readings of one: cofnod compare {} {}", printable(job.database), *report.with_reading)
            << '\n';
}

}  // namespace cofnod::terminal
