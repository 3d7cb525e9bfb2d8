// camelot_speed [GAMES] : how fast the rules of Camelot are, on one core. GAMES: a game a line, its moves separated by
// blanks; without it, games that the program plays against itself at random. Ends with perft to depth 4.

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "games/camelot/movegen.hpp"
#include "games/camelot/notation.hpp"
#include "games/camelot/pack.hpp"

using namespace cofnod;
using namespace cofnod::camelot;

namespace {

/// Of this program's cpu time: other programs may run beside it.
double seconds_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

struct Corpus {
    std::vector<Position> positions;
    std::vector<std::string> games;  ///< packed
    std::size_t plies = 0;
};

void add(Corpus& corpus, Position& position, Packer& packer, const Path& path) {
    packer.push(position, path);
    position.play(effect_of(position, path));
    corpus.positions.push_back(position);
    ++corpus.plies;
}

Corpus read_games(const char* name) {
    Corpus corpus;
    std::ifstream file(name);
    for (std::string line; std::getline(file, line);) {
        Position position = Position::initial();
        Packer packer(position);
        corpus.positions.push_back(position);
        std::istringstream moves(line);
        for (std::string text; moves >> text;)
            for (const Path& path : legal_paths(position))
                if (write_path(position, path) == text) {
                    add(corpus, position, packer, path);
                    break;
                }
        corpus.games.push_back(packer.take());
    }
    return corpus;
}

Corpus play_games() {
    Corpus corpus;
    SplitMix64 random(1);
    for (int game = 0; game < 100; ++game) {
        Position position = Position::initial();
        Packer packer(position);
        for (int ply = 0; ply < 120; ++ply) {
            const PathList paths = legal_paths(position);
            if (paths.empty()) break;
            add(corpus, position, packer, paths[random() % paths.size()]);
        }
        corpus.games.push_back(packer.take());
    }
    return corpus;
}

/// Calls `work`, which returns how much it has done, for about two seconds, and prints how much that is a second.
template <typename Work>
void measure(const char* what, Work work) {
    work();
    const auto start = std::clock();
    std::size_t done = 0;
    while (seconds_since(start) < 2) done += work();
    fmt::print("{:<42} {:>12.0f} a cpu second\n", what, static_cast<double>(done) / seconds_since(start));
}

void measure_corpus(const Corpus& corpus) {
    std::size_t moves = 0, paths = 0;
    for (const Position& position : corpus.positions) {
        moves += legal_moves(position).size();
        paths += legal_paths(position).size();
    }
    const auto count = static_cast<double>(corpus.positions.size());
    fmt::print("{} games, {} positions; on average {:.1f} moves by result, {:.1f} by path\n", corpus.games.size(),
               corpus.positions.size(), static_cast<double>(moves) / count, static_cast<double>(paths) / count);
    std::size_t checked = 0;
    measure("positions, all moves by result", [&] {
        MoveList list;
        for (const Position& position : corpus.positions) {
            generate(position, list);
            checked += list.size();
        }
        return corpus.positions.size();
    });
    measure("positions, all moves by path", [&] {
        for (const Position& position : corpus.positions) checked += legal_paths(position).size();
        return corpus.positions.size();
    });
    measure("plies unpacked, checked and played", [&] {
        for (const std::string& bytes : corpus.games) {
            Unpacker unpacker(Position::initial(), bytes);
            while (unpacker.next()) ++checked;
        }
        return corpus.plies;
    });
    if (checked == 0) fmt::print("no moves\n");
}

void measure_perft(const char* what, Branching branching, std::uint64_t expected) {
    const auto start = std::clock();
    const std::uint64_t lines = perft(Position::initial(), 4, branching);
    fmt::print("perft 4 {:<34} {:>12} in {:.1f} s{}\n", what, lines, seconds_since(start),
               lines == expected ? "" : ", which is WRONG");
}

}  // namespace

int main(int argc, char** argv) {
    measure_corpus(argc > 1 ? read_games(argv[1]) : play_games());
    measure_perft("by path", Branching::by_path, 221'882'128);
    measure_perft("by result", Branching::by_result, 111'509'838);
    return 0;
}
