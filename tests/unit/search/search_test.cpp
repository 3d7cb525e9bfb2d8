#include "search/search.hpp"

#include <catch2/catch.hpp>

#include "archive.hpp"
#include "index/upkeep.hpp"

using namespace cofnod;
using namespace cofnod::search;
using namespace cofnod::search::test;

namespace {

std::vector<std::int64_t> ids_of(store::Store& store, const Query& query, store::Page page = {}) {
    std::vector<std::int64_t> ids;
    const auto explanation = search::search(store, query, page, [&](const Hit& hit) {
        ids.push_back(hit.game);
        return true;
    });
    CHECK(explanation.hits == static_cast<std::int64_t>(ids.size()));
    CHECK(explanation.damaged == 0);
    return ids;
}

}  // namespace

TEST_CASE("headers, opening, position and pieces are all held against each game", "[search]") {
    Archive archive;
    const bool indexed = GENERATE(false, true);
    if (indexed) {  // two segments, and a gap before and between them
        index::build_segment(archive.store(), 20, 130, 1);
        index::build_segment(archive.store(), 150, 300, 2);
    }
    std::mt19937 random(31);
    for (int round = 0; round < 200; ++round) {
        const auto& model = archive.games()[random() % archive.games().size()];
        const auto& positions = model.game.positions;
        Query query;
        const std::string asked_name = random() % 2 ? model.white.substr(0, 5) : "";
        const bool asks_for_result = random() % 2 != 0;
        if (!asked_name.empty()) query.header.terms.push_back({.field = store::HeaderField::white, .text = asked_name});
        if (asks_for_result) {
            const auto number = static_cast<std::int64_t>(model.result);
            query.header.terms.push_back({.field = store::HeaderField::result, .low = number, .high = number});
        }
        if (random() % 4 == 0) query.header.first_id = 1 + static_cast<std::int64_t>(random() % 300);
        if (random() % 3 == 0)
            query.position = WantedPosition(positions[random() % std::min<std::size_t>(positions.size(), 4)]);
        if (random() % 3 == 0)
            query.opening.assign(model.game.moves.begin(), model.game.moves.begin() + !model.game.moves.empty());
        const chess::Piece pawn = *chess::Piece::from_fen_letter('P');
        const auto square = chess::Square::from_index(static_cast<int>(24 + random() % 8));
        const bool with_pieces = random() % 3 == 0;
        if (with_pieces) query.pieces.emplace().add(pawn, square);
        const bool with_flip = with_pieces && !query.position && random() % 2;
        if (with_flip) {
            auto flipped = std::make_shared<Query>(query);
            flipped->pieces = query.pieces->flipped();
            query.flipped = std::move(flipped);
        }
        const auto is_there = [&](const chess::Position& position) {
            const auto mirrored = chess::Square::from_index(square.index() ^ 56);
            return position.piece_at(square) == pawn ||
                   (with_flip && position.piece_at(mirrored) == chess::Piece::from_fen_letter('p'));
        };

        std::vector<std::int64_t> expected;
        for (std::size_t i = 0; i < archive.games().size(); ++i) {
            const auto& [game, white, result, variations] = archive.games()[i];
            const auto id = static_cast<std::int64_t>(i) + 1;
            bool meant = white.starts_with(asked_name) && (!asks_for_result || result == model.result) &&
                         id >= query.header.first_id.value_or(1);
            if (query.asks_for_moves()) meant &= !game.moves.empty();
            if (!query.opening.empty()) meant &= !game.moves.empty() && game.moves.front() == query.opening.front();
            if (query.asks_for_position())
                meant &=
                    std::any_of(game.positions.begin(), game.positions.end(), [&](const chess::Position& position) {
                        return (!query.position || position.key() == query.position->key()) &&
                               (!with_pieces || is_there(position));
                    });
            if (meant) expected.push_back(id);
        }
        REQUIRE(ids_of(archive.store(), query) == expected);
        REQUIRE(search::count(archive.store(), query).hits == static_cast<std::int64_t>(expected.size()));

        std::vector<std::int64_t> paged;
        for (store::Page page{0, 7};; page.after = paged.back()) {
            const auto more = ids_of(archive.store(), query, page);
            paged.insert(paged.end(), more.begin(), more.end());
            if (more.empty()) break;
        }
        REQUIRE(paged == expected);
    }
}

TEST_CASE("the answer does not depend on the number of threads", "[search][threads]") {
    Archive archive;
    if (GENERATE(false, true))
        for (std::int64_t first = 1; first <= 271; first += 30)
            index::build_segment(archive.store(), first, first + 29, static_cast<unsigned>(first));
    Query query;
    query.pieces.emplace().add(*chess::Piece::from_fen_letter('P'), *chess::Square::parse("e4"));
    const auto hits_with = [&](unsigned threads, store::Page page) {
        std::vector<Hit> hits;
        const auto each = [&](const Hit& hit) { return hits.push_back(hit), true; };
        const auto explanation = search::search(archive.store(), query, page, each, threads);
        CHECK(explanation.hits == static_cast<std::int64_t>(hits.size()));
        return hits;
    };
    for (const store::Page page : {store::Page{}, store::Page{0, 7}, store::Page{120, 30}}) {
        const auto hits = hits_with(1, page);
        CHECK(hits.size() > 6);
        for (const unsigned threads : {2U, 3U, 8U}) CHECK(hits_with(threads, page) == hits);
    }
}

TEST_CASE("whoever reads the hits can end a search", "[search]") {
    Archive archive;
    int seen = 0;
    search::search(archive.store(), Query{}, {}, [&](const Hit&) { return ++seen < 3; });
    CHECK(seen == 3);
}
