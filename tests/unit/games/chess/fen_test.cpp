#include "games/chess/fen.hpp"
#include "base/problem.hpp"

#include <catch2/catch.hpp>

#include "playout.hpp"

using namespace cofnod::chess;
using namespace cofnod::chess::testing;

namespace {

/// Returns a FEN as written back after reading.
std::string rewritten(std::string_view text) { return write_fen(position(text)); }

FenError error_of(std::string_view text) {
    const auto fen = read_fen(text);
    REQUIRE_FALSE(fen);
    return fen.error();
}

}  // namespace

TEST_CASE("a FEN that is read and written again is the same", "[chess][fen]") {
    CHECK(rewritten(initial_fen) == initial_fen);
    CHECK(write_fen(Position::initial()) == initial_fen);
    play_random_games(21, true, [](const Position& before, Move) {
        const std::string text = write_fen(before);
        if (rewritten(text) != text) FAIL_CHECK(text);
    });
}

TEST_CASE("castling rights are written by rook file only where K or Q would mean another rook", "[chess][fen]") {
    CHECK(rewritten("4k3/8/8/8/8/8/8/4K1RR w G - 0 1") == "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
    CHECK(rewritten("4k3/8/8/8/8/8/8/4K1RR w H - 0 1") == "4k3/8/8/8/8/8/8/4K1RR w K - 0 1");
    CHECK(rewritten("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1") == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}

TEST_CASE("K means the outermost rook", "[chess][fen]") {
    CHECK(position("4k3/8/8/8/8/8/8/4K1RR w K - 0 1").castling_rooks() == Bitboard(square("h1")));
    CHECK(position("1r2k3/8/8/8/8/8/8/4K3 b q - 0 1").castling_rooks() == Bitboard(square("b8")));
}

TEST_CASE("a castling right without its rook or king is dropped, and that is told", "[chess][fen]") {
    const auto no_rook = read_fen("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1");
    REQUIRE(no_rook);
    CHECK(no_rook->dropped_castling);
    CHECK(write_fen(no_rook->position) == "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(read_fen("4k3/8/8/8/8/8/4K3/7R w K - 0 1")->dropped_castling);
    CHECK_FALSE(read_fen(initial_fen)->dropped_castling);
}

TEST_CASE("an en-passant square is kept only when the capture is legal", "[chess][fen]") {
    const auto useless = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    REQUIRE(useless);
    CHECK_FALSE(useless->position.en_passant());
    CHECK_FALSE(useless->dropped_en_passant);
    CHECK(rewritten("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") == "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
}

TEST_CASE("an en-passant square that no double step explains is ignored, and that is told", "[chess][fen]") {
    for (const char* text : {"4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - e4 0 1",
                             "4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1"}) {
        const auto fen = read_fen(text);
        REQUIRE(fen);
        CHECK(fen->dropped_en_passant);
        CHECK_FALSE(fen->position.en_passant());
    }
}

TEST_CASE("missing last fields are filled in", "[chess][fen]") {
    CHECK(rewritten("4k3/8/8/8/8/8/8/4K3 b - -") == "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    CHECK(rewritten("4k3/8/8/8/8/8/8/4K3") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    CHECK(rewritten("  4k3/8/8/8/8/8/8/4K3  b  -  -  3  7 \r\n") == "4k3/8/8/8/8/8/8/4K3 b - - 3 7");
}

TEST_CASE("what is wrong with a FEN is named, and the column pointed out", "[chess][fen]") {
    struct Example {
        const char* text;
        FenError error;
    };
    const auto example = GENERATE(values<Example>({
        {"", {SetupFault::not_eight_ranks, 1}},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", {SetupFault::not_eight_ranks, 18}},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", {SetupFault::not_eight_ranks, 18}},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", {SetupFault::rank_too_long, 3}},
        {"4k3p/8/8/8/8/8/8/4K3 w - - 0 1", {SetupFault::rank_too_long, 4}},
        {"4k2/8/8/8/8/8/8/4K3 w - - 0 1", {SetupFault::rank_too_short, 4}},
        {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", {SetupFault::rank_too_short, 20}},
        {"4k3/8/8/8/8/8/8/4C3 w - - 0 1", {SetupFault::bad_piece_letter, 18}},
        {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", {SetupFault::bad_turn, 21}},
        {"4k3/8/8/8/8/8/8/4K3 w KX - 0 1", {SetupFault::bad_castling, 24}},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", {SetupFault::bad_en_passant, 25}},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", {SetupFault::bad_number, 27}},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999", {SetupFault::bad_number, 29}},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", {SetupFault::bad_number, 27}},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 e2e4", {SetupFault::text_after_end, 31}},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", {SetupFault::no_king, 1}},
        {"4k2k/8/8/8/8/8/8/4K3 w - - 0 1", {SetupFault::several_kings, 2}},
        {"4k3/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 b - - 0 1", {SetupFault::too_many_pieces, 1}},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", {SetupFault::pawn_on_last_rank, 17}},
        {"4k3/8/8/8/8/8/8/4R2K w - - 0 1", {SetupFault::opponent_in_check, 2}},
        {"8/8/8/8/8/8/4kK2/8 w - - 0 1", {SetupFault::opponent_in_check, 14}},
    }));
    INFO(example.text);
    CHECK(error_of(example.text) == example.error);
}

TEST_CASE("a fault is reported with its column", "[chess][fen]") {
    CHECK(sentence(error_of("4k4/8/8/8/8/8/8/4K3 w").reason()) ==
          "the FEN is no position: a rank has more than eight squares (column 3)");
}

namespace {

/// Returns the FEN that a field is read as, and the notes, one per line.
std::string field(std::string_view text) {
    const auto read = read_fen_field(text);
    if (!read) return sentence(read.error().reason());
    std::string answer = read->text;
    for (const FenNote& note : read->notes)
        answer += "\n" + std::to_string(note.column) + " " + std::string(name_of(note.reason.kind));
    return answer;
}

}  // namespace

TEST_CASE("a FEN of six fields stays as it is written", "[chess][fen]") {
    for (const char* text :
         {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 17",
          "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"})
        CHECK(field(text) == text);
}

TEST_CASE("what a FEN lacks or has otherwise is repaired with a note", "[chess][fen]") {
    const std::string board = "4k3/8/8/8/8/8/4P3/4K3";
    const auto example = GENERATE_COPY(values<std::pair<std::string, std::string>>({
        {board + " w - - 0 1 ", board + " w - - 0 1"},
        {board, board + " w - - 0 1\n1 fen_fields_missing"},
        {board + " b", board + " b - - 0 1\n23 fen_fields_missing"},
        {board + " w - -", board + " w - - 0 1\n27 fen_fields_missing"},
        {board + " w - - ? ?", board + " w - - 0 1\n31 fen_fields_missing"},
        {board + " w - - 3 17 ;", board + " w - - 3 17\n34 fen_rest"},
        {board + " w - - hmvc 3; fmvn 17;", board + " w - - 3 17\n29 fen_operations"},
        {board + " w - - fmvn 0; hmvc 3;", board + " w - - 3 1\n29 fen_operations\n42 fen_fields_missing"},
        {board + " w bm e4;", board + " w - - 0 1\n25 fen_rest\n28 fen_fields_missing"},
        {board + "// w - - 0 1", board + " w - - 0 1\n22 fen_slash"},
        {"/" + board + " w - - 0 1", board + " w - - 0 1\n1 fen_slash"},
        {"//" + board + "/ x - - 0 1", board + " w - - 0 1\n1 fen_slash\n24 fen_slash\n26 fen_turn"},
        {"https://lichess.org/editor/" + board + "_b_-_-_0_1?color=white",
         board + " b - - 0 1\n28 fen_in_address\n49 fen_joined"},
        {"https://lichess.org/analysis/standard/" + board,
         board + " w - - 0 1\n39 fen_in_address\n39 fen_fields_missing"},
        {"https://x.org/?fen=" + board + "%20b%20-%20-",
         board + " b - - 0 1\n20 fen_in_address\n52 fen_fields_missing"},
        {"https://www.chess.com/analysis?fen=" + board + "+b+-+-+3+17&tab=analysis",
         board + " b - - 3 17\n36 fen_in_address"},
        {board + "_b_-_-_0_1", board + " b - - 0 1\n22 fen_joined"},
        {board + " WHITE - - 0 1", board + " w - - 0 1\n23 fen_turn"},
        {board + " w - - -5 1", board + " w - - 0 1\n29 fen_counter"},
        {board + " w - - 0.5 1", board + " w - - 0 1\n29 fen_counter"},
        {board + " w - - 65536 0", board + " w - - 0 1\n29 fen_counter\n35 fen_counter"},
        {board + " w KQkq - 0 1", board + " w - - 0 1\n25 fen_castling"},
        {board + " w none - 0 1", board + " w - - 0 1\n25 fen_castling"},
        {board + " w - e3 0 1", board + " w - - 0 1\n27 fen_en_passant"},
        {board + " w - E4 0 1", board + " w - - 0 1\n27 fen_en_passant"},
        {board + " w - 0 0 1", board + " w - - 0 1\n27 fen_en_passant"},
        {board + " KQ - 0 1", board + " w - - 0 1\n23 fen_castling\n30 fen_fields_missing"},
    }));
    INFO(example.first);
    CHECK(field(example.first) == example.second);
}

TEST_CASE("a field without a position is known", "[chess][fen]") {
    for (const char* text : {"", " ", "?", "-", "*", "????", "startpos", "None", "N/A"}) CHECK(names_no_position(text));
    for (const char* text : {"x", "8/8/8/8/8/8/8/8", "4k3"}) CHECK_FALSE(names_no_position(text));
}

TEST_CASE("no text makes the reader of FEN stumble", "[chess][fen]") {
    Dice dice(22);
    const std::string letters = "KQRBNPkqrbnp12345678/// -wbacdefgh09\t\xC3";
    for (int i = 0; i < 20'000; ++i) {
        std::string text(initial_fen);
        for (std::size_t n = dice.below(4) + 1; n > 0; --n)
            text[dice.below(text.size())] = letters[dice.below(letters.size())];
        const auto fen = read_fen(text);
        if (fen) CHECK(rewritten(write_fen(fen->position)) == write_fen(fen->position));
        const auto field = read_fen_field(text);
        if (fen && fen->position.fullmove_number() > 0) CHECK((field && field->position == fen->position));
        if (field) CHECK((read_fen(field->text) && read_fen(field->text)->position == field->position));
    }
}
