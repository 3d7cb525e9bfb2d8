#include "terminal/views/opening_view.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "base/say.hpp"
#include "terminal/report.hpp"
#include "terminal/views/page_table.hpp"

namespace cofnod::terminal {

namespace {

using answers::OpeningReport;

class OpeningPage {
public:
    OpeningPage(const OpeningReport& opening, bool with_openings, std::string_view section, Streams& io)
        : opening_(opening), with_openings_(with_openings), section_(section), io_(io) {}

    void print() {
        if (section_.empty()) print_title();
        print("moves", say("moves"), answers::opening_moves(with_openings_), opening_.tree.moves);
        print("lines", say("main lines"), answers::opening_lines(with_openings_), opening_.lines);
        print("trend", say("trend"), answers::opening_trend(), opening_.trend);
        print_orders();
        print("strongest", say("strongest games"), answers::opening_games("strongest"), opening_.strongest);
        print("latest", say("latest games"), answers::opening_games("latest"), opening_.latest);
    }

private:
    void print_title() {
        const answers::TreeRow& all = opening_.tree.all;
        if (!all.eco.empty())
            io_.out << styled(all.eco, Style::bold, io_.out_terminal) << ' ' << shown(all.opening, io_.out_terminal)
                    << '\n';
        io_.out << opening_.tree.fen << '\n';
        std::string results = counted_games(all.totals.games), others;
        for (const auto& field : answers::totals_fields()) {
            const std::string& name = field.shape.name;
            if (!field.shape.column || name.empty() || name == "games") continue;
            const std::string text = field.shown ? field.shown(all) : answers::plain_text(field.value(all));
            const bool is_other = name.ends_with("_elo") || name == "last_year";
            std::string& line = is_other ? others : results;
            if (!text.empty())
                line += fmt::format("{}{} {}", line.empty() ? "" : " · ", translated(field.shape.column->title), text);
        }
        io_.out << results << '\n';
        if (!others.empty()) io_.out << others << '\n';
        is_first_ = false;
    }

    template <typename Row>
    void print(const std::string& section, const std::string& title, const answers::Answer<Row>& answer,
               const std::vector<Row>& rows) {
        if (rows.empty() || (!section_.empty() && section_ != section)) return;
        if (!is_first_) io_.out << '\n';
        is_first_ = false;
        io_.out << styled(title, Style::bold, io_.out_terminal) << '\n';
        print_rows(answer, rows, rows.size(), io_, 2);
    }

    /// Prints move orders if there are several.
    void print_orders() {
        if (opening_.orders.size() > 1) print("orders", say("move orders"), answers::opening_orders(), opening_.orders);
        if (opening_.set_ups > 0 && !io_.quiet)
            io_.err << say("{} from a set-up position", counted_games(unsigned_count(opening_.set_ups))) << '\n';
    }

    const OpeningReport& opening_;
    bool with_openings_;
    std::string_view section_;
    Streams& io_;
    bool is_first_ = true;
};

}  // namespace

void print_opening(const OpeningReport& opening, bool with_openings, std::string_view section, Streams& io) {
    OpeningPage(opening, with_openings, section, io).print();
}

}  // namespace cofnod::terminal
