#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "../games/camelot/playout.hpp"
#include "games/record/camelot_game.hpp"
#include "games/record/replay.hpp"
#include "index/position_index.hpp"
#include "index/upkeep.hpp"
#include "random_game.hpp"
#include "search/camelot/question.hpp"
#include "search/search.hpp"
#include "search/tree.hpp"
#include "store/game_writer.hpp"

using namespace cofnod;
using namespace cofnod::search;
using camelot::testing::Dice;
using camelot::testing::square;

namespace {

struct PlayedGame {
    GameRecord record;
    std::vector<camelot::Position> positions;
    std::vector<camelot::Path> paths;

    [[nodiscard]] camelot::Move move(std::size_t ply) const { return camelot::effect_of(positions[ply], paths[ply]); }
};

/// Returns a random game. Games begin alike, so that they share positions, and one in ten has no moves.
PlayedGame random_camelot_game(Dice& dice, const camelot::Position& start) {
    PlayedGame game;
    game.positions.push_back(start);
    camelot::Packer packer(start);
    const std::size_t plies = dice.below(10) == 0 ? 0 : 1 + dice.below(60);
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const camelot::Position now = game.positions.back();
        const camelot::PathList paths = camelot::legal_paths(now);
        if (paths.empty()) break;
        const camelot::Path path = paths[dice.below(ply < 6 ? std::min<std::size_t>(paths.size(), 2) : paths.size())];
        packer.push(now, path);
        game.paths.push_back(path);
        game.positions.push_back(now);
        game.positions.back().play(camelot::effect_of(now, path));
    }
    game.record.kind = CamelotGame::kind;
    if (!(start == camelot::Position::initial())) game.record.start = camelot::write_position(start);
    game.record.moves = packer.take();
    game.record.ply_count = static_cast<std::uint32_t>(game.paths.size());
    game.record.final_check = final_check_of(game.positions.back().key());
    game.record.result = static_cast<Result>(dice.below(4));
    return game;
}

/// Chess games alternating with Camelot games on all boards, imported in several batches with the index kept up to
/// date.
class MixedArchive {
public:
    MixedArchive()
        : path_(std::filesystem::temp_directory_path() / ("cofnod-camelot-" + std::to_string(getpid()) + ".db")),
          store_(store::Store::open(path_, store::Access::create)) {
        Dice dice(41);
        std::mt19937 random(17);
        const auto starts = camelot::testing::starts();
        for (std::size_t batch = 0; batch < 4; ++batch) {
            store::GameWriter writer(store_);
            writer.begin_batch("test", "");
            writer.begin_source({"mixed.pgn", "pgn", "UTF-8", 80, std::to_string(batch)});
            for (std::uint64_t i = 0; i < 80; ++i) {
                GameRecord record;
                if (i % 4 == 0) {
                    const auto chess = test::random_game(random, "", 20);
                    record.moves = chess.bytes;
                    record.ply_count = static_cast<std::uint32_t>(chess.moves.size());
                } else {
                    const auto& start = i % 3 ? starts[0] : starts[dice.below(starts.size())];
                    games_.emplace(static_cast<std::int64_t>(batch * 80 + i + 1), random_camelot_game(dice, start));
                    record = games_.rbegin()->second.record;
                }
                record.span = {i, i + 1, i + 1};
                writer.add(record);
            }
            writer.end_source();
            writer.end_batch();
            if (batch < 3) index::update(store_, {});  // the last batch is in no segment
        }
    }
    ~MixedArchive() {
        for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path_.string() + end);
    }

    store::Store& store() { return store_; }
    [[nodiscard]] const std::map<std::int64_t, PlayedGame>& games() const { return games_; }

    /// Returns the expected result of a search: Hit::ply by game. `meant` is called with (game, ply); games without
    /// moves or set-up have no position.
    template <typename Meant>
    [[nodiscard]] std::map<std::int64_t, std::uint32_t> first_plies(Meant meant) const {
        std::map<std::int64_t, std::uint32_t> hits;
        for (const auto& [id, game] : games_) {
            if (game.paths.empty() && game.record.start.empty()) continue;
            for (std::size_t ply = 0; ply < game.positions.size(); ++ply)
                if (meant(game, ply)) {
                    hits.emplace(id, static_cast<std::uint32_t>(ply));
                    break;
                }
        }
        return hits;
    }

private:
    std::filesystem::path path_;
    store::Store store_;
    std::map<std::int64_t, PlayedGame> games_;
};

std::map<std::int64_t, std::uint32_t> found(store::Store& store, const Query& query) {
    std::map<std::int64_t, std::uint32_t> hits;
    search::search(store, query, {}, [&](const Hit& hit) { return hits.emplace(hit.game, hit.ply.value()).second; });
    CHECK(search::count(store, query).hits == static_cast<std::int64_t>(hits.size()));
    return hits;
}

bool same_pieces(const camelot::Position& a, const camelot::Position& b) {
    return &a.board() == &b.board() && a.knights() == b.knights() &&
           a.pieces(camelot::Color::white) == b.pieces(camelot::Color::white) &&
           a.pieces(camelot::Color::black) == b.pieces(camelot::Color::black);
}

void check_tree(MixedArchive& archive, const camelot::Position& position) {
    const auto is_here = [&](const PlayedGame& game, std::size_t ply) {
        return game.positions[ply].key() == position.key() && same_pieces(game.positions[ply], position);
    };
    std::map<camelot::Move, std::set<std::int64_t>> played;
    std::set<std::int64_t> ended;
    for (const auto& [id, game] : archive.games()) {
        if (game.paths.empty() && game.record.start.empty()) continue;
        for (std::size_t ply = 0; ply < game.positions.size(); ++ply)
            if (is_here(game, ply) && ply < game.paths.size())
                played[game.move(ply)].insert(id);
            else if (is_here(game, ply))
                ended.insert(id);
    }

    OpeningTree opening(archive.store(), {});
    auto tree = opening.at<CamelotGame>(position);
    opening.count_reached(position, tree);
    REQUIRE(tree.totals.games == archive.first_plies(is_here).size());
    REQUIRE(tree.ended == ended.size());
    REQUIRE(tree.moves.size() == played.size());
    for (const auto& move : tree.moves) {
        REQUIRE(move.totals.games == played[move.move].size());
        camelot::Position after = position;
        after.play(move.move);
        REQUIRE(move.reached ==
                static_cast<std::int64_t>(archive
                                              .first_plies([&](const PlayedGame& game, std::size_t ply) {
                                                  return game.positions[ply].key() == after.key();
                                              })
                                              .size()));
    }
}

CamelotQuestion& about_camelot(Query& query) {
    const auto question = std::make_shared<CamelotQuestion>();
    query.other = question;
    return *question;
}

void check_answers(MixedArchive& archive) {
    Dice dice(7);
    for (int round = 0; round < 120; ++round) {
        const PlayedGame& game =
            std::next(archive.games().begin(), static_cast<std::ptrdiff_t>(dice.below(archive.games().size())))->second;
        const std::size_t early = round % 2 ? game.positions.size() : std::min<std::size_t>(game.positions.size(), 5);
        const camelot::Position& position = game.positions[dice.below(early)];

        Query exact;
        about_camelot(exact).position = WantedCamelotPosition(position);
        REQUIRE(found(archive.store(), exact) == archive.first_plies([&](const PlayedGame& other, std::size_t ply) {
            return other.positions[ply].key() == position.key();
        }));

        Query placed;
        about_camelot(placed).position =
            WantedCamelotPosition(position, {.turn = false, .castle_moves = round % 3 == 0});
        REQUIRE(found(archive.store(), placed) == archive.first_plies([&](const PlayedGame& other, std::size_t ply) {
            const camelot::Position& now = other.positions[ply];
            const bool same_counts =
                now.castle_moves(camelot::Color::white) == position.castle_moves(camelot::Color::white) &&
                now.castle_moves(camelot::Color::black) == position.castle_moves(camelot::Color::black);
            return same_pieces(now, position) && (round % 3 != 0 || same_counts);
        }));

        Query pieces;
        const camelot::Square there = *position.occupied().begin();
        const camelot::Piece piece = *position.piece_at(there);
        about_camelot(pieces).pieces.emplace().add({piece, there});
        REQUIRE(found(archive.store(), pieces) == archive.first_plies([&](const PlayedGame& other, std::size_t ply) {
            return other.positions[ply].piece_at(there) == piece;
        }));

        check_tree(archive, position);
    }
}

MoveTraits traits(std::string_view words) { return read_move_traits(words).value(); }

}  // namespace

TEST_CASE("the index answers for Camelot, among games of chess, as a look through all games does", "[index][camelot]") {
    MixedArchive archive;
    check_answers(archive);
    index::optimize(archive.store(), {});
    check_answers(archive);
}

TEST_CASE("games of Camelot are found by the board, by kinds of moves and by how they begin", "[search][camelot]") {
    MixedArchive archive;
    for (const camelot::Board* board : {&camelot::boards::camelot, &camelot::boards::cam, &camelot::boards::chivalry}) {
        Query query;
        about_camelot(query).board = board;
        CHECK(found(archive.store(), query) == archive.first_plies([&](const PlayedGame& game, std::size_t) {
            return &game.positions[0].board() == board;
        }));
    }
    for (const std::string_view words : {"charge", "castle-entry", "castle-move", "jump castle-entry", "canter"}) {
        Query query;
        about_camelot(query).played = traits(words);
        const auto hits = archive.first_plies([&](const PlayedGame& game, std::size_t ply) {
            return ply > 0 && traits_of(game.positions[ply - 1], game.paths[ply - 1]).has_all(traits(words));
        });
        CHECK(!hits.empty());
        CHECK(found(archive.store(), query) == hits);
    }
    const PlayedGame& model = archive.games().at(2);
    Query query;
    CamelotQuestion& question = about_camelot(query);
    question.board = &model.positions[0].board();
    for (std::size_t ply = 0; ply < std::min<std::size_t>(model.paths.size(), 3); ++ply)
        question.opening.push_back(model.move(ply));
    std::size_t expected = 0;
    for (const auto& [id, game] : archive.games()) {
        const auto& opening = question.opening;
        bool same = game.positions[0].key() == model.positions[0].key() && game.paths.size() >= opening.size();
        for (std::size_t ply = 0; same && ply < opening.size(); ++ply) same = game.move(ply) == opening[ply];
        expected += same ? 1 : 0;
    }
    CHECK(found(archive.store(), query).size() == expected);
}

TEST_CASE("a query about chess finds no game of Camelot, and one about Camelot none of chess", "[search][camelot]") {
    MixedArchive archive;
    Query chess;
    chess.position = WantedPosition(chess::Position::initial());
    for (const auto& [id, ply] : found(archive.store(), chess)) CHECK(!archive.games().contains(id));
    Query camelot;
    about_camelot(camelot);
    for (const auto& [id, ply] : found(archive.store(), camelot)) CHECK(archive.games().contains(id));
}

TEST_CASE("a move of Camelot is of the kinds that its rules name", "[search][camelot]") {
    using camelot::testing::path;
    using camelot::testing::placed;
    const auto kinds = [](std::string_view pieces, std::string_view move) {
        return traits_of(placed(pieces), path(move));
    };
    CHECK(kinds("ME6 mA9", "E6-E7") == traits("plain"));
    CHECK(kinds("ME6 ME7 mA9", "E6-E8") == traits("canter"));
    CHECK(kinds("ME6 mE7", "E6xE8") == traits("jump"));
    CHECK(kinds("NE6 ME7 mE9", "E6-E8xE10") == traits("charge, canter, jump"));
    CHECK(kinds("MF15 mA9", "F15-F16") == traits("plain castle-entry"));
    CHECK(kinds("MF16 mA9", "F16-G16") == traits("castle-move"));
    CHECK(kinds("MH14 mG15", "H14xF16") == traits("jump castle-entry"));
    CHECK(read_move_traits("jump leap").error().begin == 5);
    CHECK(!read_move_traits(" ,"));
}

TEST_CASE("pieces on squares of Camelot are read, and what is wrong with them is pointed out", "[search][camelot]") {
    const auto is_in = [](std::string_view pattern) {
        return read_camelot_pieces(pattern).value().is_in(camelot::Position::initial());
    };
    CHECK(is_in("NC6 mH11"));
    CHECK(is_in("Nc6, mh11"));
    CHECK(is_in("N[A,C]6 nJ11 MD-F[6,7]"));
    CHECK(is_in("nC10-12"));
    CHECK_FALSE(is_in("NC6 mH12"));
    CHECK_FALSE(is_in("MC6"));
    struct Fault {
        std::string_view text;
        std::size_t begin;
        std::string_view message;
    };
    const auto fault = GENERATE(values<Fault>({{"NC6 KE1", 4, "expected a piece, N or M for White, n or m for Black"},
                                               {"NC17", 2, "expected a rank, 1 to 16"},
                                               {"NZ6", 1, "expected a file, A to N"},
                                               {"NC6mH11", 3, "expected a blank before the next piece"},
                                               {"NA1", 0, "no board of Camelot has this square"}}));
    const auto read = read_camelot_pieces(fault.text);
    REQUIRE_FALSE(read);
    CHECK(read.error().begin == fault.begin);
    CHECK(read.error().message == fault.message);
}

TEST_CASE("what was typed is taken for Camelot where it can be nothing else", "[search][camelot]") {
    CHECK(is_camelot_score("1.E6-E8 H11-F9"));
    CHECK(is_camelot_score("1. D6-F8"));
    CHECK(is_camelot_score("J11-I12"));
    CHECK_FALSE(is_camelot_score("1. e4 e5"));
    CHECK_FALSE(is_camelot_score("e2-e4"));
    CHECK_FALSE(is_camelot_score(""));
    CHECK(is_camelot_position(camelot::boards::cam.initial_text));
    CHECK_FALSE(is_camelot_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    CHECK(are_camelot_pieces("NC6"));
    CHECK(are_camelot_pieces("N[C,D]6"));
    CHECK(are_camelot_pieces("mh11"));
    CHECK_FALSE(are_camelot_pieces("Nc6 nf6"));
    CHECK_FALSE(are_camelot_pieces("P[c,e]4"));
}

TEST_CASE("a position of Camelot asks for as much as is written of it", "[search][camelot]") {
    const std::string_view board = "*****2*****/**8**/*10*/12/12/12/12/12/12/12/12/mM10/12/*10*/**8**/*****2*****";
    const auto fields = [&](const std::string& rest) {
        return read_camelot_position(std::string(board) + rest).value().fields();
    };
    CHECK(fields("") == WantedCamelotPosition::Fields{.turn = false, .castle_moves = false});
    CHECK(fields(" b") == WantedCamelotPosition::Fields{.turn = true, .castle_moves = false});
    CHECK(fields(" ? 10") == WantedCamelotPosition::Fields{.turn = false, .castle_moves = true});
    CHECK(fields(" w ?") == WantedCamelotPosition::Fields{.turn = true, .castle_moves = false});
    CHECK(fields(" w 00") == WantedCamelotPosition::Fields{});
    CHECK(read_camelot_position("*****2*****/*x").error().begin == 13);
}

TEST_CASE("moves of Camelot that are typed may have numbers and marks, and are told where they are illegal",
          "[search][camelot]") {
    const auto played = read_camelot_moves("1.E6-E8! H11-F9 2. H6-F8").value();
    CHECK(played.moves.size() == 3);
    CHECK(played.after.piece_at(square("F8")).has_value());
    CHECK(read_camelot_moves("1.B2-B3", camelot::boards::camette).error().begin == 2);
    CHECK(read_camelot_moves("1.B3-B4", camelot::boards::camette).value().moves.size() == 1);
    const TextFault fault = read_camelot_moves("1.E6-E8 H11-F8").error();
    CHECK(fault.begin == 8);
    CHECK(fault.message.starts_with("move 1, Black: "));
    CHECK(read_camelot_moves("1. e4").error().message.ends_with("such as E6-E8 or C6-E6xG8"));
}
