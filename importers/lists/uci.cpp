#include <optional>

#include "importers/lists/line.hpp"
#include "importers/lists/lists.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::lists {

namespace {

/// `e2e4`, `e7e8q`, `0000`.
bool is_move(std::string_view word) {
    const auto is_square = [&](std::size_t at) {
        return word[at] >= 'a' && word[at] <= 'h' && word[at + 1] >= '1' && word[at + 1] <= '8';
    };
    if (word == "0000") return true;
    if (word.size() == 5 && std::string_view("nbrqNBRQ").find(word[4]) == std::string_view::npos) return false;
    return (word.size() == 4 || word.size() == 5) && is_square(0) && is_square(2);
}

struct Word {
    std::size_t begin, end;

    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// The word that begins at or after `at`. Here and below, a text ends with the line that is read: a search that went
/// on behind it would go through all the lines that follow, for each of them.
std::optional<Word> word_at(std::string_view text, std::size_t at) {
    const std::size_t begin = text.find_first_not_of(" \t", at);
    if (begin == text.npos) return std::nullopt;
    return Word{begin, std::min(text.find_first_of(" \t", begin), text.size())};
}

/// A line in its parts: `[position] [startpos | fen F] [moves] MOVES [RESULT]`.
struct Game {
    std::optional<Word> fen;
    std::size_t moves = 0;
    bool is_command = false;
};

Game read_line(std::string_view text, std::size_t begin) {
    Game game{.moves = begin};
    const auto next_is = [&](std::string_view wanted) {
        const auto word = word_at(text, game.moves);
        if (!word || word->in(text) != wanted) return false;
        game.moves = word->end;
        return true;
    };
    game.is_command = next_is("position");
    if (next_is("startpos")) {
        game.is_command = true;
    } else if (next_is("fen")) {
        game.is_command = true;
        const std::size_t moves = std::min(text.find(" moves ", game.moves), text.size());
        const std::size_t fen = std::min(text.find_first_not_of(" \t", game.moves), moves);
        game.fen = Word{fen, moves};
        game.moves = moves;
    }
    next_is("moves");
    return game;
}

/// A game of its own, not a stretch of one that goes on from the line before: it begins with a pawn or a knight at
/// home.
bool is_list_line(std::string_view text, std::size_t begin) {
    const Game game = read_line(text, begin);
    if (game.is_command) return true;
    const auto first = word_at(text, game.moves);
    const std::string_view from = first ? first->in(text).substr(0, 2) : "";
    if (from != "b1" && from != "g1" && !from.ends_with('2')) return false;
    std::size_t moves = 0;
    for (auto word = first; word; word = word_at(text, word->end)) {
        if (!is_move(word->in(text)) && !notation::read_result(word->in(text))) return false;
        ++moves;
    }
    return moves > 1;
}

}  // namespace

bool looks_like_uci(std::string_view start) {
    constexpr std::size_t looked_at = 20;
    std::size_t lines = 0, others = 0;
    for_each_line(start, [&](const Line& line) {
        if (line.empty()) return true;
        others += !is_list_line(start.substr(0, line.end), line.begin);
        return ++lines < looked_at;
    });
    return lines > 0 && others * 5 <= lines;
}

DerivedText pgn_of_uci(std::string_view text) {
    DerivedText pgn(text);
    for_each_line(text, [&](const Line& line) {
        if (line.empty()) return true;
        const std::string_view read = text.substr(0, line.end);
        const Game game = read_line(read, line.begin);
        if (game.fen) {
            pgn.add("[FEN \"", line.begin);
            pgn.copy(game.fen->begin, game.fen->end);
            pgn.add("\"]\n[SetUp \"1\"]\n\n", game.fen->end);
        } else {
            pgn.add("1. ", line.begin);
        }
        bool has_result = false;
        for (auto word = word_at(read, game.moves); word; word = word_at(read, word->end))
            has_result = notation::read_result(word->in(read)).has_value();
        pgn.copy(game.moves, line.end);
        pgn.add(has_result ? "\n\n" : " *\n\n", line.end);
        return true;
    });
    return pgn;
}

}  // namespace cofnod::importers::lists
