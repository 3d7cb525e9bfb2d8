#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "games/camelot/notation.hpp"
#include "games/camelot/position.hpp"

/// Camelot games in the layouts that people use.
namespace cofnod::testing {

struct WrittenGame {
    camelot::Position start = camelot::Position::initial();
    std::vector<camelot::Path> paths;
    Result result = Result::unknown;
};

enum class Layout { pgn, columns, titled_columns, half_moves, run_on, bare };
inline constexpr Layout layouts[] = {Layout::pgn,        Layout::columns, Layout::titled_columns,
                                     Layout::half_moves, Layout::run_on,  Layout::bare};

enum class Separators { usual, dashes, colons, small_with_carets };
inline constexpr Separators all_separators[] = {Separators::usual, Separators::dashes, Separators::colons,
                                                Separators::small_with_carets};

inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// Returns the moves in the requested style.
inline std::vector<std::string> move_texts(const WrittenGame& game, Separators separators) {
    std::vector<std::string> texts;
    camelot::Position position = game.start;
    for (const camelot::Path& path : game.paths) {
        std::string text = camelot::write_path(position, path);
        const int files = path[1].file() - path[0].file(), ranks = path[1].rank() - path[0].rank();
        const bool is_step = files * files <= 1 && ranks * ranks <= 1;
        position.play(camelot::effect_of(position, path));
        switch (separators) {
            case Separators::usual: break;
            case Separators::dashes: text = replaced(replaced(text, "-", "–"), "x", "×"); break;
            case Separators::colons: text = replaced(text, "x", ":"); break;
            case Separators::small_with_carets:
                for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
                if (!is_step) text = replaced(text, "-", "^");
                break;
        }
        texts.push_back(text);
    }
    return texts;
}

inline std::string in_layout(const WrittenGame& game, Layout layout, Separators separators) {
    const std::vector<std::string> moves = move_texts(game, separators);
    const bool black_begins = game.start.turn() == camelot::Color::black;
    const bool is_set_up = game.start != camelot::Position::initial();
    const std::string result(to_text(game.result));
    const std::string position = camelot::write_position(game.start);
    std::string text;
    if (layout == Layout::pgn) {
        text = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"" + result + "\"]\n[GameType \"Camelot\"]\n";
        if (is_set_up) text += "[FEN \"" + position + "\"]\n";
        text += '\n';
    } else {
        text = layout == Layout::half_moves ? "Gwyn: A\nDu: B\n" : "White: A\nBlack: B\n";
        if (is_set_up) text += "Position: " + position + "\n";
        text += '\n';
        if (layout == Layout::titled_columns) text += "    White     Black\n";
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::size_t ply = i + (black_begins ? 1 : 0);
        const bool black = ply % 2 == 1;
        const std::string number = std::to_string(ply / 2 + 1);
        switch (layout) {
            case Layout::pgn:
                text += black ? (i == 0 ? number + "... " : "") : number + ". ";
                text += moves[i] + (i % 8 == 7 ? '\n' : ' ');
                break;
            case Layout::columns:
            case Layout::titled_columns:
                text += black ? (i == 0 ? number + "...   " : "  ") : " " + number + ".";
                text += moves[i] + (black ? "\n" : "      ");
                break;
            case Layout::half_moves: text += number + (black ? "...." : ".") + moves[i] + "\n"; break;
            case Layout::run_on:
                text += number + (black ? "..." : ".") + moves[i] + " ";
                if (i % 7 == 3) text += "a move that was much discussed afterwards, and quite rightly. ";
                if (i % 9 == 4) text += "(See position below) ";
                if (i > 0 && i % 11 == 5) text += "Better was " + number + (black ? "..." : ".") + moves[i - 1] + ". ";
                break;
            case Layout::bare: text += moves[i] + "\n"; break;
        }
    }
    return text + "\n" + result + "\n\n";
}

}  // namespace cofnod::testing
