// Unreadable text inserted between the parts of a game does not hide what follows it.

#include <catch2/catch.hpp>

#include "base/characters.hpp"
#include "collect.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

using Parts = std::vector<std::string>;

/// Games in parts: moves, notes, and possibly a variation.
const Parts games[] = {
    {"1.", "e4", "{note1}", "e5", "2.", "Nf3", "Nc6", "3.", "Bb5", "(3.", "Bc4", "Bc5", "{note2})", "a6", "{note3}"},
    {"1.", "e4", "{note1}", "e5", "2.", "Mf3", "Mc6", "3.", "Eb5", "(3.", "Ec4", "Ec5", "{note2})", "a6", "{note3}"},
    {"1.", "4د", "{note1}", "5د", "2.", "ح3ج", "ح6و", "3.", "ف5ز", "(3.", "ف4و", "ف5و", "{note2})", "6ح", "{note3}"},
    {"1.", "E6-E8", "{note1}", "H11-F9", "2.", "C6-E6", "C11-E9-G9", "{note2}"},
};
const std::string oddities[] = {"0000", "0000)", "(2. 0000)", "(0000", "@@@@", "--",    "(",    ")",   "[",
                                "]",    "}",     "{",         "({)",   "12)",  "(12)",  "[12]", "...", "7...",
                                "999.", "000",   "$99",       "Qh9",   "زخرف", "xyzzy", "%",    "%:x", "<b"};

std::string as_pgn(const std::string& score) { return "[White \"A\"]\n[Black \"B\"]\n\n " + score + "\n"; }
std::string as_prose(const std::string& score) { return "White: A\nBlack: B\n\n" + score + "\n"; }
std::string as_page(const std::string& score) {
    return "<html><body><p>White: A</p><p>Black: B</p><p>" + score + "</p></body></html>\n";
}
std::string as_sheet(const std::string& score) { return "White,Black,Moves\nA,B,\"" + score + "\"\n"; }

struct Layout {
    Format format;
    std::string (*write)(const std::string& score);
};
constexpr Layout layouts[] = {
    {Format::pgn, as_pgn}, {Format::prose, as_prose}, {Format::page, as_page}, {Format::sheet, as_sheet}};

std::string all_of(const GameRecord& game) {
    std::string text = game.unread;
    for (std::size_t i = 0; i < game.annotations.size(); ++i) {
        text += ' ';
        text += game.annotations[i].text;
    }
    return text;
}

std::size_t count_of(const GameRecord& game, Annotations::Kind kind) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < game.annotations.size(); ++i) count += game.annotations[i].kind == kind;
    return count;
}

/// Returns true if every note of a game is kept, and every move is played or kept as text.
bool is_kept(const Parts& parts, const GameRecord& game) {
    const std::string text = all_of(game);
    std::size_t played = 0;
    for (const std::string& part : parts) {
        const bool is_note = part.find("note") != part.npos;
        const bool is_kept = part.ends_with('.') || text.find(is_note ? part.substr(1, 5) : part) != text.npos;
        if (is_note && !is_kept) return false;
        played += !is_kept;
    }
    return played <= game.ply_count + count_of(game, Annotations::Kind::move);
}

}  // namespace

TEST_CASE("nothing is lost behind what cannot be read: no move, no note, no result", "[importers]") {
    for (const Parts& parts : games)
        for (const Layout& layout : layouts)
            for (const std::string& odd : oddities)
                for (std::size_t at = 0; at <= parts.size(); ++at) {
                    std::string score;
                    for (std::size_t i = 0; i < parts.size(); ++i) score += (i == at ? odd + " " : "") + parts[i] + ' ';
                    if (at == parts.size()) score += odd + ' ';
                    const std::string text = layout.write(score + "1-0");
                    const Collected found = read_text(text, layout.format);
                    INFO(text);
                    REQUIRE(found.games.size() == 1);
                    CHECK(found.games[0].result == Result::white_wins);
                    CHECK(is_kept(parts, found.games[0]));
                }
}

TEST_CASE("an escaped line between moves is a remark, and a sign in a line escapes nothing", "[importers][pgn]") {
    const GameRecord escaped = read_game("[White \"A\"]\n\n% by hand\n1. e4 e5\n% 1... d5\n2. Nf3 Nc6 1-0\n");
    CHECK(escaped.san == "1.e4 e5 2.Nf3 Nc6");
    CHECK(all_of(escaped) == " % by hand % 1... d5");
    const GameRecord inside = read_game("[White \"A\"]\n\n1. e4 e5 % 2. Nf3 Nc6 1-0\n");
    CHECK(inside.state == GameState::incomplete);
    CHECK(inside.unread == "% 2. Nf3 Nc6");
}

TEST_CASE("a dash between the two moves of a number is no null move", "[importers]") {
    CHECK(read_game("1. e4 -- e5 2. Nf3 -- Nc6 3. -- a6 4. Bb5 -- 1-0").san == "1.e4 e5 2.Nf3 Nc6 3.-- a6 4.Bb5 --");
}
