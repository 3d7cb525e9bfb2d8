#include "games/chess/resolve.hpp"
#include "base/problem.hpp"

#include <catch2/catch.hpp>

#include "games/chess/san.hpp"
#include "playout.hpp"

using namespace cofnod::chess;
using namespace cofnod::chess::testing;
using cofnod::notation::CheckMark;
using cofnod::notation::Reading;
using cofnod::notation::Readings;

namespace {

/// Reads enough of English notation for the examples: Nbd2, exd5, ed, e8=Q, O-O, --. `~` marks a loose reading.
Reading reading(std::string_view text) {
    Reading result;
    if (text.starts_with('~')) {
        result.loose = true;
        text.remove_prefix(1);
    }
    if (text == "O-O" || text == "O-O-O" || text == "--") {
        result.kind = text == "--"    ? Reading::Kind::null_move
                      : text == "O-O" ? Reading::Kind::castle_king_side
                                      : Reading::Kind::castle_queen_side;
        return result;
    }
    const auto role_of = [](char letter) { return Piece::from_fen_letter(letter)->role; };
    if (text.size() > 2 && text[text.size() - 2] == '=') {
        result.promotion = role_of(text.back());
        text.remove_suffix(2);
    }
    if (text[0] >= 'A' && text[0] <= 'Z') {
        result.role = role_of(text[0]);
        text.remove_prefix(1);
    }
    if (text.back() <= '8') {
        result.to_rank = static_cast<Rank>(text.back() - '1');
        text.remove_suffix(1);
    }
    result.to_file = static_cast<File>(text.back() - 'a');
    text.remove_suffix(1);
    for (const char c : text) {
        if (c == 'x')
            result.capture = true;
        else if (c >= 'a')
            result.from_file = static_cast<File>(c - 'a');
        else
            result.from_rank = static_cast<Rank>(c - '1');
    }
    return result;
}

Readings readings(std::initializer_list<const char*> texts) {
    Readings result;
    for (const char* text : texts) result.add(reading(text));
    return result;
}

/// Returns the move as UCI, or the explanation.
std::string resolved(std::string_view fen, std::initializer_list<const char*> texts) {
    const Position before = position(fen);
    const Readings written = readings(texts);
    const Resolution resolution = resolve(before, written);
    return resolution ? write_uci(resolution.move) : sentence(explain(before, written, resolution));
}

constexpr std::string_view two_knights = "4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1";
constexpr std::string_view pinned_knight = "4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1";
constexpr std::string_view rooks_home = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

}  // namespace

TEST_CASE("every legal move is found again from its standard notation", "[chess][resolve][san]") {
    play_random_games(31, false, [](const Position& before, Move) {
        for (const Move move : legal_moves(before)) {
            Readings written;
            written.add(san_reading(before, move));
            const Resolution resolution = resolve(before, written);
            if (!resolution || resolution.move != move) FAIL_CHECK(write_fen(before) << " " << write_uci(move));
        }
    });
}

TEST_CASE("what is resolved at a glance is the move that it is the standard notation of", "[chess][resolve][san]") {
    play_random_games(33, false, [&](const Position& position, Move) {
        for (const Move move : legal_moves(position)) {
            const Reading san = san_reading(position, move);
            const Move found = resolve_canonical(position, san);
            REQUIRE(found == move);
            REQUIRE(resolve_canonical(position, san, position.is_check()) == found);
            for (int change = 0; change < 4; ++change) {  // more, less or other than export writes
                Reading other = san;
                if (change == 0) other.capture = !other.capture;
                if (change == 1) other.from_file = move.from().file();
                if (change == 2) other.from_rank = move.from().rank();
                if (change == 3) other.role = other.role == Role::queen ? Role::rook : Role::queen;
                const Move also = resolve_canonical(position, other);
                if (!also.is_null()) REQUIRE(san_reading(position, also) == other);
                REQUIRE(resolve_canonical(position, other, position.is_check()) == also);
            }
        }
    });
}

TEST_CASE("standard notation says no more than it must", "[chess][san]") {
    play_random_games(32, false, [](const Position& before, Move move) {
        Reading full = san_reading(before, move);
        if (full.role == Role::pawn || !(full.from_file || full.from_rank)) return;
        full.from_file.reset();
        full.from_rank.reset();
        Readings written;
        written.add(full);
        if (resolve(before, written).kind != Resolution::Kind::ambiguous) FAIL_CHECK(write_fen(before));
    });
}

TEST_CASE("pieces are told apart by file, else by rank, else by both", "[chess][san]") {
    const auto san = [](std::string_view fen, const char* uci) {
        const Position before = position(fen);
        return san_reading(before, *read_uci(before, uci));
    };
    CHECK(san(two_knights, "g1f3") == reading("Ngf3"));
    CHECK(san("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", "a1a2") == reading("R1a2"));
    CHECK(san("6k1/8/8/8/8/Q1Q5/8/Q3K3 w - - 0 1", "a3b2") == reading("Qa3b2"));
    CHECK(san(pinned_knight, "g1f3") == reading("Nf3"));
    CHECK(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == reading("exd6"));
    CHECK(san(rooks_home, "e1g1") == reading("O-O"));
    CHECK(san(rooks_home, "0000") == reading("--"));
}

TEST_CASE("check and mate are marked", "[chess][san]") {
    CHECK(check_mark(Position::initial()) == CheckMark::none);
    CHECK(check_mark(position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")) == CheckMark::check);
    CHECK(check_mark(position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")) == CheckMark::mate);
}

TEST_CASE("a move that two pieces can make is ambiguous", "[chess][resolve]") {
    CHECK(resolved(two_knights, {"Nf3"}) == "which knight? g1 and d2 can both go to f3");
    CHECK(resolved(two_knights, {"Ngf3"}) == "g1f3");
    CHECK(resolved(two_knights, {"N2f3"}) == "d2f3");
}

TEST_CASE("a pinned piece does not make a move ambiguous", "[chess][resolve]") {
    CHECK(resolved(pinned_knight, {"Nf3"}) == "g1f3");
    CHECK(resolved(pinned_knight, {"Ndf3"}) == "that leaves the king in check");
}

TEST_CASE("an illegal move is explained", "[chess][resolve]") {
    CHECK(resolved(initial_fen, {"Ng3"}) == "no knight can reach g3");
    CHECK(resolved(initial_fen, {"Rb1"}) == "a knight of its own stands on b1");
    CHECK(resolved(initial_fen, {"e5"}) == "no pawn can reach e5");
    CHECK(resolved(initial_fen, {"O-O"}) == "the king may not castle: there is a piece on f1");
    CHECK(resolved("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"O-O"}) == "the king may not castle: f1 is attacked");
    CHECK(resolved("4kr2/8/8/8/8/8/8/R3K2R w Q - 0 1", {"O-O"}) ==
          "the king may not castle there: it or the rook has moved");
    CHECK(resolved("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", {"O-O"}) == "the king may not castle out of check");
    CHECK(resolved("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", {"--"}) == "the turn cannot be passed while in check");
    CHECK(resolved("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", {"e8"}) == "it does not say what the pawn becomes on e8");
    CHECK(resolved("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", {"e8=K"}) == "nothing is promoted like that on e8");
    CHECK(resolved(initial_fen, {"e4=Q"}) == "nothing is promoted like that on e4");
    CHECK(resolved(initial_fen, {}) == "it cannot be read as a move");
}

TEST_CASE("the nearest legal moves come with an illegal one", "[chess][resolve]") {
    const Resolution resolution = resolve(Position::initial(), readings({"Nbf3"}));
    CHECK(resolution.reason == IllegalReason::nothing_reaches);
    REQUIRE(resolution.moves.size() == 1);
    CHECK(write_uci(resolution.moves[0]) == "g1f3");
}

TEST_CASE("castling is found in standard chess and in Chess960", "[chess][resolve]") {
    CHECK(resolved(rooks_home, {"O-O"}) == "e1g1");
    CHECK(resolved(rooks_home, {"O-O-O"}) == "e1c1");
    CHECK(resolve(position("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"), readings({"O-O-O"})).move ==
          Move::castling(square("f1"), square("b1")));
}

TEST_CASE("a pawn's capture may leave out the rank, as long as one pawn can be meant", "[chess][resolve]") {
    CHECK(resolved("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", {"ed"}) == "e4d5");
    CHECK(resolved("4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", {"ed"}) == "it can be read as several legal moves");
    CHECK(resolved("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"exd"}) == "e5d6");
    CHECK(resolved("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", {"ed"}) == "no pawn can reach that file");
}

TEST_CASE("a wrong or missing capture sign is forgiven", "[chess][resolve]") {
    CHECK(resolved(initial_fen, {"Nxf3"}) == "g1f3");
    CHECK(resolved(initial_fen, {"exe4"}) == "e2e4");
    CHECK(resolved("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", {"ed5"}) == "e4d5");
    CHECK(resolved("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", {"xd5"}) == "e4d5");
    CHECK(resolved("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", {"d5"}) == "no pawn can reach d5");
}

TEST_CASE("the rules choose between readings", "[chess][resolve]") {
    CHECK(resolved(initial_fen, {"Bf3", "Nf3"}) == "g1f3");
    CHECK(resolved(initial_fen, {"Nc3", "c3"}) == "it can be read as several legal moves");
}

TEST_CASE("a loose reading counts only when no other is legal", "[chess][resolve]") {
    CHECK(resolved(initial_fen, {"~c3", "Nc3"}) == "b1c3");
    CHECK(resolved(initial_fen, {"~c3", "Bc3"}) == "c2c3");
}

TEST_CASE("a move written by its two squares needs no letter", "[chess][resolve]") {
    CHECK(resolved(initial_fen, {"g1f3"}) == "g1f3");
    CHECK(resolved(initial_fen, {"e2e4"}) == "e2e4");
    CHECK(resolved(rooks_home, {"e1g1"}) == "e1g1");
    CHECK(resolved(rooks_home, {"e1h1"}) == "e1g1");
}
