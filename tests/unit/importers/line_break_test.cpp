// LF, CR LF and lone CR are equivalent.

#include <catch2/catch.hpp>

#include "collect.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::string with_breaks(const std::string& text, std::string_view line_break) {
    std::string result;
    for (const char c : text)
        if (c == '\n')
            result += line_break;
        else
            result += c;
    return result;
}

/// Returns tags, moves, state and line of each game.
std::string summary(const Collected& found) {
    std::string text;
    for (const GameRecord& game : found.games) {
        for (std::size_t i = 0; i < game.tags.size(); ++i)
            text += std::string(game.tags[i].name) + "=" + std::string(game.tags[i].value) + " ";
        text += game.san + (game.state == GameState::complete ? " complete" : " incomplete") + " in line " +
                std::to_string(game.span.line) + "\n";
    }
    return text;
}

void check_all_breaks(const std::string& text, std::size_t games, Format format) {
    const Collected with_lf = read_text(text, format);
    CHECK(with_lf.games.size() == games);
    for (const std::string_view line_break : {"\r", "\r\n"})
        CHECK(summary(read_text(with_breaks(text, line_break), format)) == summary(with_lf));
}

}  // namespace

TEST_CASE("a number 1 below an empty line begins a game, whatever breaks the lines", "[importers][line_break]") {
    check_all_breaks("1. e4 e5 2. Nf3 Nc6\n\n1. d4 d5 2. c4 e6\n", 2, Format::pgn);
}

TEST_CASE("a game below a comment that nobody closed is found, whatever breaks the lines", "[importers][line_break]") {
    check_all_breaks("[White \"a\"]\n\n1. e4 { so\n\n[White \"b\"]\n\n1. d4 *\n", 2, Format::pgn);
    check_all_breaks("[White \"a\"]\n\n1. e4 { so\n[Event \"b\"]\n\n1. d4 *\n", 2, Format::pgn);
}

TEST_CASE("a comment that quotes tags is one, whatever breaks the lines", "[importers][line_break]") {
    check_all_breaks("[White \"a\"]\n\n1. e4 { so\n[Event \"b\"]\n} e5 *\n", 1, Format::pgn);
    check_all_breaks("[White \"a\"]\n\n1. e4 { so\n[Event \"b\"]\nit begins. } e5 *\n", 1, Format::pgn);
    check_all_breaks("[White \"a\"]\n\n1. e4 { so\n[Event \"b\"]\nit\n\nbegins. } e5 *\n", 1, Format::pgn);
    check_all_breaks("[White \"a\"]\n\n1. e4 { so\n[Event \"b\"]\nit\n\nbegins. }\n", 2, Format::pgn);
}

TEST_CASE("PGN goes on below a newspaper column, whatever breaks the lines", "[importers][line_break]") {
    check_all_breaks("[White \"a\"]\n\n1. e4 *\n\nGwyn: Huws\nDu: Prys\n\n1. d4 d5\n\n[White \"b\"]\n\n1. c4 *\n", 3,
                     Format::pgn);
}

TEST_CASE("a score below a position belongs to it, whatever breaks the lines", "[importers][line_break]") {
    check_all_breaks("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n1. e4 Kd7\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n1. e3 *\n", 2,
                     Format::pgn);
}

TEST_CASE("a heading of wikitext ends with its line, whatever breaks the lines", "[importers][line_break]") {
    check_all_breaks("== Gwyn: Huws ==\n== Du: Prys ==\n'''1. e4 e5''' 2. Nf3\n", 1, Format::page);
}
