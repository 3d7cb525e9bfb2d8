#include "base/problem_kinds.hpp"
#include "search/wanted_position.hpp"

#include <catch2/catch.hpp>

#include "base/problem.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/san.hpp"

using namespace cofnod;
using namespace cofnod::search;

namespace {

/// Returns true if the position given by a FEN is the one after some moves (UCI) from another.
bool finds(std::string_view wanted, std::string_view start, std::initializer_list<std::string_view> moves = {}) {
    const auto read = read_position(wanted);
    REQUIRE(read);
    chess::Position position = chess::read_fen(start)->position;
    for (const auto move : moves) position.play(chess::read_uci(position, move).value());
    return read->wanted.is_in(chess::Replayer(position));
}

TextFault fault_of(std::string_view fen) {
    const auto read = read_position(fen);
    REQUIRE_FALSE(read);
    return read.error();
}

const std::string_view start = chess::initial_fen;
const std::string_view after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const std::string_view pawns = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";  // e2e4 can be captured en passant

}  // namespace

TEST_CASE("a whole FEN asks for exactly that position", "[search][fen]") {
    CHECK(finds(after_e4, start, {"e2e4"}));
    CHECK(finds("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", start, {"e2e4"}));  // no capture
    CHECK_FALSE(finds(after_e4, start));
    CHECK_FALSE(finds("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", start, {"e2e4"}));
    CHECK_FALSE(finds("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1", start, {"e2e4"}));
}

TEST_CASE("move counters do not matter, nor whether they are written", "[search][fen]") {
    CHECK(finds("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", start, {"e2e4"}));
    CHECK(finds("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 17 40", start, {"e2e4"}));
    CHECK(finds("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - ? -", start, {"e2e4"}));
}

TEST_CASE("fields that are missing, or a question mark, do not matter", "[search][fen]") {
    const std::string board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    for (const char* rest : {"", " b", " ?", " b KQkq", " b ?", " ? ? -", " ? KQkq ?", "  b  KQkq"}) {
        INFO(rest);
        CHECK(finds(board + rest, start, {"e2e4"}));
    }
    for (const char* rest : {" w", " b -", " ? Qkq", " w ? ?"}) {
        INFO(rest);
        CHECK_FALSE(finds(board + rest, start, {"e2e4"}));
    }
}

TEST_CASE("en passant can be asked for alone", "[search][fen]") {
    CHECK(finds("4k3/8/8/8/3pP3/8/8/4K3 ? ? e3", pawns, {"e2e4"}));
    CHECK_FALSE(finds("4k3/8/8/8/3pP3/8/8/4K3 ? ? -", pawns, {"e2e4"}));
    CHECK(finds("4k3/8/8/8/3pP3/8/8/4K3 b ?", pawns, {"e2e4"}));
    CHECK_FALSE(finds("4k3/8/8/8/3pP3/8/8/4K3 ? ? e3", pawns, {"e2e3", "e8e7", "e3e4"}));
}

TEST_CASE("pieces alone may have a king in check, whose turn it must then be", "[search][fen]") {
    CHECK(finds("4k3/8/8/8/8/8/8/K3R3", "4k3/8/8/8/8/8/R7/K7 w - - 0 1", {"a2e2", "e8d8"}) == false);
    CHECK(finds("4k3/8/8/8/8/8/8/K3R3", "4k3/8/8/8/8/8/7R/K7 w - - 0 1", {"h2e2"}) == false);
    CHECK(finds("4k3/8/8/8/8/8/4R3/K7", "4k3/8/8/8/8/8/7R/K7 w - - 0 1", {"h2e2"}));
}

TEST_CASE("a fault in a FEN has its place", "[search][fen]") {
    CHECK(fault_of("rnbqkbnr/pppppppp/8/8/8x/8/PPPPPPPP/RNBQKBNR").begin == 23);
    CHECK(fault_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq").begin == 44);
    CHECK(fault_of("?").message == "the pieces must be given");
    CHECK(fault_of("8/8/8/8/8/8/8/8").message == sentence(Reason{ProblemKind::no_king}));
    CHECK(fault_of("  ").message == "no position");
}

TEST_CASE("a castling right without its rook is left out, and said so", "[search][fen]") {
    const auto read = read_position("4k3/8/8/8/8/8/8/4K2R w KQ -");
    REQUIRE(read);
    CHECK_FALSE(read->note.empty());
    CHECK(read->wanted.is_in(chess::Replayer(chess::read_fen("4k3/8/8/8/8/8/8/4K2R w K -")->position)));
}

TEST_CASE("what is written otherwise than in FEN is read, and noted", "[search][fen]") {
    const auto note_of = [](std::string_view fen) {
        const auto read = read_position(fen);
        REQUIRE(read);
        CHECK(read->wanted.is_in(chess::Replayer(chess::read_fen(after_e4)->position)));
        return read->note;
    };
    CHECK(note_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1") ==
          "the fields of the FEN are joined by «_», read as blanks");
    CHECK(note_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR/ Black KQkq - 0 0") ==
          "a slash before the first or after the last rank of the FEN is ignored; the side to move «Black» is read as b");
    CHECK(note_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id 1;") ==
          "the text after the FEN is ignored: «bm e5; id 1;»");
    CHECK(note_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;").empty());
    CHECK(note_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - -5 99999").empty());
}
