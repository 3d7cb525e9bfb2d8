// rows DATABASE      every position of every game as a line: key, game, ply; for a peer that keeps them as rows
// rows --key FEN     the key of one position

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>

#include "games/chess/fen.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/replay.hpp"
#include "store/game_reader.hpp"
#include "store/store.hpp"

namespace {

using namespace cofnod;

/// SQLite's numbers are signed.
std::int64_t number(std::uint64_t key) { return static_cast<std::int64_t>(key); }

int print_key(const char* text) {
    const auto fen = chess::read_fen(text);
    if (!fen) return 1;
    fmt::print("{}\n", number(fen->position.key()));
    return 0;
}

void print_rows(const char* path) {
    auto store = store::Store::open(path, store::Access::read_only);
    store::GameReader reader(store);
    ReplayStart<ChessGame> starts;
    std::string out;
    reader.scan_moves(1, std::numeric_limits<std::int64_t>::max(), [&](const store::GameMoves& game) {
        const chess::Replayer* start = starts.from(game.start);
        if (!start) return true;
        chess::Replayer now = *start;
        now.read(game.moves);
        int ply = 0;
        do fmt::format_to(std::back_inserter(out), "{},{},{}\n", number(now.key()), game.id, ply++);
        while (now.next());
        if (out.size() > (1 << 20)) {
            std::fwrite(out.data(), 1, out.size(), stdout);
            out.clear();
        }
        return true;
    });
    std::fwrite(out.data(), 1, out.size(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--key") return print_key(argv[2]);
    if (argc != 2) {
        fmt::print(stderr, "usage: rows DATABASE | rows --key FEN\n");
        return 2;
    }
    print_rows(argv[1]);
    return 0;
}
