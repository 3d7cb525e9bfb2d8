// camelot_games GAMES [SEED]
//
// Writes games of Camelot that the program plays against itself, as PGN: random legal moves, forwards more often than
// not, until the game ends or after 40 to 120 plies. The same numbers always give the same bytes.

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../unit/games/camelot/playout.hpp"
#include "games/camelot/movegen.hpp"
#include "games/pgn/line_filler.hpp"

namespace {

using namespace cofnod;

constexpr std::size_t player_count = 2'000;

void write_game(std::uint64_t number, std::uint64_t seed, std::string& out) {
    camelot::testing::Dice dice(seed * 0x100000001B3U + number);
    std::string moves;
    pgn::LineFiller text(moves, 79);
    camelot::Position end = camelot::Position::initial();
    std::size_t ply = 0;
    camelot::testing::play_random_game(end, dice, 40 + dice.below(81), [&](const auto& position, const auto& path) {
        if (ply % 2 == 0) text.token() += fmt::format("{}.", ply / 2 + 1);
        text.token() += camelot::write_path(position, path);
        end = position;
        end.play(camelot::effect_of(position, path));
        ++ply;
    });
    Result result = camelot::result_of(end, camelot::outcome(end));
    if (result == Result::unknown) result = static_cast<Result>(1 + dice.below(3));
    text.add(to_text(result));
    text.finish();
    out += fmt::format(
        "[Event \"Self-play {}\"]\n[Site \"?\"]\n[Date \"{}.{:02}.??\"]\n[Round \"{}\"]\n[White \"Player {}\"]\n"
        "[Black \"Player {}\"]\n[Result \"{}\"]\n[GameType \"Camelot\"]\n\n{}\n",
        dice.below(200), 1990 + dice.below(35), 1 + dice.below(12), 1 + dice.below(9), dice.below(player_count),
        dice.below(player_count), to_text(result), moves);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        fmt::print(stderr, "usage: camelot_games GAMES [SEED]\n");
        return 2;
    }
    const std::uint64_t count = std::strtoull(argv[1], nullptr, 10);
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    std::string out;
    for (std::uint64_t i = 0; i < count; ++i) {
        write_game(i, seed, out);
        if (out.size() < (1 << 20) && i + 1 < count) continue;
        if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) return 1;
        out.clear();
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}
