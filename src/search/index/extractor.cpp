#include "search/index/extractor.hpp"

#include "search/material_signature.hpp"

namespace cofnod::search::index {

void Extractor::add(const IndexedGame& game, Extract& extract, Occupancy& occupancy) {
    if (game.moves.empty() && game.start.empty()) return;  // a record without moves shows no position
    if (game.kind == GameKind::camelot) {
        if (const camelot::Replayer* start = camelot_start_.from(game.start)) replay(*start, game, extract);
    } else if (const chess::Replayer* start = chess_start_.from(game.start)) {
        replay(*start, game, extract, occupancy);
    }
}

void Extractor::replay(camelot::Replayer now, const IndexedGame& game, Extract& extract) {
    now.read(game.moves);
    while (true) {
        Entry entry{now.key(), game.ordinal, now.turn() == camelot::Color::black ? Entry::black_to_move : 0};
        const bool goes_on = now.next();
        if (goes_on) entry.move |= 1U + CamelotGame::number_of(now.before(), now.move());
        extract.positions.push_back(entry);
        if (!goes_on) return;
    }
}

void Extractor::replay(chess::Replayer now, const IndexedGame& game, Extract& extract, Occupancy& occupancy) {
    extract.materials.push_back({material_of(now), game.ordinal, 0});
    int men = now.occupied().count();
    now.read(game.moves);
    while (true) {
        for (int kind = 0; kind < chess::piece_count; ++kind)
            occupancy[static_cast<std::size_t>(kind)] |= now.pieces(chess::Piece::from_index(kind)).bits();
        Entry entry{now.key(), game.ordinal, now.turn() == chess::Color::black ? Entry::black_to_move : 0};
        const bool goes_on = now.next();
        if (goes_on) entry.move |= 1U + now.move().raw();
        extract.positions.push_back(entry);
        if (!goes_on) return;

        const int left = now.occupied().count();
        if (left == men && now.move().kind() != chess::Move::Kind::promotion) continue;
        men = left;
        extract.materials.push_back({material_of(now), game.ordinal, 0});
    }
}

}  // namespace cofnod::search::index
