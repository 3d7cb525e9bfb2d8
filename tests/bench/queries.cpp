// queries DATABASE
//
// Times searches inside one process, warm, with the index objects kept open. A line each: name, median and best
// microseconds of cpu, and what was found.

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/chess/fen.hpp"
#include "games/chess/pack.hpp"
#include "games/record/chess_game.hpp"
#include "index/position_index.hpp"
#include "search/matcher.hpp"
#include "search/search.hpp"
#include "search/tree.hpp"
#include "search/wanted_position.hpp"

namespace {

using namespace cofnod;

constexpr std::string_view ruy_lopez = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
constexpr std::string_view rare_middlegame = "1r1q1rk1/4nppp/3pb3/3Np1b1/RP2P3/8/2N1BPPP/3Q1RK1 w - - 0 1";
constexpr std::string_view rare_endgame = "8/6k1/6P1/6K1/8/8/8/8 b - - 0 1";

double cpu_microseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

/// For half a second, and at least five times.
void measure(std::string_view name, const std::function<std::int64_t()>& work) {
    std::int64_t found = work();
    std::vector<double> times;
    const double start = cpu_microseconds();
    for (double begin = start; times.size() < 5 || begin - start < 5e5;) {
        found = work();
        const double end = cpu_microseconds();
        times.push_back(end - begin);
        begin = end;
    }
    std::sort(times.begin(), times.end());
    fmt::print("{}\t{:.1f}\t{:.1f}\t{}\n", name, times[times.size() / 2], times.front(), found);
}

/// Which games have a position: the index is asked, and where it is not certain the game is replayed.
class Lookup {
public:
    explicit Lookup(store::Store& store) : reader_(store), index_(store), runs_(index::runs(store)) {}

    std::int64_t count(const search::Query& query, search::QueryMatcher& matcher) {
        std::int64_t found = 0;
        for (const index::Run& run : runs_) {
            if (!run.segment) continue;
            const index::PositionKeys keys = query.position->keys();
            if (const index::SharedPosition shared = index_.shared(run, keys.key); shared.games > 0) {  // no replay
                for (const index::SharedMove& move : shared.moves)
                    index_.for_each_game(run, move, [&](std::uint32_t) { ++found; });
                continue;
            }
            for (const std::uint32_t ordinal : index_.few(run, keys)) {
                const auto game = reader_.moves(run.first + ordinal);
                found += game && matcher.first_ply(*game) ? 1 : 0;
            }
        }
        return found;
    }

private:
    store::GameReader reader_;
    index::PositionIndex index_;
    std::vector<index::Run> runs_;
};

/// Late in the middle one of the games, so that hardly any other has it.
search::Query query_for_one_game(store::Store& store) {
    store::GameReader reader(store);
    const auto all = index::runs(store);
    if (all.empty()) return {};
    const auto game = reader.moves((all.front().first + all.back().last) / 2);
    if (!game || !game->start.empty()) return {};
    chess::Unpacker moves(chess::Position::initial(), game->moves);
    for (int ply = 0; ply < 60 && moves.next();) ++ply;
    search::Query query;
    query.position = search::WantedPosition(moves.position());
    return query;
}

search::Query position_query(std::string_view fen) {
    search::Query query;
    query.position = search::read_position(fen)->wanted;
    return query;
}

void measure_search(store::Store& store, std::string_view name, const search::Query& query) {
    measure(name, [&] { return search::search(store, query, {}, [](const search::Hit&) { return true; }).hits; });
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        fmt::print(stderr, "usage: queries DATABASE\n");
        return 2;
    }
    auto store = store::Store::open(argv[1], store::Access::read_only);
    store.keep_pages();
    Lookup lookup(store);
    const std::vector<std::pair<std::string_view, std::string_view>> positions = {
        {"rare middlegame", rare_middlegame},
        {"rare endgame", rare_endgame},
        {"common position, its games", ruy_lopez}};
    for (const auto& [name, fen] : positions) {
        const search::Query query = position_query(fen);
        search::QueryMatcher matcher(query);
        measure(name, [&, &query = query] { return lookup.count(query, matcher); });
    }

    if (const search::Query query = query_for_one_game(store); query.position) {
        search::QueryMatcher matcher(query);
        measure("position of one game", [&] { return lookup.count(query, matcher); });
    }

    search::OpeningTree tree(store, {});
    const auto games_at = [&](const chess::Position& position) {
        return static_cast<std::int64_t>(tree.at<ChessGame>(position).totals.games);
    };
    const chess::Position common = chess::read_fen(ruy_lopez)->position;
    measure("common position, statistics by move", [&] { return games_at(common); });
    measure("tree at the start", [&] { return games_at(chess::Position::initial()); });

    search::Query material;
    material.material = *search::read_material("KRP v KR");
    measure("material KRP v KR, count", [&] { return search::count(store, material, {}).hits; });
    measure_search(store, "material KRP v KR, games and plies", material);
    search::Query pieces;
    pieces.pieces = *search::read_pieces("Pd4 nd5");
    measure_search(store, "pieces Pd4 nd5, games and plies", pieces);
    search::Query player;
    player.header.terms = {{.field = store::HeaderField::player, .text = "Kasparov, Gary"}};
    measure_search(store, "player Kasparov, Gary", player);
    return 0;
}
