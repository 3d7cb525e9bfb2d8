// Tests writing (src/games/pgn) and reading (importers) together: each verifies the other.

#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/characters.hpp"
#include "collect.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/san.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/replay.hpp"
#include "importers/text/container.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/written_move.hpp"
#include "random_game.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::string export_all(const Collected& found, const notation::Language& language) {
    std::string text;
    for (const GameRecord& game : found.games) pgn::write(game, {.language = &language}, text);
    return text;
}

std::string export_all(const Collected& found) { return export_all(found, languages().english()); }

std::size_t longest_line(const std::string& text) {
    std::size_t longest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with("[")) longest = std::max(longest, utf8::length(line));
    return longest;
}

}  // namespace

TEST_CASE("what is exported is read back as the same record, and exported as the same bytes", "[pgn][property]") {
    rc::prop("round trip", [] {
        const Collected first = read_text(random_game(languages().english()), Format::pgn);
        RC_ASSERT(first.games.size() == 1u);
        RC_ASSERT(first.games[0].state == GameState::complete);
        const std::string text = export_all(first);
        const Collected second = read_text(text, Format::pgn);
        RC_ASSERT(second.games.size() == 1u);
        RC_ASSERT(second.games[0].moves == first.games[0].moves);
        RC_ASSERT(second.games[0].annotations == first.games[0].annotations);
        RC_ASSERT(export_all(second) == text);
    });
}

TEST_CASE("a short game comes back the same from every notation and layout", "[pgn][property]") {
    static const std::vector<std::string> starts = {"", "7k/PPP5/8/8/8/8/5ppp/K7 w - - 0 1",
                                                    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 3 30",
                                                    "7k/2P5/8/1N1N4/8/1B1Q4/2R1R1K1/8 w - - 0 1"};
    rc::prop("round trip in all notations", [] {
        const std::string start = *rc::gen::elementOf(starts);
        chess::Position position = start.empty() ? chess::Position::initial() : chess::read_fen(start)->position;
        std::string text = start.empty() ? "[White \"a\"]\n\n" : "[FEN \"" + start + "\"]\n\n";
        for (int plies = *rc::gen::inRange(1, 11); plies > 0; --plies) {
            const chess::MoveList moves = chess::legal_moves(position);
            if (moves.empty()) break;
            std::vector<chess::Move> promotions;
            for (const chess::Move move : moves)
                if (move.kind() == chess::Move::Kind::promotion) promotions.push_back(move);
            const bool promote = !promotions.empty() && *rc::gen::arbitrary<bool>();
            const chess::Move move =
                promote ? *rc::gen::elementOf(promotions) : moves[*rc::gen::inRange<std::size_t>(0, moves.size())];
            notation::write_move(languages().english(), chess::san_reading(position, move), notation::CheckMark::none,
                                 text);
            text += ' ';
            position.play(move);
        }
        const Collected first = read_text("[MoveLanguage \"en\"]\n" + text + "*\n\n", Format::pgn);
        RC_ASSERT(first.games.size() == 1u);
        RC_ASSERT(first.games[0].state == GameState::complete);
        for (const notation::Language& language : languages()) {
            RC_TAG(language.code());
            const std::string written = export_all(first, language);
            const Collected second = read_text(written);
            RC_ASSERT(second.games.size() == 1u);
            RC_ASSERT(second.games[0].moves == first.games[0].moves);
            RC_ASSERT(second.games[0].notation.code == language.code() || &language == &languages().english());
            RC_ASSERT(export_all(second, language) == written);
        }
        for (const pgn::MoveStyle style : {pgn::MoveStyle::long_algebraic, pgn::MoveStyle::uci}) {
            std::string written, again;
            const pgn::WriteOptions how{.language = &languages().english(), .style = style};
            pgn::write(first.games[0], how, written);
            const Collected second = read_text(written);
            RC_ASSERT(second.games.size() == 1u);
            RC_ASSERT(second.games[0].moves == first.games[0].moves);
            pgn::write(second.games[0], how, again);
            RC_ASSERT(again == written);
        }
    });
}

TEST_CASE("a game is written the same by replay and by the rules", "[pgn][property]") {
    static const std::vector<std::string> starts = {
        "", "7k/PPP5/8/8/8/8/5ppp/K7 w - - 0 65534", "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 3 65535",
        "1rk3r1/pp6/8/4Pp2/8/8/6PP/1RK3R1 w KQkq f6 0 9", "7k/2P5/8/1N1N4/8/1B1Q4/2R1R1K1/8 w - - 0 1"};
    rc::prop("any game, width and notation", [] {
        const std::string start = *rc::gen::elementOf(starts);
        chess::Position position = start.empty() ? chess::Position::initial() : chess::read_fen(start)->position;
        GameRecord record;
        record.start = start;
        record.result = static_cast<Result>(*rc::gen::inRange(0, 4));
        chess::Packer packer(position);
        for (int plies = *rc::gen::inRange(0, 60); plies > 0; --plies) {
            const chess::MoveList moves = chess::legal_moves(position);
            if (moves.empty()) break;
            const bool passes = *rc::gen::inRange(0, 20) == 0 && !position.is_check();
            const chess::Move move =
                passes ? chess::Move::null() : moves[*rc::gen::inRange<std::size_t>(0, moves.size())];
            packer.push(position, move);
            position.play(move);
            ++record.ply_count;
        }
        record.moves = packer.bytes();
        record.final_check = final_check_of(position.key());
        GameRecord by_rules = record;
        by_rules.final_check ^= 1;  // makes its replay untrusted
        const std::size_t width = *rc::gen::inRange<std::size_t>(1, 90);
        for (const notation::Language& language : languages()) {
            if (!language.is_written()) continue;
            RC_TAG(language.code());
            std::string replayed, judged;
            pgn::write(record, {.language = &language, .width = width}, replayed);
            pgn::write(by_rules, {.language = &language, .width = width}, judged);
            RC_ASSERT(replayed == judged);
        }
    });
}

TEST_CASE("the text of a rejected game keeps its first and its last brace", "[pgn]") {
    const Collected first = read_text("[FEN \"bad\"]\n\n{one} 1. Txb7 {two}\n");
    REQUIRE(first.games.size() == 1);
    CHECK(first.games[0].unread == "{one} 1. Txb7 {two}");
    CHECK(export_all(read_text(export_all(first))) == export_all(first));
}

TEST_CASE("a comment of Camelot that is not closed is kept once", "[pgn]") {
    CHECK(read_game("[GameType \"Camelot\"]\n\n1. E6-E8 H11-F9 {never closed 2. C6-E6\n").unread ==
          "{never closed 2. C6-E6");
}

TEST_CASE("a number that nobody could tell is kept with the text behind it", "[pgn]") {
    CHECK(read_game("[White \"a\"]\n\n19... Zz9 20. Nf3 1-0\n").unread == "19... Zz9 20. Nf3");
    CHECK(read_game("[White \"a\"]\n\n1. e4 e5 19... Zz9 1-0\n").unread == "19... Zz9");
    CHECK(read_game("[White \"a\"]\n\n1. e4 e5 2. Zz9 1-0\n").unread == "Zz9");
    CHECK(read_game("[White \"a\"]\n\n1. e4 1... Zz9 1-0\n").unread == "Zz9");
    CHECK(read_game("[GameType \"Camelot\"]\n\n1. E6-E8 H11-F9 19... Zz9 {two} 1-0\n").unread == "19... Zz9 {two}");
    CHECK(read_game("[GameType \"Camelot\"]\n\n1. E6-E8 H11-F9 2. Zz9 1-0\n").unread == "Zz9");
}

TEST_CASE("every sample game is exported and read back in every notation", "[pgn]") {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(COFNOD_ROOT "/sample-data/chess")) {
        if (!entry.is_regular_file()) continue;
        INFO(entry.path());
        Collected first;
        Source source = *Container::open(entry.path()).next();
        import_source(source, languages(), {}, first);
        for (const notation::Language& language : languages()) {
            INFO(language.code());
            const std::string text = export_all(first, language);
            const Collected second = read_text(text, Format::pgn);
            REQUIRE(second.games.size() == first.games.size());
            for (std::size_t i = 0; i < first.games.size(); ++i) {
                CHECK(second.games[i].moves == first.games[i].moves);
                CHECK(second.games[i].state == first.games[i].state);
                CHECK(second.games[i].unread == first.games[i].unread);
                CHECK(second.games[i].annotations == first.games[i].annotations);
                CHECK(second.games[i].source_text.empty() == (second.games[i].state == GameState::complete));
            }
            CHECK(export_all(second, language) == text);
            const Collected unsaid = read_text(without_move_language(text), Format::pgn);
            REQUIRE(unsaid.games.size() == first.games.size());
            for (std::size_t i = 0; i < first.games.size(); ++i) CHECK(unsaid.games[i].moves == first.games[i].moves);
        }
    }
}

TEST_CASE("export follows the PGN standard", "[pgn]") {
    const Collected found = read_text(
        "[Zeta \"z\"]\n[White \"A \\\"B\\\"\"]\n[Alpha \"\"]\n[Result \"1-0\"]\n\n1.e4! {Dyma  sylw} e5 (1...c5 2.Nf3) "
        "2.Nf3 $14 Nc6 1-0\n",
        Format::pgn);
    CHECK(export_all(found) ==
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\"\"]\n[Black "
          "\"?\"]\n[Result \"1-0\"]\n"
          "[Alpha \"\"]\n[Zeta \"z\"]\n\n"
          "1. e4 $1 {Dyma  sylw} 1... e5 (1... c5 2. Nf3) 2. Nf3 $14 Nc6 1-0\n\n");
}

TEST_CASE("lines of movetext stay below 80 columns in every notation, and a move is never broken", "[pgn]") {
    Collected found;
    Source source = *Container::open(COFNOD_ROOT "/sample-data/chess/ar/mubarayat.pgn").next();
    import_source(source, languages(), {}, found);
    for (const notation::Language& language : languages()) CHECK(longest_line(export_all(found, language)) < 80);
    CHECK(export_all(found, *languages().find("ar")).find("ب\n") == std::string::npos);
}

TEST_CASE("the text of a rejected game that has a brace in it is exported once", "[pgn]") {
    const Collected first = read_text("[FEN \"bad\"]\n\n1. Txb7 {gan fygwth [Date \"1851\"] 2. Chb8#}) Ea6+ 1/2-1/2\n");
    REQUIRE(first.games.size() == 1);
    REQUIRE(first.games[0].state == GameState::rejected);
    const std::string text = export_all(first);
    CHECK(text.find(";[%unread 1. Txb7") != std::string::npos);
    CHECK(export_all(read_text(text, Format::pgn)) == text);
}

TEST_CASE("an event that is told twice begins no second game when it is exported", "[pgn]") {
    const Collected first = read_text("[Event \"Bala\"]\n[Event\t\"Y Bala\"]\n[White \"A\"]\n\n1. e4 *\n");
    REQUIRE(first.games.size() == 1);
    const std::string text = export_all(first);
    const Collected again = read_text(text, Format::pgn);
    REQUIRE(again.games.size() == 1);
    CHECK(again.games[0].tags.size() == 8);  // the seven-tag roster, with one tag twice
    CHECK(export_all(again) == text);
}
