#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/views/statistics_view.hpp"
#include "games/record/openings.hpp"
#include "operations/notation_choice.hpp"
#include "store/statistics.hpp"

namespace cofnod::terminal {

namespace {

using reports::Overview;

constexpr std::size_t shown_sources = 10;
constexpr std::size_t bar_width = 30;
constexpr std::size_t indent = 2;

std::uint64_t natural(std::int64_t number) { return static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0)); }

std::string percent(std::int64_t part, std::int64_t whole) {
    const double share = whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
    return share > 0 && share < 0.5 ? "<1 %" : fmt::format("{:.0f} %", share);
}

class Printer {
public:
    Printer(const Overview& overview, Streams& io)
        : overview_(overview), sources_(last_versions(overview.sources)), io_(io) {}

    void print() {
        io_.out << styled(shown(overview_.database, io_.out_terminal), Style::bold, io_.out_terminal) << '\n';
        print_totals();
        if (overview_.totals.games == 0) return;
        print_bars(phrase("result"), overview_.results);
        print_bars(phrase("notation"), titled(overview_.notations));
        if (overview_.decades.size() > 1) print_bars(phrase("decade"), decades(overview_.decades));
        print_bars(phrase("opening"), in_our_words(overview_.openings), overview_.totals.games);
        print_players();
        print_sources();
        print_bars(phrase("problem"), named(overview_.problems));
        if (overview_.totals.incomplete + overview_.totals.rejected > 0)
            io_.out << '\n'
                    << tr("incomplete or rejected games: cofnod rejects {}", printable(overview_.database)) << '\n';
    }

private:
    void print_totals() {
        const store::Totals& totals = overview_.totals;
        Table table({{"", Table::left, Table::fixed, Style::dim}, {"", Table::right}, {""}});
        table.add({tr("games"), grouped(natural(totals.games)),
                   tr("{} complete, {} incomplete, {} rejected", grouped(natural(totals.complete)),
                      grouped(natural(totals.incomplete)), grouped(natural(totals.rejected)))});
        if (totals.games > 0)
            table.add({tr("plies"), grouped(natural(totals.plies)),
                       tr("{:.0f} a game, {} in the longest",
                          static_cast<double>(totals.plies) / static_cast<double>(totals.games),
                          grouped(natural(totals.longest)))});
        table.add({tr("players"), grouped(natural(totals.players)), dates_text()});
        table.add(
            {tr("events"), grouped(natural(totals.events)), counted(natural(totals.sites), "{} site", "{} sites")});
        const auto earlier = static_cast<std::int64_t>(overview_.sources.size() - sources_.size());
        table.add({tr("sources"), grouped(natural(totals.sources - earlier)),
                   totals.problems ? counted(natural(totals.problems), "{} problem", "{} problems") : ""});
        if (overview_.text_index_bytes > 0)
            table.add({tr("texts"), "", tr("full-text index of {}", bytes_text(natural(overview_.text_index_bytes)))});
        table.print(io_.out, io_.out_terminal, indent);
    }

    [[nodiscard]] std::string dates_text() const {
        const auto& [first, last] = std::pair(overview_.totals.first_date, overview_.totals.last_date);
        if (!first || !last) return {};
        if (first->year() == last->year()) return tr("games of {}", first->year());
        return tr("games of {} to {}", first->year(), last->year());
    }

    static std::vector<store::LabelCount> titled(std::vector<store::LabelCount> notations) {
        const notation::Languages languages = notation::Languages::built_in();
        for (auto& [code, count] : notations) code = operations::notation_titles(languages, code);
        return notations;
    }

    /// Returns the decades for display: "1850s".
    static std::vector<store::LabelCount> decades(std::vector<store::LabelCount> found) {
        for (auto& [decade, count] : found) decade = tr("{}s", decade.substr(0, decade.size() - 1));
        return found;
    }

    /// Returns openings such as "C60 Ruy Lopez", with names in the language of messages.
    static std::vector<store::LabelCount> in_our_words(std::vector<store::LabelCount> found) {
        if (!spoken()) return found;
        for (auto& [label, count] : found) {
            const std::size_t blank = label.find(' ');
            const std::string eco = label.substr(0, blank), english = label.substr(blank + 1);
            const auto opening = std::ranges::find_if(
                cofnod::openings(), [&](const Opening& each) { return each.eco == eco && each.english == english; });
            if (opening != cofnod::openings().end())
                label = fmt::format("{} {}", eco, opening->name(spoken()->language()));
        }
        return found;
    }

    /// Returns problem names for display: "illegal move".
    static std::vector<store::LabelCount> named(std::vector<store::LabelCount> problems) {
        for (auto& [kind, count] : problems) {
            std::ranges::replace(kind, '_', ' ');
            kind = translated(kind);
        }
        return problems;
    }

    /// `whole`: total for percentages; 0: the sum of the counts.
    void print_bars(const std::string& title, const std::vector<store::LabelCount>& counts, std::int64_t whole = 0) {
        if (counts.empty()) return;
        std::int64_t total = 0, most = 0;
        for (const auto& [label, count] : counts) total += count, most = std::max(most, count);
        if (whole > 0) total = whole;
        Table table({{title, Table::left, Table::flexible}, {"", Table::right}, {"", Table::right}, {""}});
        for (const auto& [label, count] : counts)
            table.add(
                {label, grouped(natural(count)), percent(count, total), bar(natural(count), natural(most), bar_width)});
        io_.out << '\n';
        table.print(io_.out, io_.out_terminal, indent);
    }

    void print_players() {
        if (overview_.players.empty()) return;
        Table table({{phrase("player"), Table::left, Table::flexible},
                     {phrase("games"), Table::right},
                     {phrase("won"), Table::right},
                     {phrase("drawn"), Table::right},
                     {phrase("lost"), Table::right}});
        for (const store::PlayerCounts& player : overview_.players)
            table.add({player.name, grouped(natural(player.games)), grouped(natural(player.won)),
                       grouped(natural(player.drawn)), grouped(natural(player.lost))});
        io_.out << '\n';
        table.print(io_.out, io_.out_terminal, indent);
    }

    static std::string remark_on(const store::SourceRow& source) {
        if (!source.done) return tr("import interrupted");
        return source.through.empty() ? "" : tr("from {}", source.through);
    }

    /// Returns the sources, those of a file that has been imported again as one: with all games, as it was at last.
    static std::vector<store::SourceRow> last_versions(const std::vector<store::SourceRow>& sources) {
        std::vector<store::SourceRow> last;
        std::map<std::tuple<std::string, std::string, bool>, std::size_t> places;
        for (const store::SourceRow& source : sources) {
            const auto [place, is_new] = places.try_emplace({source.path, source.through, source.done}, last.size());
            if (is_new) last.push_back({});
            store::Counts games = last[place->second].counts;
            games.complete += source.counts.complete;
            games.incomplete += source.counts.incomplete;
            games.rejected += source.counts.rejected;
            last[place->second] = source;
            last[place->second].counts = games;
        }
        return last;
    }

    void print_sources() {
        if (sources_.empty()) return;
        Table table({{phrase("source"), Table::left, Table::path},
                     {phrase("games"), Table::right},
                     {"", Table::right},
                     {phrase("format")},
                     {""}});
        const std::size_t count = std::min(sources_.size(), shown_sources);
        for (std::size_t i = 0; i < count; ++i) {
            const store::SourceRow& source = sources_[i];
            table.add({source.path, grouped(source.counts.found()), bytes_text(source.bytes), source.format,
                       remark_on(source)});
        }
        io_.out << '\n';
        table.print(io_.out, io_.out_terminal, indent);
        if (sources_.size() > count) io_.out << "  " << tr("and {} more", grouped(sources_.size() - count)) << '\n';
    }

    const Overview& overview_;
    std::vector<store::SourceRow> sources_;
    Streams& io_;
};

std::string explained(std::string_view what) { return tr("explain: {}", what) + '\n'; }

/// Returns "these pieces, side to move": the FEN fields that are compared.
std::string what_is_asked(const search::WantedPosition::Fields& fields) {
    std::string text = tr("these pieces");
    if (fields.turn) text.append(comma()).append(tr("side to move"));
    if (fields.castling) text.append(comma()).append(tr("castling rights"));
    if (fields.en_passant) text.append(comma()).append(tr("en passant"));
    return text;
}

void print_conditions(const search::Query& query, std::ostream& out) {
    if (query.position && query.position->is_exact())
        out << explained(tr("the position with key {:016x}", query.position->key()));
    if (query.position && !query.position->is_exact()) out << explained(what_is_asked(query.position->fields()));
    if (query.other)
        for (const std::string& line : query.other->description()) out << explained(line);
    if (query.pieces) out << explained(tr("pieces on squares, with bitboards"));
    if (!query.opening.empty())
        out << explained(
            tr("opening of {}, by the first bytes of the stored moves", counted_plies(query.opening.size())));
    if (query.material) out << explained(tr("material, by its signature"));
    if (query.also) print_conditions(*query.also, out);
}

}  // namespace

void print_overview(const Overview& overview, Streams& io) { Printer(overview, io).print(); }

void print_explanation(const search::Query& query, const search::Explanation& explanation, double milliseconds,
                       std::ostream& out) {
    print_conditions(query, out);
    if (explanation.segments > 0)
        out << explained(tr("{} of the index; {} read; {} named",
                            counted(unsigned_count(explanation.segments), "{} segment", "{} segments"),
                            counted(unsigned_count(explanation.index_rows), "{} row", "{} rows"),
                            counted_games(unsigned_count(explanation.candidates))));
    std::string text(sentence(explanation.way));
    if (query.lines == search::Lines::all) text = tr("{}, variations too", text);
    if (query.lines == search::Lines::variations) text = tr("{}, in variations", text);
    if (query.asks_for_moves())
        text += "; " + counted(unsigned_count(explanation.replayed), "{} game replayed", "{} games replayed");
    out << explained(tr("{}; {} found in {:.1f} ms", text, grouped(unsigned_count(explanation.hits)), milliseconds));
}

}  // namespace cofnod::terminal
