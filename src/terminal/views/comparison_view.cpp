#include "terminal/views/comparison_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "base/say.hpp"
#include "terminal/report.hpp"

namespace cofnod::terminal {

namespace {

using answers::Comparison;
using answers::TagRow;
using answers::Witness;
using answers::WitnessMove;

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
    using Rows = std::vector<curation::AlignedRow>;

    static std::vector<Table::Column> columns(const Comparison& comparison) {
        std::vector<Table::Column> list = {{"", Table::left, Table::fixed, Style::dim}};
        for (const Witness& witness : comparison.witnesses)
            list.push_back({say("game {}", witness.header.id), Table::left, Table::flexible});
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
        add(say("from"), places, "");
        if (cited) add(say("cited"), citations, "");
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
            add(say("tags"), std::vector<std::string>(comparison_.witnesses.size()),
                counted(same, "{} tag alike", "{} tags alike"));
    }

    /// Combines more than two consecutive moves that the same records have, and on which they agree, into one row.
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

    static bool same_records(const curation::AlignedRow& a, const curation::AlignedRow& b) {
        return std::ranges::equal(
            a, b, {}, [](const auto& move) { return move.has_value(); },
            [](const auto& move) { return move.has_value(); });
    }

    /// Adds a row with the move number in the first record that has the move, and the differing numbers of others.
    void add_row(const curation::AlignedRow& row, const std::string& note) {
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

    void add_stretch(const curation::AlignedRow& first, const curation::AlignedRow& last, size_t count) {
        std::vector<std::string> cells;
        std::string begin, end;  // as numbered in the first record that has the moves
        for (size_t i = 0; i < first.size(); ++i) {
            const WitnessMove *from = comparison_.move(first, i), *to = comparison_.move(last, i);
            cells.push_back(from ? fmt::format("{} … {}", from->text, to->text) : "–");
            if (from && begin.empty()) begin = from->number, end = to->number;
        }
        const std::string plies = counted_plies(count);
        add(begin, cells,
            comparison_.is_same(first) ? say("{} alike, to {}", plies, end) : say("≠ {}, to {}", plies, end));
    }

    const Comparison& comparison_;
    bool all_;
    Streams& io_;
    Table table_;
};

}  // namespace

void print_comparison(const Comparison& comparison, bool all, Streams& io) { Printer(comparison, all, io).print(); }

}  // namespace cofnod::terminal
