#include "terminal/views/novelty_view.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "answers/headers.hpp"
#include "base/say.hpp"
#include "terminal/report.hpp"
#include "terminal/views/page_table.hpp"

namespace cofnod::terminal {

namespace {

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

}  // namespace

void print_novelty(const Novelty& novelty, Streams& io) { NoveltyPage(novelty, io).print(); }

void print_earlier_games(const Novelty& novelty, Streams& io) {
    const std::string games =
        say("{} before {}", counted_games(unsigned_count(novelty.earlier)), novelty.date.to_text());
    io.err << (novelty.undecided > 0 ? say("{}; {}", games,
                                           counted(unsigned_count(novelty.undecided),
                                                   "{} of the same or an unknown date does not count as earlier",
                                                   "{} of the same or an unknown date do not count as earlier"))
                                     : games)
           << '\n';
}

}  // namespace cofnod::terminal
