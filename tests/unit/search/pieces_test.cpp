#include "search/patterns.hpp"

#include <catch2/catch.hpp>

#include "games/chess/fen.hpp"

using namespace cofnod;
using namespace cofnod::search;

namespace {

bool finds(std::string_view pieces, std::string_view fen) {
    const auto read = read_pieces(pieces);
    if (!read) FAIL(read.error().message);
    return read->is_in(chess::Replayer(chess::read_fen(fen)->position));
}

/// Returns the place and the message of a fault: "4 expected a rank, 1 to 8".
std::string fault_of(std::string_view pieces) {
    const auto read = read_pieces(pieces);
    REQUIRE_FALSE(read);
    return std::to_string(read.error().begin) + " " + read.error().message;
}

const std::string_view isolani = "r1bqr1k1/pp2bppp/2n2n2/3p4/3P4/2NB1N2/PP3PPP/R1BQR1K1 w - - 0 1";

}  // namespace

TEST_CASE("pieces stand on their squares at once", "[search][pieces]") {
    CHECK(finds("Pd4", isolani));
    CHECK(finds("Pd4 pd5", isolani));
    CHECK(finds("Pd4 pd5 Kg1 kg8 nf6", isolani));
    CHECK_FALSE(finds("Pd4 nd5", isolani));
    CHECK_FALSE(finds("pd4", isolani));
    CHECK_FALSE(finds("Pa2 Pb2 Pc2", isolani));
    CHECK(finds("  Pd4,pd5 ; Kg1 ", isolani));
}

TEST_CASE("several files or ranks mean one of the squares", "[search][pieces]") {
    CHECK(finds("P[c,d]4", isolani));
    CHECK(finds("P[a-d]4", isolani));
    CHECK(finds("Pd[2,4]", isolani));
    CHECK(finds("Pd2-5", isolani));
    CHECK(finds("Pd5-2", isolani));
    CHECK(finds("Pa-h1-8", isolani));
    CHECK(finds("N[c,f]3-3", isolani));
    CHECK_FALSE(finds("P[c,e]1-8", isolani));
    CHECK_FALSE(finds("R[b-d]1", isolani));
    CHECK(finds("P[c,d]4 Pa-b2 n[f,g][5-6]", isolani));
}

TEST_CASE("a fault in pieces has its place and says what was expected", "[search][pieces]") {
    CHECK(fault_of("Pd4 xd5") == "4 expected a piece, one of P N B R Q K for White or p n b r q k for Black");
    CHECK(fault_of("Pd9") == "2 expected a rank, 1 to 8");
    CHECK(fault_of("Pi4") == "1 expected a file, a to h");
    CHECK(fault_of("P") == "1 expected a file, a to h");
    CHECK(fault_of("Pd4nd5") == "3 expected a blank before the next piece");
    CHECK(fault_of("P[c,x]4") == "4 expected a file, a to h");
    CHECK(fault_of("P[c,e4") == "5 expected a comma or ]");
    CHECK(fault_of("P[c-]4") == "4 expected the last file of the range, a to h");
    CHECK(fault_of("Pd4 nd4") == "4 d4 cannot hold P and n at once");
    CHECK(fault_of("  ") == "0 no pieces");
    CHECK(fault_of("") == "0 no pieces");
}
