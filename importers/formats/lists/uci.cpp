#include <algorithm>
#include <optional>
#include <string>

#include "base/characters.hpp"
#include "importers/formats/lists/lists.hpp"
#include "importers/rules.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::lists {

namespace {

/// Recognises `e2e4`, `e7e8q`, `0000`.
bool is_move(std::string_view word) {
    const auto is_square = [&](std::size_t at) {
        return word[at] >= 'a' && word[at] <= 'h' && word[at + 1] >= '1' && word[at + 1] <= '8';
    };
    if (word == "0000") return true;
    if (word.size() == 5 && std::string_view("nbrqNBRQ").find(word[4]) == std::string_view::npos) return false;
    return (word.size() == 4 || word.size() == 5) && is_square(0) && is_square(2);
}

/// Returns the word that begins at or after `at`. Here and below, a text ends with the current line: searching further
/// would scan all following lines for each line.
std::optional<Part> word_at(std::string_view text, std::size_t at) {
    const std::size_t begin = text.find_first_not_of(" \t", at);
    if (begin == text.npos) return std::nullopt;
    return Part{begin, std::min(text.find_first_of(" \t", begin), text.size())};
}

/// The parsed parts of a line: `[position] [startpos | fen F] [moves] MOVES [RESULT]`.
struct Game {
    std::optional<Part> fen;
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
        game.fen = Part{fen, moves};
        game.moves = moves;
    }
    next_is("moves");
    return game;
}

/// Returns true for `-`, a game without a legal move.
bool is_no_move(std::string_view line) { return line == "-"; }

/// Returns true for a move of any game; `export --format uci` writes games other than chess in their usual notation.
bool is_any_move(std::string_view word) {
    const auto rules = word_rules();
    return is_move(word) || std::any_of(rules.begin(), rules.end(), [&](auto* each) { return each->is_move(word); });
}

/// Returns the first move of a line that consists of moves and a result; up to two other words are tolerated as
/// mistakes after two moves.
std::optional<std::string_view> first_move(std::string_view text, const Game& game) {
    static constexpr std::size_t most_others = 2, least_moves = 2;
    const auto first = word_at(text, game.moves);
    if (!first || !is_any_move(first->in(text))) return std::nullopt;
    std::size_t moves = 0, others = 0;
    for (auto word = first; word; word = word_at(text, word->end)) {
        const bool is_one = is_any_move(word->in(text));
        moves += is_one && others == 0;
        others += !is_one && !notation::read_result(word->in(text));
    }
    const bool is_game = others == 0 || (others <= most_others && moves >= least_moves);
    return is_game ? std::optional(first->in(text)) : std::nullopt;
}

/// Returns true for a move from a square that White can leave on the first move: that of a pawn, or of a knight. A line
/// that continues the previous one rarely begins with such a move.
bool begins_a_game(std::string_view move) {
    const std::string_view from = move.substr(0, 2);
    return from == "b1" || from == "g1" || from.ends_with('2');
}

bool is_named_uci(std::string_view name) {
    const std::string lower = to_lower(name);
    return lower.ends_with(".uci") || lower.find(".uci.") != std::string::npos;
}

/// Converts each line to a game; `-` is a game without moves.
DerivedText pgn_of_uci(std::string_view text) {
    DerivedText pgn(text);
    for_each_line(text, [&](const Part& line) {
        if (line.empty()) return true;
        if (is_no_move(line.in(text))) return pgn.add("[Result \"*\"]\n\n*\n\n", line.begin), true;
        const std::string_view read = text.substr(0, line.end);
        const Game game = read_line(read, line.begin);
        if (game.fen) {
            pgn.add("[FEN \"", line.begin);
            pgn.copy(game.fen->begin, game.fen->end);
            pgn.add("\"]\n[SetUp \"1\"]\n\n", game.fen->end);
        } else {
            pgn.add("\n", line.begin);
        }
        pgn.copy(game.moves, line.end);
        const std::string_view moves = read.substr(game.moves);
        const std::size_t blank = moves.find_last_of(" \t");
        const bool has_result = blank != moves.npos && notation::read_result(moves.substr(blank + 1)).has_value();
        pgn.add(has_result ? "\n\n" : "\n*\n\n", line.end);
        return true;
    });
    return pgn;
}

/// Reads games on lines of their own; blocks may be cut at any line break.
class LineReader final : public Deriver {
public:
    [[nodiscard]] DerivedText derived(std::string_view block, bool /*begins_source*/) const override {
        return pgn_of_uci(block);
    }
    [[nodiscard]] std::size_t last_game_start(std::string_view rows, bool /*begin_source*/) const override {
        const std::size_t last = rows.find_last_not_of("\n\r");
        const std::size_t line_break = last == rows.npos ? rows.npos : rows.find_last_of("\n\r", last);
        return line_break == rows.npos ? 0 : line_break + 1;
    }
};

}  // namespace

bool looks_like_uci(std::string_view start, std::string_view name) {
    constexpr std::size_t looked_at = 20;
    const bool is_named = is_named_uci(name);
    std::size_t lines = 0, games = 0, empty_games = 0, others = 0;
    for_each_line(start, [&](const Part& line) {
        if (line.empty()) return true;
        const std::string_view read = start.substr(0, line.end);
        const Game game = read_line(read, line.begin);
        const auto move = first_move(read, game);
        if (game.is_command || (move && (is_named || begins_a_game(*move))))
            ++games;
        else
            ++(is_no_move(line.in(start)) ? empty_games : others);
        return ++lines < looked_at;
    });
    const bool has_games = games > 0 || is_named || empty_games == lines;  // our own export may have no other games
    return lines > 0 && has_games && others * 5 <= lines;
}

std::unique_ptr<Deriver> uci_reader(const SourceStart& /*start*/) { return std::make_unique<LineReader>(); }

}  // namespace cofnod::importers::lists
