#include "games/chess/movegen.hpp"

#include <catch2/catch.hpp>

#include "playout.hpp"

using namespace cofnod::chess;
using namespace cofnod::chess::testing;

TEST_CASE("of all moves that sixteen bits can say, exactly the generated ones are legal", "[chess][movegen]") {
    int count = 0;
    play_random_games(1, false, [&](const Position& before, Move) {
        if (++count % 16 != 0) return;
        const MoveList moves = legal_moves(before);
        std::size_t legal = 0;
        for (unsigned raw = 1; raw <= 0xFFFF; ++raw) {
            const Move move = Move::from_raw(static_cast<std::uint16_t>(raw));
            if (!is_legal(before, move)) continue;
            ++legal;
            if (!moves.contains(move)) FAIL_CHECK(write_fen(before) << " " << raw);
        }
        if (legal != moves.size()) FAIL_CHECK(write_fen(before));
    });
}

TEST_CASE("moves are as legal where it is known that nobody is in check", "[chess][movegen]") {
    play_random_games(1, false, [&](const Position& before, Move) {
        const bool is_check = before.is_check();
        for (const Square from : before.pieces(before.turn()))
            for (int to = 0; to < square_count; ++to) {
                const Role role = before.piece_at(from)->role;
                const Move move = Move::ordinary(from, Square::from_index(to));
                const bool legal = is_legal(before, move);
                if (is_legal(before, move, is_check) != legal) FAIL_CHECK(write_fen(before));
                if (role != Role::pawn && is_legal_of_piece(before, role, move, is_check) != legal)
                    FAIL_CHECK(write_fen(before));
            }
    });
}

TEST_CASE("no legal move leaves the own king where it could be captured", "[chess][movegen]") {
    play_random_games(2, false, [](const Position& before, Move) {
        for (const Move move : legal_moves(before)) {
            Position after = before;
            after.play(move);
            const Color us = before.turn();
            if (after.is_attacked(after.king(us), !us, after.occupied())) FAIL_CHECK(write_fen(before));
        }
    });
}

TEST_CASE("a move that a piece can make is dropped only when the king would be in check after it", "[chess][movegen]") {
    play_random_games(3, false, [](const Position& before, Move) {
        const Color us = before.turn();
        for (const Square from : before.pieces(us))
            for (const Square to : attacks::of(*before.piece_at(from), from, before.occupied()) & ~before.pieces(us)) {
                if (before.piece_at(from)->role == Role::pawn) continue;
                const Move move = Move::ordinary(from, to);
                Position after = before;
                after.play(move);
                const bool safe = !after.is_attacked(after.king(us), !us, after.occupied());
                if (safe != before.leaves_king_safe(move)) FAIL_CHECK(write_fen(before));
            }
    });
}

TEST_CASE("a null move is legal unless the king is in check", "[chess][movegen]") {
    CHECK(is_legal(Position::initial(), Move::null()));
    CHECK_FALSE(is_legal(position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), Move::null()));
}

TEST_CASE("castling is illegal through check, out of check and over pieces", "[chess][castling]") {
    const auto fault = [](const char* fen, CastlingSide side) { return judge_castling(position(fen), side).fault; };
    CHECK_FALSE(fault("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", CastlingSide::king_side));
    CHECK(fault("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", CastlingSide::king_side) == CastlingFault::through_check);
    CHECK(fault("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", CastlingSide::king_side) == CastlingFault::in_check);
    CHECK(fault("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", CastlingSide::queen_side) == CastlingFault::blocked);
    CHECK(fault("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", CastlingSide::queen_side) == CastlingFault::no_right);
    SECTION("an attack on b1 alone does not hinder it") {
        CHECK_FALSE(fault("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", CastlingSide::queen_side));
    }
    SECTION("a Chess960 rook that shields its king may not leave") {
        CHECK(fault("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", CastlingSide::queen_side) == CastlingFault::through_check);
    }
    SECTION("in Chess960 king and rook may change places") {
        Position before = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
        const auto judgement = judge_castling(before, CastlingSide::king_side);
        REQUIRE_FALSE(judgement.fault);
        before.play(judgement.move);
        CHECK(write_fen(before) == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    }
}

TEST_CASE("mate and stalemate end the game, check alone does not", "[chess][outcome]") {
    CHECK(outcome(Position::initial()) == Outcome::none);
    CHECK(outcome(position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")) == Outcome::checkmate);
    CHECK(outcome(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) == Outcome::stalemate);
    CHECK(outcome(position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")) == Outcome::none);
}

TEST_CASE("material is insufficient when nobody could ever mate", "[chess][outcome]") {
    CHECK(has_insufficient_material(position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")));
    CHECK(has_insufficient_material(position("4k3/8/8/8/8/8/8/4KN2 w - - 0 1")));
    CHECK(has_insufficient_material(position("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1")));
    CHECK_FALSE(has_insufficient_material(position("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1")));
    CHECK_FALSE(has_insufficient_material(position("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1")));
    CHECK_FALSE(has_insufficient_material(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")));
}

TEST_CASE("a position that comes for the third time has two earlier occurrences", "[chess][outcome]") {
    Position now = Position::initial();
    std::vector<std::uint64_t> keys = {now.key()};
    for (int i = 0; i < 2; ++i)
        for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
            const std::string_view text = move;
            now.play(Move::ordinary(square(text.substr(0, 2)), square(text.substr(2))));
            keys.push_back(now.key());
        }
    CHECK(earlier_occurrences(keys, now.halfmove_clock()) == 2);
    CHECK(earlier_occurrences(std::span(keys).first(5), 4) == 1);
    CHECK(earlier_occurrences(std::span(keys).first(1), 0) == 0);
}
