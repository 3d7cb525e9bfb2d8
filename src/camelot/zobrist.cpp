#include "camelot/zobrist.hpp"

#include "base/split_mix.hpp"

namespace cofnod::camelot::zobrist {

namespace {

constexpr Table make_table() {
    SplitMix64 random(0x63616D656C6F74);  // "camelot"
    Table table;
    for (auto& squares : table.piece)
        for (auto& number : squares) number = random();
    for (auto& counts : table.castle_moves)
        for (std::size_t count = 1; count < counts.size(); ++count) counts[count] = random();
    table.black_to_move = random();
    return table;
}

}  // namespace

constinit const Table table = make_table();

}  // namespace cofnod::camelot::zobrist
