#include "reports/hits.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <sstream>

#include "../operations/plain_host.hpp"
#include "../search/archive.hpp"
#include "games/chess/fen.hpp"
#include "index/upkeep.hpp"
#include "notation/languages.hpp"
#include "reports/found_games.hpp"
#include "reports/record_writers.hpp"
#include "search/local_answers.hpp"

using namespace cofnod;
using namespace cofnod::reports;
using search::Found;
using search::Hit;
using search::test::Archive;

namespace {

/// Hits of a condition on positions, by looking at each position of each game.
std::vector<Hit> plain_hits(const Archive& archive, const std::function<bool(const chess::Position&)>& is_meant,
                            Found found) {
    std::vector<Hit> all;
    for (std::size_t i = 0; i < archive.games().size(); ++i) {
        const auto& game = archive.games()[i].game;
        if (game.moves.empty()) continue;
        std::vector<Hit> hits;
        for (std::uint32_t ply = 0; ply < game.positions.size(); ++ply) {
            if (!is_meant(game.positions[ply])) continue;
            const bool goes_on = found == Found::runs && !hits.empty() && hits.back().until + 1 == ply;
            if (goes_on)
                hits.back().until = ply;
            else
                hits.push_back({static_cast<std::int64_t>(i) + 1, ply, 0, ply});
        }
        if (hits.empty()) continue;
        if (found == Found::first) hits.resize(1);
        if (found == Found::last) hits.erase(hits.begin(), hits.end() - 1);
        all.insert(all.end(), hits.begin(), hits.end());
    }
    return all;
}

/// The three ways to find the same positions.
enum class Finder { conditions, list, script };

}  // namespace

TEST_CASE("every writer writes the positions that every finder finds, and no other", "[hits]") {
    Archive archive;
    if (GENERATE(false, true)) index::build_segment(archive.store(), 20, 130, 1);
    const auto finder = GENERATE(Finder::conditions, Finder::list, Finder::script);
    const auto found = GENERATE(Found::first, Found::runs, Found::all, Found::last);
    const notation::Languages& languages = notation::Languages::built_in();
    search::LocalAnswers games(archive.store());
    std::mt19937 random(7);
    for (int round = 0; round < 5; ++round) {
        const chess::Piece piece = *chess::Piece::from_fen_letter("PpNnBb"[random() % 6]);
        const auto square = chess::Square::from_index(static_cast<int>(16 + random() % 32));
        const auto is_meant = [&](const chess::Position& position) { return position.piece_at(square) == piece; };
        const std::vector<Hit> expected = plain_hits(archive, is_meant, found);
        search::Query query;
        query.found = found;
        if (finder == Finder::conditions) query.pieces.emplace().add(piece, square);
        const std::string script = std::string(1, piece.fen_letter()) + square.to_string();
        INFO(script);
        const search::Selection no_selection;
        const GamesAsked asked{.query = query, .selection = no_selection, .threads = 2};
        const auto for_each = [&](const EachRecord& each) {
            operations::test::PlainHost host;
            if (finder == Finder::conditions) return for_each_record(games, asked, each);
            if (finder == Finder::list) return for_each_listed(games, asked, expected, each);
            return for_each_match(games, asked, operations::read_script({"cql"}, script), host.host(), each);
        };
        std::vector<Hit> hits;
        CHECK(for_each([&](const Hit& hit, const GameRecord&) { hits.push_back(hit); }) == expected.size());
        CHECK(hits == expected);

        for (const char* const place : {"found", "found-1", "found+2", "start", "end", "3"}) {
            const LinePlace at = *read_place(place);
            std::string fens, epds, rows = "game,ply,fen\n";
            for (const Hit& hit : expected) {
                const auto& positions = archive.games()[static_cast<std::size_t>(hit.game) - 1].game.positions;
                const std::uint32_t ply = at.in(hit, static_cast<std::uint32_t>(positions.size()) - 1);
                const std::string fen = chess::write_fen(positions[ply]);
                fens += fen + '\n';
                rows += fmt::format("{},{},{}\n", hit.game, ply, fen);
                epds += fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1)) + '\n';
            }
            const auto written = [&](std::unique_ptr<RecordWriter> writer) {
                for_each([&](const Hit& hit, const GameRecord& record) { writer->add({hit, record}); });
                writer->finish();
            };
            std::ostringstream fen_out, epd_out, row_out;
            written(text_writer(fen_out, 2, append_as_fen(at)));
            CHECK(fen_out.str() == fens);
            written(text_writer(epd_out, 2, append_as_epd(at, languages.english())));
            std::string four_fields, line;
            for (std::istringstream lines(epd_out.str()); std::getline(lines, line);)
                four_fields += line.substr(0, line.find(" hmvc")) + '\n';
            CHECK(four_fields == epds);
            written(data_writer({.rows = Rows::found, .columns = {"game", "ply", "fen"}, .at = at},
                                writers_of(Format::csv, {row_out}), languages.english()));
            std::string row_text = row_out.str();
            std::erase(row_text, '\r');
            CHECK(row_text == rows);
        }
    }
}

TEST_CASE("a part of a game begins and ends at the positions asked for", "[hits]") {
    Archive archive;
    search::LocalAnswers games(archive.store());
    std::mt19937 random(8);
    for (std::int64_t id = 1; id <= 60; ++id) {
        const auto& game = archive.games()[static_cast<std::size_t>(id) - 1].game;
        const auto record = games.record(id);
        REQUIRE(record);
        const auto length = static_cast<std::uint32_t>(game.moves.size());
        const auto from = static_cast<std::uint32_t>(random() % (length + 1));
        const auto to = static_cast<std::uint32_t>(from + random() % (length - from + 1));
        const GameRecord part = part_of(*record, from, to);
        CHECK(part.ply_count == to - from);
        CHECK(position_after<ChessGame>(part, 0) == game.positions[from]);
        CHECK(position_after<ChessGame>(part, part.ply_count) == game.positions[to]);
        CHECK(part.final_check == final_check_of(game.positions[to].key()));
        CHECK(part.tags.find("FEN").has_value() == (from > 0));
    }
}

TEST_CASE("columns count games as their headers do", "[hits]") {
    Archive archive;
    if (GENERATE(false, true)) index::build_segment(archive.store(), 20, 130, 1);
    search::LocalAnswers games(archive.store());
    search::Query query;
    if (GENERATE(false, true)) query.header.terms.push_back({.field = store::HeaderField::white, .text = "Owen"});
    const auto counted = [&](std::size_t few) {
        std::ostringstream out;
        write_document(facets_document(), facets(games, query, few), Format::json, {out});
        return out.str();
    };
    CHECK(counted(0) == counted(1000));
}

TEST_CASE("places in a line are counted from where they say, and end at its ends", "[hits]") {
    const Hit hit{.game = 1, .ply = 10, .line = 0, .until = 10};
    const auto ply = [&](const char* text) { return read_place(text)->in(hit, 20); };
    CHECK(ply("found") == 10);
    CHECK(ply("found-3") == 7);
    CHECK(ply("found+30") == 20);
    CHECK(ply("found-30") == 0);
    CHECK(ply("start+2") == 2);
    CHECK(ply("end-1") == 19);
    CHECK(ply("12") == 12);
    for (const char* const text : {"", "found+", "found 1", "finish", "-1", "start-1", "1.5", "found+x"})
        CHECK_FALSE(read_place(text));
    CHECK(read_part("found-1..found+12"));
    CHECK(read_part("..20")->from == LinePlace{LinePlace::From::start});
    CHECK_FALSE(read_part("found"));
}
