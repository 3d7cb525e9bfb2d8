#include <fmt/format.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/views/statistics_view.hpp"
#include "reports/games.hpp"

namespace cofnod::terminal {

namespace {

using reports::OpeningReport;

class OpeningPage {
public:
    OpeningPage(const OpeningReport& opening, bool with_openings, std::string_view section, Streams& io)
        : opening_(opening), with_openings_(with_openings), section_(section), io_(io) {}

    void print() {
        if (section_.empty()) print_title();
        print("moves", tr("moves"), reports::opening_moves(with_openings_), opening_.tree.moves);
        print("lines", tr("main lines"), reports::opening_lines(with_openings_), opening_.lines);
        print("trend", tr("trend"), reports::opening_trend(), opening_.trend);
        print_orders();
        print("strongest", tr("strongest games"), reports::opening_games("strongest"), opening_.strongest);
        print("latest", tr("latest games"), reports::opening_games("latest"), opening_.latest);
    }

private:
    void print_title() {
        const reports::TreeRow& all = opening_.tree.all;
        if (!all.eco.empty())
            io_.out << styled(all.eco, Style::bold, io_.out_terminal) << ' ' << shown(all.opening, io_.out_terminal)
                    << '\n';
        io_.out << opening_.tree.fen << '\n';
        std::string results = counted_games(all.totals.games), others;
        for (const auto& field : reports::totals_fields()) {
            const std::string& name = field.shape.name;
            if (!field.shape.column || name.empty() || name == "games") continue;
            const std::string text = field.text(all);
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
    void print(const std::string& section, const std::string& title, const reports::Answer<Row>& answer,
               const std::vector<Row>& rows) {
        if (rows.empty() || (!section_.empty() && section_ != section)) return;
        if (!is_first_) io_.out << '\n';
        is_first_ = false;
        io_.out << styled(title, Style::bold, io_.out_terminal) << '\n';
        print_rows(answer, rows, rows.size(), io_, 2);
    }

    /// Prints the move orders if there are several.
    void print_orders() {
        if (opening_.orders.size() > 1) print("orders", tr("move orders"), reports::opening_orders(), opening_.orders);
        if (opening_.set_ups > 0)
            io_.remark(tr("{} from a set-up position", counted_games(unsigned_count(opening_.set_ups))));
    }

    const OpeningReport& opening_;
    bool with_openings_;
    std::string_view section_;
    Streams& io_;
    bool is_first_ = true;
};

using reports::KnownPly;
using reports::Novelty;

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
                << "  " << to_text(game.result) << "  " << reports::date_text(game) << '\n';
        if (!novelty_.first_new) {
            io_.out << tr("every position of the game was known before {}", novelty_.date.to_text()) << "\n\n";
            return;
        }
        const KnownPly& first = novelty_.plies[*novelty_.first_new];
        const std::string move = styled(first.numbered, Style::good, io_.out_terminal);
        const std::size_t left = reports::last_known(novelty_);
        io_.out << (left == *novelty_.first_new    ? tr("new: {}", move)
                    : left < novelty_.plies.size() ? tr("new: {}; after known positions again, new for good: {}", move,
                                                        novelty_.plies[left].numbered)
                                                   : tr("new: {}; its last position is known again", move))
                << "\n\n";
    }

    void print_plies() {
        const std::size_t count = novelty_.first_new ? *novelty_.first_new + 1 : novelty_.plies.size();
        const std::vector<KnownPly> plies(novelty_.plies.begin(),
                                          novelty_.plies.begin() + static_cast<std::ptrdiff_t>(count));
        print_rows(reports::novelty_plies(), plies, count, io_);
    }

    void print_moves() {
        if (novelty_.moves.empty()) return;
        io_.out << '\n' << tr("played there before") << '\n';
        print_rows(reports::novelty_moves(), novelty_.moves, novelty_.moves.size(), io_);
    }

    /// Prints later positions that were known again, due to transposition.
    void print_returns() {
        std::vector<KnownPly> again;
        for (std::size_t i = *novelty_.first_new; i < novelty_.plies.size(); ++i)
            if (novelty_.plies[i].earlier.games > 0) again.push_back(novelty_.plies[i]);
        if (again.empty()) return;
        constexpr std::size_t most = 10;
        io_.out << '\n' << tr("known again, by transposition") << '\n';
        print_rows(reports::novelty_plies(), again, most, io_);
    }

    void print_games() {
        if (novelty_.games.empty()) return;
        io_.out << '\n'
                << (novelty_.first_new ? tr("the last games up to there") : tr("the last games with its last position"))
                << '\n';
        print_rows(reports::novelty_games(), novelty_.games, novelty_.games.size(), io_);
    }

    const Novelty& novelty_;
    Streams& io_;
};

}  // namespace

void print_opening(const OpeningReport& opening, bool with_openings, std::string_view section, Streams& io) {
    OpeningPage(opening, with_openings, section, io).print();
}

void print_repertoire(const reports::Repertoire& repertoire, std::string_view section, Streams& io) {
    bool is_first = true;
    const auto print = [&](const std::string& name, const std::string& title, const auto& answer, const auto& rows) {
        if (rows.empty() || (!section.empty() && section != name)) return;
        if (!std::exchange(is_first, false)) io.out << '\n';
        io.out << styled(title, Style::bold, io.out_terminal) << '\n';
        print_rows(answer, rows, rows.size(), io, 2);
    };
    const auto places = [&](const std::string& name, const std::string& title, const auto& rows) {
        print(name, title, reports::repertoire_places(name), rows);
    };
    print("left", tr("games that leave it"), reports::leaving_games(), repertoire.left);
    places("gaps", tr("moves of opponents that it lacks"), repertoire.gaps);
    places("conflicts", tr("several moves of one's own"), repertoire.conflicts);
    places("transpositions", tr("reached in several ways"), repertoire.transpositions);
    places("unused", tr("lines that no game reached"), repertoire.unused);
}

void print_novelty(const Novelty& novelty, Streams& io) { NoveltyPage(novelty, io).print(); }

void print_earlier_games(const Novelty& novelty, Streams& io) {
    const std::string games =
        tr("{} before {}", counted_games(unsigned_count(novelty.earlier)), novelty.date.to_text());
    io.say(novelty.undecided > 0 ? tr("{}; {}", games,
                                      counted(unsigned_count(novelty.undecided),
                                              "{} of the same or an unknown date does not count as earlier",
                                              "{} of the same or an unknown date do not count as earlier"))
                                 : games);
}

}  // namespace cofnod::terminal
