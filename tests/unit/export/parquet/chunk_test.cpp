#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "../../search/archive.hpp"
#include "export/parquet/chunk.hpp"
#include "games/chess/material_signature.hpp"

using namespace cofnod;
using namespace cofnod::parquet;

namespace {

/// Keeps the rows of all tables as numbers, without texts.
class Kept final : public Sink {
public:
    using Row = std::vector<std::int64_t>;
    std::map<std::string, std::vector<Row>> rows;        ///< by table
    std::map<std::string, std::set<std::string>> parts;  ///< by table

    void begin(const Table& table, std::int64_t, std::string_view part) override {
        parts[std::string(table.name)].emplace(part);
    }
    void write(const Batch& batch) override {
        auto& kept = rows[std::string(batch.table().name)];
        for (std::size_t i = 0; i < batch.rows(); ++i) {
            Row row;
            for (std::size_t column = 0; column < batch.table().columns.size(); ++column)
                if (is_integer(batch.table().columns[column].type)) row.push_back(batch.column(column).numbers[i]);
            kept.push_back(row);
        }
    }
    void end() override {}
};

void add_all(search::test::Archive& archive, Chunk& chunk) {
    store::GameReader reader(archive.store());
    for (std::size_t i = 0; i < archive.games().size(); ++i) {
        const auto id = static_cast<std::int64_t>(i) + 1;
        const auto header = reader.header(id);
        const auto moves = reader.moves(id);
        chunk.add({*header, *moves, header->white, header->black, "", "", "", "", {}});
    }
}

const std::vector<TableId> all_tables = {TableId::game, TableId::pos, TableId::stay, TableId::material, TableId::board};

}  // namespace

TEST_CASE("the rows of a chunk are the positions of its games") {
    search::test::Archive archive;
    Chunk chunk({all_tables});
    add_all(archive, chunk);
    Kept kept;
    Batch row(table(TableId::chunk));
    chunk.write(1, {"test", "", ""}, kept, row);
    CHECK(chunk.is_empty());

    std::vector<Kept::Row> positions, boards;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> material;   // by signature and game
    std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> occupied;  // piece and square, game, ply
    for (std::size_t i = 0; i < archive.games().size(); ++i) {
        const auto& [game, white, result, variations] = archive.games()[i];
        if (game.moves.empty()) continue;
        const auto id = static_cast<std::int64_t>(i) + 1;
        std::map<std::uint64_t, std::set<std::int64_t>> seen;  // moves by position
        for (std::size_t ply = 0; ply < game.positions.size(); ++ply) {
            const chess::Position& position = game.positions[ply];
            const std::int64_t move = ply < game.moves.size() ? 1 + game.moves[ply].raw() : 0;
            std::set<std::int64_t>& moves = seen[position.key()];
            const std::int64_t again = moves.empty() ? 0 : moves.contains(move) ? 1 : 2;
            moves.insert(move);
            positions.push_back(
                {static_cast<std::int64_t>(position.key()), id, move, again, static_cast<std::int64_t>(result)});
            const chess::Replayer here(position);
            ++material[{static_cast<std::int64_t>(chess::material_of(here)), id}];
            Kept::Row board = {id, static_cast<std::int64_t>(ply)};
            for (int piece = 0; piece < chess::piece_count; ++piece) {
                const std::uint64_t squares = here.pieces(chess::Piece::from_index(piece)).bits();
                board.push_back(static_cast<std::int64_t>(squares));
                for (int square = 0; square < 64; ++square)
                    if (squares >> square & 1) occupied.insert({piece * 64 + square, id, ply});
            }
            boards.push_back(board);
        }
    }
    const auto order = [](const Kept::Row& a, const Kept::Row& b) {
        return std::pair(a[0], a[1]) < std::pair(b[0], b[1]);
    };
    std::stable_sort(positions.begin(), positions.end(), order);
    CHECK(kept.rows["pos"] == positions);
    CHECK(kept.rows["board"] == boards);
    CHECK(kept.rows["game"].size() == archive.games().size());

    std::vector<Kept::Row> materials;
    for (const auto& [at, count] : material) materials.push_back({at.first, at.second, count});
    CHECK(kept.rows["material"] == materials);

    std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> stayed;
    for (const Kept::Row& stay : kept.rows["stay"]) {
        for (std::int64_t ply = stay[2]; ply <= stay[3]; ++ply)
            CHECK(stayed.insert({stay[0], stay[1], ply}).second);    // stays of a game do not overlap
        CHECK(!occupied.contains({stay[0], stay[1], stay[2] - 1}));  // nor touch
    }
    CHECK(stayed == occupied);
    CHECK(std::is_sorted(kept.rows["stay"].begin(), kept.rows["stay"].end()));
}

TEST_CASE("partitions of keys have the same rows, each its own part of the keys") {
    search::test::Archive archive;
    const auto rows_with = [&](unsigned bits, Kept& kept) {
        Chunk chunk({{TableId::pos}, bits});
        add_all(archive, chunk);
        Batch row(table(TableId::chunk));
        chunk.write(1, {"test", "", ""}, kept, row);
    };
    Kept whole, divided;
    rows_with(0, whole);
    rows_with(6, divided);
    CHECK(whole.rows["pos"] == divided.rows["pos"]);
    CHECK(whole.parts["pos"] == std::set<std::string>{""});
    CHECK(divided.parts["pos"].size() == 64);
    CHECK(divided.parts["pos"].contains("bucket=3f"));
}

TEST_CASE("a chunk that was written begins anew") {
    search::test::Archive archive;
    Chunk chunk({all_tables});
    Batch row(table(TableId::chunk));
    Kept first, second;
    add_all(archive, chunk);
    chunk.write(1, {"test", "", ""}, first, row);
    add_all(archive, chunk);
    chunk.write(1, {"test", "", ""}, second, row);
    CHECK(first.rows == second.rows);
    CHECK(row.rows() == 2);
}
