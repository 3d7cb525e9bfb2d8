// Castling, numbers and words between moves: the same text gives the same result with and without tags.

#include <catch2/catch.hpp>

#include "collect.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

GameRecord with_tags(const std::string& score) { return read_game("[White \"A\"]\n\n" + score + "\n"); }
GameRecord without_tags(const std::string& score) { return read_game(score + "\n", Format::prose); }

struct Spot {
    std::string before, behind;  ///< text around the castling move
    std::string san;             ///< the whole game, with {} for the castling move
};

/// Castling by White and by Black, as the last move and before others.
std::vector<Spot> spots(bool is_long) {
    const std::string white =
        is_long ? "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. " : "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. ";
    const std::string black = white + "a3 ";
    std::string san = is_long ? "1.d4 d5 2.Nc3 Nc6 3.Bf4 Bf5 4.Qd2 Qd7 5." : "1.e4 e5 2.Nf3 Nf6 3.Bc4 Bc5 4.";
    const std::string next = is_long ? "6" : "5";
    return {{white, " 1-0", san + "{}"},
            {white, " h6 " + next + ". a3 a6 1-0", san + "{} h6 " + next + ".a3 a6"},
            {black, " 1-0", san + "a3 {}"},
            {black, " " + next + ". h3 h6 1-0", san + "a3 {} " + next + ".h3 h6"}};
}

std::string castling(std::string_view letter, std::string_view joint, bool is_long) {
    std::string word(letter);
    for (int i = 0; i < 1 + is_long; ++i) word.append(joint).append(letter);
    return word;
}

}  // namespace

TEST_CASE("castling in every spelling is castling, or a fault", "[importers]") {
    for (const bool is_long : {false, true})
        for (const std::string_view letter : {"O", "0", "o"})
            for (const std::string_view joint : {"", ".", "-", "–", " ", " - "})
                for (const std::string_view sign : {"", "!", "?!", "+"})
                    for (const Spot& spot : spots(is_long)) {
                        const std::string word = castling(letter, joint, is_long) + std::string(sign);
                        const std::string score = spot.before + word + spot.behind;
                        std::string san = spot.san;
                        san.replace(san.find("{}"), 2, is_long ? "O-O-O" : "O-O");
                        CAPTURE(score);
                        for (const GameRecord& game : {with_tags(score), without_tags(score)}) {
                            CHECK(game.state == GameState::complete);
                            CHECK(game.san == san);
                        }
                    }
}

TEST_CASE("castling that is not legal ends the game", "[importers]") {
    for (const std::string_view word : {"00", "000", "0-0-0", "oo", "O.O.O"})
        for (const bool is_blacks : {false, true}) {
            const std::string before = is_blacks ? "1. e4 e5 2. Nf3 " : "1. e4 e5 2. ";
            for (const std::string_view behind : {" 1-0", " 3. d4 d5 1-0"}) {
                const std::string score = before + std::string(word) + std::string(behind);
                CAPTURE(score);
                for (const GameRecord& game : {with_tags(score), without_tags(score)}) {
                    CHECK(game.state == GameState::incomplete);
                    CHECK(game.ply_count == (is_blacks ? 3U : 2U));
                }
            }
        }
}

TEST_CASE("a word that is no move has the same effect at every place, with tags and without", "[importers]") {
    const std::vector<std::string> words = {"1.",  "e4", "e5", "2.",  "Nf3", "Nc6", "3.",
                                            "Bb5", "a6", "4.", "Ba4", "Nf6", "1-0"};
    for (const std::string& junk : std::vector<std::string>{"zz", "Zz", "xyzzy", "17", "2 4"})
        for (std::size_t at = 2; at < words.size(); ++at) {
            std::string score;
            for (std::size_t i = 0; i < words.size(); ++i) score += (i == at ? junk + " " : "") + words[i] + " ";
            CAPTURE(score);
            const GameRecord tagged = with_tags(score), bare = without_tags(score);
            CHECK(tagged.state == bare.state);
            CHECK(tagged.ply_count == bare.ply_count);
            CHECK(tagged.san == bare.san);
            if (tagged.state == GameState::complete) CHECK_FALSE(tagged.problems.empty());
        }
}

TEST_CASE("words that end a game end it, and moves behind them are a comment", "[importers]") {
    const std::string moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 ";
    for (const std::string_view words :
         {"Black resigns.", "Black surrenders.", "Black gave up,", "Schwarz gibt auf,", "Du yn ildio.", "Ildiodd Du.",
          "Las negras abandonan.", "les Noirs abandonnent.", "Чёрные сдались.", "استسلم الأسود.", "Zwart geeft op.",
          "czarne poddały się.", "and White won."}) {
        const std::string score = moves + std::string(words) + " If 4... dxc6 5. O-O Bd6.";
        CAPTURE(score);
        for (const GameRecord& game : {with_tags(score), without_tags(score)}) {
            CHECK(game.state == GameState::complete);
            CHECK(game.ply_count == 7);
            CHECK(game.result == Result::white_wins);
        }
    }
}
