#include "chess/zobrist.hpp"

#include "base/split_mix.hpp"

namespace cofnod::chess::zobrist {

namespace {

constexpr Table make_table() {
    SplitMix64 random(0x636F666E6F64);  // "cofnod"
    Table table;
    for (int piece = 0; piece < no_piece; ++piece)
        for (auto& number : table.piece[static_cast<std::size_t>(piece)]) number = random();
    for (auto& number : table.castling) number = random();
    for (auto& number : table.en_passant) number = random();
    table.black_to_move = random();
    return table;
}

}  // namespace

constinit const Table table = make_table();

}  // namespace cofnod::chess::zobrist
