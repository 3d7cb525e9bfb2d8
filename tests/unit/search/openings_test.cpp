#include "games/record/openings.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include "games/chess/fen.hpp"
#include "games/chess/pack.hpp"
#include "search/written_moves.hpp"

using namespace cofnod;
using namespace cofnod::search;

namespace {

WrittenMoves read(std::string_view text) {
    static const auto languages = notation::Languages::built_in();
    const auto moves = read_written_moves(text, languages, &languages.english());
    INFO(text);
    REQUIRE(moves);
    return *moves;
}

const Opening* opening_after(std::string_view text) { return find_opening(read(text).after.key()); }

std::string packed(std::string_view text, chess::Position position = chess::Position::initial()) {
    chess::Packer packer(position);
    for (const chess::Move move : read(text).moves) {
        packer.push(position, move);
        position.play(move);
    }
    return std::string(packer.bytes());
}

std::string_view english_name_of(std::string_view game) {
    const Opening* opening = opening_of(chess::Position::initial(), packed(game));
    return opening ? opening->english : "none";
}

std::string code_of(int number) {
    const auto digit = [](int value) { return static_cast<char>('0' + value); };
    return {static_cast<char>('A' + number / 100), digit(number / 10 % 10), digit(number % 10)};
}

std::string_view main_part(std::string_view name) { return name.substr(0, name.find(':')); }

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t number = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++number;
    return number;
}

/// Returns true for the two openings whose Welsh and Arabic names lack the parent opening: "Gêm Agored".
bool has_name_of_its_own(const Opening& opening) {
    return opening.english == "King's Pawn Game: Open Game" || opening.english == "Queen's Pawn Game: Closed Game";
}

}  // namespace

TEST_CASE("the moves of every opening are legal and lead to its key", "[search][openings]") {
    for (const Opening& opening : openings()) {
        const WrittenMoves moves = read(opening.moves);
        INFO(opening.moves);
        CHECK(moves.after.key() == opening.key);
        CHECK(moves.moves.size() == opening.ply_count);
    }
}

TEST_CASE("no two openings are the same position, so each is found by its own", "[search][openings]") {
    for (const Opening& opening : openings()) {
        INFO(opening.eco << ' ' << opening.moves);
        CHECK(find_opening(opening.key) == &opening);
    }
}

TEST_CASE("every code from A00 to E99 has an opening, and there are no others", "[search][openings]") {
    std::set<std::string> codes, wanted;
    for (const Opening& opening : openings()) codes.emplace(opening.eco);
    for (int number = 0; number < 500; ++number) wanted.insert(code_of(number));
    CHECK(codes == wanted);
}

TEST_CASE("openings stand in the order of code, then moves", "[search][openings]") {
    CHECK(std::is_sorted(openings().begin(), openings().end(), [](const Opening& a, const Opening& b) {
        return std::pair(a.eco, a.moves) < std::pair(b.eco, b.moves);
    }));
}

TEST_CASE("every opening has a name in English, Welsh and Arabic", "[search][openings]") {
    for (const Opening& opening : openings()) {
        INFO(opening.moves);
        for (const auto name : {opening.english, opening.welsh, opening.arabic}) {
            CHECK(!name.empty());
            CHECK((name.empty() || (name.front() != ' ' && name.back() != ' ' && name.back() != '\r')));
        }
    }
}

TEST_CASE("names in all languages have the same parts: the opening, a colon, its variations", "[search][openings]") {
    for (const Opening& opening : openings()) {
        INFO(opening.english << " | " << opening.welsh << " | " << opening.arabic);
        CHECK(count(opening.welsh, ", ") == count(opening.english, ", "));
        CHECK(count(opening.arabic, "، ") == count(opening.english, ", "));
        CHECK(count(opening.arabic, ",") == 0);
        if (has_name_of_its_own(opening)) continue;
        CHECK(count(opening.welsh, ": ") == count(opening.english, ": "));
        CHECK(count(opening.arabic, ": ") == count(opening.english, ": "));
    }
}

TEST_CASE("an opening has the same name in all its variations", "[search][openings]") {
    std::map<std::string_view, std::pair<std::string_view, std::string_view>> names;
    for (const Opening& opening : openings()) {
        if (has_name_of_its_own(opening)) continue;
        const auto known =
            names.try_emplace(main_part(opening.english), main_part(opening.welsh), main_part(opening.arabic)).first;
        INFO(opening.english);
        CHECK(known->second == std::pair(main_part(opening.welsh), main_part(opening.arabic)));
    }
}

TEST_CASE("different openings have different names in Welsh and Arabic", "[search][openings]") {
    std::map<std::string_view, std::string_view> names;
    for (const Opening& opening : openings())
        for (const auto name : {opening.welsh, opening.arabic}) {
            INFO(name);
            CHECK(names.try_emplace(name, opening.english).first->second == opening.english);
        }
}

TEST_CASE("Arabic names have no Latin letters but those of moves and squares", "[search][openings]") {
    static const std::regex word("[ -9;-~]*[A-Za-z][ -9;-~]*");  // printable ASCII without the colon
    static const std::regex moves(R"( *((\d+\.(\.\.)? ?)?(O-O(-O)?|[KQRBN]?[a-h]?x?[a-h][1-8]) ?)+)");
    for (const Opening& opening : openings()) {
        INFO(opening.arabic);
        const std::string name(opening.arabic);
        for (std::sregex_iterator at(name.begin(), name.end(), word), end; at != end; ++at)
            CHECK(std::regex_match(at->str(), moves));
    }
}

TEST_CASE("moves are written as we write them, with their numbers", "[search][openings]") {
    const Opening* nimzo = opening_after("1. d4 Nf6 2. c4 e6 3. Nc3 Bb4");
    REQUIRE(nimzo);
    CHECK(nimzo->moves == "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4");
    CHECK(nimzo->eco == "E20");
    CHECK(nimzo->ply_count == 6);
}

TEST_CASE("an opening has its name in whatever order its moves were played", "[search][openings]") {
    for (const auto* moves : {"1. d4 Nf6 2. c4 e6 3. Nc3 Bb4", "1. c4 Nf6 2. Nc3 e6 3. d4 Bb4",
                              "1. d4 e6 2. c4 Bb4+ 3. Nc3 Nf6", "1. c4 e6 2. Nc3 Bb4 3. d4 Nf6"}) {
        INFO(moves);
        const Opening* opening = opening_after(moves);
        REQUIRE(opening);
        CHECK(opening->eco == "E20");
        CHECK(opening->english == "Nimzo-Indian Defence");
    }
}

TEST_CASE("Petrov's Defence is 2... Nf6, not 2... Nc6", "[search][openings]") {
    for (const Opening& opening : openings())
        if (opening.english.starts_with("Petrov")) {
            INFO(opening.moves);
            CHECK(opening.moves.starts_with("1. e4 e5 2. Nf3 Nf6"));
        }
    CHECK(english_name_of("1. e4 e5 2. Nf3 Nc6") == "King's Knight Opening: Normal Variation");
    CHECK(english_name_of("1. e4 e5 2. Nf3 Nc6 3. Be2") == "Tayler Opening");
    CHECK(english_name_of("1. e4 e5 2. Nf3 Nc6 3. g3") == "Konstantinopolsky Opening");
}

TEST_CASE("the start and a position out of the book have no name", "[search][openings]") {
    CHECK(find_opening(chess::Position::initial().key()) == nullptr);
    CHECK(opening_after("1. e4 e5 2. h4 a5 3. Rh3") == nullptr);
}

TEST_CASE("a game has the deepest name that it came to, also after it left the book", "[search][openings]") {
    CHECK(english_name_of("1. e4 c5") == "Sicilian Defence");
    CHECK(english_name_of("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6") ==
          "Sicilian Defence: Najdorf Variation");
    CHECK(english_name_of("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Nb1 h5 7. a4 Rh6") ==
          "Sicilian Defence: Najdorf Variation");
    CHECK(english_name_of("1. Nf3 d5 2. d4 Nf6 3. c4") == english_name_of("1. d4 d5 2. c4 Nf6 3. Nf3"));
    CHECK(opening_of(chess::Position::initial(), "") == nullptr);
}

TEST_CASE("a game from a set-up position is named when it comes to an opening", "[search][openings]") {
    const auto setup = chess::read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    REQUIRE(setup);
    const Opening* opening = opening_of(setup->position, "");
    REQUIRE(opening);
    CHECK(opening->eco == "B00");
}

TEST_CASE("openings are named in Welsh and Arabic, and in English in all other languages", "[search][openings]") {
    const Opening* sicilian = opening_after("1. e4 c5");
    REQUIRE(sicilian);
    CHECK(sicilian->name("cy") == "Amddiffyniad Sisilaidd");
    CHECK(sicilian->name("ar") == "الدفاع الصقلي");
    CHECK(sicilian->name("en") == "Sicilian Defence");
    CHECK(sicilian->name("fr") == "Sicilian Defence");
    const Opening* grob = opening_after("1. g4 d5 2. Bg2 c6 3. g5");
    REQUIRE(grob);
    CHECK(grob->name("cy") == "Agoriad Grob: Ymosodiad y Pigyn");
    CHECK(grob->name("ar") == "افتتاح غروب: هجوم المسمار");
}
