#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "../notation/some_moves.hpp"
#include "base/error.hpp"
#include "damage.hpp"
#include "events.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"
#include "importers/formats/pgn/one_pass/movetext.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/written_move.hpp"
#include "random_game.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

Options without_san(bool one_pass) {
    Options options;
    options.keep_san = false;
    options.one_pass = one_pass;
    options.block_size = 4096;
    return options;
}

std::vector<std::string> read_in(const std::string& text, Options options, bool one_pass) {
    options.one_pass = one_pass;
    try {
        return events_of(text, options).texts;
    } catch (const Error& error) {  // the seed may not be a number
        return {error.what()};
    }
}

void check_both_ways(const std::string& text, const Options& options = without_san(true)) {
    const auto at_once = read_in(text, options, true), by_grammar = read_in(text, options, false);
    if (at_once == by_grammar) return;
    FAIL_CHECK(text << "\nin one pass:\n"
                    << fmt::format("{}", fmt::join(at_once, "\n")) << "\nby the grammar:\n"
                    << fmt::format("{}", fmt::join(by_grammar, "\n")));
}

std::vector<std::string> files_below(const std::string& folder) {
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        std::ifstream file(entry.path(), std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return texts;
}

/// Returns the movetext of a random game in the letters of a language, in the common layout.
std::string random_movetext(const notation::Language& language) {
    std::string text;
    chess::Position position = chess::Position::initial();
    const int count = *rc::gen::inRange(0, 120);
    for (int ply = 0; ply < count; ++ply) {
        const chess::MoveList moves = chess::legal_moves(position);
        if (moves.empty()) break;
        const chess::Move move = moves[*rc::gen::inRange<std::size_t>(0, moves.size())];
        const notation::Reading san = chess::san_reading(position, move);
        if (position.turn() == chess::Color::white) text += std::to_string(position.fullmove_number()) + ". ";
        position.play(move);
        notation::write_move(language, san, chess::check_mark(position), text);
        text += ply % 9 == 8 ? '\n' : ' ';
    }
    return text;
}

constexpr std::string_view fragments[] = {"{note} ",
                                          "{} ",
                                          "{[%clk 0:01:00]} ",
                                          "{White resigns} ",
                                          "{drawn} ",
                                          "{a {b} c} ",
                                          "{[%unread 9. e5]} ",
                                          "{[%tag \"A\" \"b\"]} ",
                                          "{\xE9} ",
                                          "{a\r\nb} ",
                                          "{\n[Event \"x\"]\n} ",
                                          "{ ",
                                          "} ",
                                          "; note\n",
                                          "\n% note\n",
                                          "$1 ",
                                          "$146 ",
                                          "$ ",
                                          "$1234567890 ",
                                          "( ",
                                          ") ",
                                          "(1) ",
                                          "[Diagram] ",
                                          "\n[Event \"x\"]\n",
                                          "\n\n[White \"x\"]\n",
                                          "1-0 ",
                                          "0-1 ",
                                          "1/2-1/2 ",
                                          "* ",
                                          "1-0",
                                          "*",
                                          "1/2 ",
                                          "1 - 0 ",
                                          "1. ",
                                          "1.",
                                          "12. ",
                                          "12... ",
                                          "3 ",
                                          "... ",
                                          "..",
                                          ". ",
                                          "0. ",
                                          "00000001. ",
                                          "e4 ",
                                          "e4",
                                          "Nf3! ",
                                          "e5?? ",
                                          "Nf3+ ",
                                          "Nf3# ",
                                          "O-O ",
                                          "0-0 ",
                                          "O-O-O ",
                                          "O-O-O-O ",
                                          "-- ",
                                          "Z0 ",
                                          "0000 ",
                                          "a8=Q ",
                                          "a8Q ",
                                          "e.p. ",
                                          "N ",
                                          "D ",
                                          "RR ",
                                          "White: ",
                                          "White:",
                                          "\n\n",
                                          "\n\n1. ",
                                          "\t",
                                          " ",
                                          "\r\n",
                                          "\xC2\xA0",
                                          "\xEF\xBB\xBF",
                                          "\xE2\x80\xA6 ",
                                          "<br> ",
                                          "Bb5 ",
                                          "Qa1b2 ",
                                          "Nb1d2 ",
                                          "N1d2 ",
                                          "Nbd2 ",
                                          "+ ",
                                          "# ",
                                          "+",
                                          "#",
                                          "!",
                                          "Cf3 ",
                                          "Sf3 ",
                                          "\xD0\x9A"
                                          "f3 ",
                                          "e2e4 ",
                                          "P-K4 ",
                                          "\0"};

std::string damaged_game(const notation::Language& language) {
    const auto any = [] { return std::string(fragments[*rc::gen::inRange<std::size_t>(0, std::size(fragments))]); };
    std::string text = random_movetext(language);
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
        std::size_t at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
        if (*rc::gen::inRange(0, 4) > 0) at = std::min(text.find(' ', at), text.size() - 1) + 1;  // between words
        text.insert(at, any());
    }
    if (*rc::gen::inRange(0, 3) == 0) {
        const std::size_t at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
        text.erase(at, *rc::gen::inRange<std::size_t>(0, 6));
    }
    static constexpr const char* const results[] = {"1-0", "0-1", "1/2-1/2", "*", ""};
    static constexpr const char* const tags[] = {
        "[Result \"1-0\"]\n", "[Result \"*\"]\n",        "",
        "[FEN \"x\"]\n",      "[MoveLanguage \"cy\"]\n", "[Date \"3 May 1851\"]\n"};
    return "[White \"a\"]\n" + std::string(tags[*rc::gen::inRange<std::size_t>(0, std::size(tags))]) + "\n" + text +
           results[*rc::gen::inRange<std::size_t>(0, std::size(results))] + "\n\n";
}

/// Returns the number of bytes that the single pass reads; 0 if it leaves the game to the grammar.
std::size_t read_at_once(std::string_view text, const char* code = "en") {
    const one_pass::PlainWords words(*languages().find(code));
    GameRecord record;
    const Limits limits;
    one_pass::Movetext movetext(text, words, languages(), limits, chess::Position::initial(), record, nullptr);
    return movetext.read(0) ? movetext.end() : 0;
}

bool is_read(const char* code, std::string_view text) { return read_at_once(text, code) == text.size(); }

std::string described(int role, std::uint64_t from, int to, bool takes, int promotion) {
    return fmt::format("{} from {:x} to {}, takes {}, becomes {}", role, from, to, takes, promotion);
}

std::string named(const chess::NamedMove& move) {
    return described(static_cast<int>(move.role), move.from.bits(), move.to.index(), move.takes,
                     static_cast<int>(move.promotion));
}

std::string named(const notation::Reading& reading) {
    chess::Bitboard from(~std::uint64_t{0});
    if (reading.from_file) from &= chess::Bitboard::of(*reading.from_file);
    if (reading.from_rank) from &= chess::Bitboard::of(*reading.from_rank);
    const int to = static_cast<int>(*reading.to_rank) * 8 + static_cast<int>(*reading.to_file);
    return described(static_cast<int>(reading.role), from.bits(), to, reading.capture,
                     static_cast<int>(reading.promotion.value_or(chess::Role::pawn)));
}

}  // namespace

TEST_CASE("one pass and the grammar read every sample, probe and seed alike", "[importers][one_pass]") {
    for (const char* const folder : {"/sample-data", "/tests/probes", "/tests/fuzz/seeds", "/tests/notation"})
        for (const std::string& text : files_below(std::string(COFNOD_ROOT) + folder)) {
            check_both_ways(text);
            Options as_pgn = without_san(true);
            as_pgn.format = Format::pgn;
            as_pgn.repairs = false;
            check_both_ways(text, as_pgn);
        }
}

TEST_CASE("one pass and the grammar read games alike in every notation", "[importers][one_pass][property]") {
    for (const notation::Language& language : languages())
        if (language.is_written())
            rc::prop(language.code(), [&] {
                std::string text;
                for (int i = 0; i < 3; ++i) text += damaged_game(language);
                for (int i = *rc::gen::inRange(0, 2); i > 0; --i) text += damaged_game(languages().english());
                Options options = without_san(true);
                if (*rc::gen::inRange(0, 4) == 0) options.preferred = &language;
                if (*rc::gen::inRange(0, 4) == 0) options.notation = &language;
                RC_LOG() << text;
                RC_ASSERT(read_in(text, options, true) == read_in(text, options, false));
            });
}

TEST_CASE("one pass and the grammar read games with variations and comments alike", "[importers][one_pass][property]") {
    rc::prop("random games", [] {
        const std::string text = random_game(languages().english()) + random_game(languages().english());
        RC_ASSERT(read_in(text, without_san(true), true) == read_in(text, without_san(true), false));
    });
}

TEST_CASE("one pass reads ordinary movetext up to the next game", "[importers][one_pass]") {
    for (const std::string_view text :
         {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0", "1.e4 e5 2.Nf3 *\n\n",
          "1. e4 {best} 1... e5 $1 2. Nf3 { a comment } 0-1\n", "{opening} 1. f3 e5 2. g4 Qh4# 0-1\r\n\r\n",
          "1. e4 d5 2. exd5 Nf6 3. Bb5+ c6 4. dxc6 a6 5. cxb7+ axb5\n"
          "6. bxa8=Q 1/2-1/2",
          "1. Nf3 d6 2. Nc3 d5 3. e3 e6 4. Be2 Be7 5. O-O Nf6 6. Nd4 O-O 7. Ncb5 c6 *"}) {
        CHECK(read_at_once(text) == text.size());
        const std::string two = std::string(text) + (text.ends_with('\n') ? "" : "\n") + "[Event \"next\"]\n";
        CHECK(read_at_once(two) == two.find("[Event"));
    }
}

TEST_CASE("one pass reads the letters of other alphabets", "[importers][one_pass]") {
    CHECK(is_read("ru", "1. e4 d5 2. e:d5 Ф:d5 3. Кc3 Фd8 4. Крe2 Кf6 *"));
    CHECK(is_read("ru", "1. e4 d5 2. e:d5 Кf6 3. Сb5+ c6 4. d:c6 a6 5. c:b7+ a:b5\n6. b:a8=Ф *"));
    CHECK(is_read("fig", "1. ♘f3 d5 2. ♘c3 d4 3. e4 d:e3 *") == false);
    CHECK(is_read("fig", "1. ♘f3 d5 2. ♘c3 d4 3. e4 dxe3 *"));
    CHECK(is_read("lt", "1. Žf3 d5 2. Žc3 Rg4 *"));
    CHECK_FALSE(is_read("ru", "1. ♘f3 *"));
    CHECK_FALSE(is_read("ru", "1. Кf3 Nc6 *"));
    CHECK_FALSE(is_read("ru", "1. Кf3 К *"));
    CHECK_FALSE(is_read("ru", "1. Кf3 К"));
}

TEST_CASE("one pass reads squares in letters of their own, and ranks before files", "[importers][one_pass]") {
    CHECK(is_read("ar", "1. 4د 5هـ 2. ب د×5هـ و×5هـ 3. ح3و و8هـ 4. ف2د ح6ج *"));
    CHECK(is_read("ar-latin", "1. e4 d5 2. e×d5 و×d5 3. حc3 وd8 *"));
    CHECK(is_read("he", "1. ה4 ד5 2. ה:ד5 מה:ד5 3. פג3 מהד8 4. מה2 פו6 *"));
    CHECK_FALSE(is_read("ar", "1. 4د 5هـ 2. د×5هـ و×5هـ *"));     // without the pawn letter
    CHECK_FALSE(is_read("ar", "1. 4د 5هـ 2. ب\nد×5هـ و×5هـ *"));  // on separate lines
    CHECK_FALSE(is_read("ar", "1. 4د 5ه *"));                     // without a tatweel
    CHECK_FALSE(is_read("ar", "1. د4 هـ5 *"));
    CHECK_FALSE(is_read("ar", "1. 4د و3ج *"));
}

TEST_CASE("notations whose letters can be taken for others are left to the grammar", "[importers][one_pass]") {
    const auto can_read = [](const std::string& statements) {
        const auto language = notation::read_language("code xx\nname Test\n" + statements);
        REQUIRE(language);
        return one_pass::PlainWords::can_read(*language);
    };
    const std::string files = "\nfiles א ב ג ד ה ו ז ח";
    CHECK(can_read("pieces K=מ Q=מה R=צ B=ר N=פ" + files));
    CHECK_FALSE(can_read("pieces K=צ Q=מה R=ר B=ל N=מ" + files));
    CHECK_FALSE(can_read("pieces K=מ Q=מה R=צ B=ר N=פ\nalso N=מו" + files));
    CHECK_FALSE(can_read("pieces K=Кр Q=Ке R=Л B=С N=К\nalso-files а b с d е f g h"));
    CHECK_FALSE(can_read("pieces K=К Q=Ке R=Л B=С N=Н\nalso-files а b с d е f g h"));
}

TEST_CASE("one pass and the grammar tell alike whether another notation may be meant", "[importers][one_pass]") {
    const auto game = [](const std::string& moves) { return "[Event \"x\"]\n[Result \"*\"]\n\n" + moves + " *\n\n"; };
    const std::string castled =
        game("1. 4د 5د 2. ح3ج ح6و 3. ف5ز 6ح 4. O-O ح6ج 5. ر1د ف7د 6. ف4ح O-O 7. م1أ م8أ 8.\nو2د و8د");
    std::string numbers;
    for (int i = 0; i < 41; ++i) numbers += "5. ";
    // Reading from the left, only a later move determines which knight goes to f3.
    check_both_ways(
        castled + game("1. 4د 5د 2. 4ج ب د×4ج 3. ح2د و7د 4. 5د و×5د " + numbers + "ح3و {x} 5... 6ح 6. ر1ز 5ح 7. ر1ح"));
    check_both_ways(castled + game("1. 4د 5د 2. 4ج"));
    check_both_ways(game("1. e4 d5 2. e:d5 Ф:d5 3. Кc3 Фd8") + game("1. e4\n\n1. d5 2. e:d5 Ф:d5 3. Кc3 Фd8"));
    check_both_ways(game("1. e4 d5 2. e:d5 Ф:d5 3. Кc3 Фd8") + game("1. e4 d5 2. Кf3") + game("1. e4 Кf6"));
    check_both_ways(game("1. e4 d5 2. Cf3 Dd6 3. Re2") + game("1. e4 Cf6") + game("1. e4 e5 2. Cf3 Df6"));
}

TEST_CASE("a word read in one pass has one reading that comes first in the grammar", "[importers][one_pass]") {
    std::size_t lettered = 0, ambiguous = 0;
    for (const notation::Language& language : languages()) {
        if (!language.is_written() || !one_pass::PlainWords::can_read(language)) continue;
        const one_pass::PlainWords words(language);
        if (!words.lettered_words()) continue;
        ++lettered;
        for (const auto& moves : {notation::moves_of_pieces(), notation::moves_of_pawns()})
            for (const notation::Reading& move : moves)
                for (const auto mark : {notation::CheckMark::none, notation::CheckMark::mate}) {
                    const std::string word = notation::write_move(language, move, mark);
                    const std::string text = word + std::string(one_pass::PlainWords::most_looked_at, ' ');
                    one_pass::LetteredWords::Leads leads = 0;
                    const one_pass::PlainMove read = words.lettered_words()->read(text.data(), leads);
                    const notation::Readings readings = notation::read_move(language, word);
                    INFO(language.code() << ' ' << word);
                    if (!readings.is_certain()) {
                        ++ambiguous;
                        // A king with a departure square is never played: there is only one.
                        REQUIRE((!read.end || read.named.role == chess::Role::king));
                        continue;
                    }
                    REQUIRE(read.end == text.data() + word.size());
                    REQUIRE(readings.check == read.check);
                    REQUIRE(named(readings[0]) == named(read.named));
                }
    }
    CHECK(lettered >= 5);
    CHECK(ambiguous > 0);
}

TEST_CASE("one pass leaves what is odd to the grammar", "[importers][one_pass]") {
    for (const std::string_view text : {"",
                                        "*",
                                        "1. e4",
                                        "1. e4 e5",
                                        "1. e4 e5 1-0 2. Nf3",
                                        "2. e4 e5 *",
                                        "1. e4 e5 3. Nf3 *",
                                        "1 e4 e5 *",
                                        "1. e4 e6 2. Nh3 e5 3. N3g5 *",
                                        "1. e4 e5 2. Bf1c4 *",
                                        "1. e4 e5 2. Nf3! *",
                                        "1. e4 e5 2. Kxe5 *",
                                        "1. e4 e5 2. Nf4 *",
                                        "1. e4 (1. d4) *",
                                        "1. e4 {open *",
                                        "1. e4 ; note\n*",
                                        "1. e4 e5 1-0 {note}",
                                        "1. f3 e5 2. g4 Qh4# 1-0",
                                        "1. e4 {White resigns} 0-1",
                                        "1. e4# *",
                                        "1. P-K4 *",
                                        "1. e2e4 *",
                                        "1. e4 e5 * *",
                                        "1. e4\n\n1. e5 2. Nf3 *"})
        CHECK(read_at_once(text) == 0);
}
