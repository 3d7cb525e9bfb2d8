#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"
#include "notation/language.hpp"
#include "notation/written_move.hpp"

namespace cofnod {

/// Returns a random game with random comments, glyphs and variations, as PGN in random layout.
inline std::string random_game(const notation::Language& english) {
    std::string text;
    const auto words = rc::gen::container<std::string>(
        rc::gen::element<char>('a', 'b', ' ', '%', '[', ']', ';', '"', '\\', '.', '1', 'x', '}'));
    std::vector<chess::Position> before{chess::Position::initial()}, now = before;
    std::vector<bool> empty{true};
    const int count = *rc::gen::inRange(0, 60);
    for (int i = 0; i < count; ++i) {
        switch (*rc::gen::inRange(0, 12)) {
            case 0: {
                std::string comment = *words;
                comment.erase(std::remove(comment.begin(), comment.end(), '}'), comment.end());
                text += "{" + comment + "} ";
                break;
            }
            case 1: text += ";" + *words + "\n"; break;
            case 2: text += "$" + std::to_string(*rc::gen::inRange(1, 140)) + " "; break;
            case 3:
                if (empty.back()) break;
                text += "( ";
                now.push_back(before.back());
                before.push_back(before.back());
                empty.push_back(true);
                break;
            case 4:
                if (now.size() == 1 || empty.back()) break;
                text += ") ";
                now.pop_back(), before.pop_back(), empty.pop_back();
                break;
            default: {
                const chess::MoveList moves = chess::legal_moves(now.back());
                if (moves.empty()) break;
                const chess::Move move = moves[*rc::gen::inRange<std::size_t>(0, moves.size())];
                notation::write_move(english, chess::san_reading(now.back(), move), notation::CheckMark::none, text);
                text += ' ';
                before.back() = now.back();
                now.back().play(move);
                empty.back() = false;
            }
        }
    }
    for (; now.size() > 1; now.pop_back()) text += ") ";
    return "[White \"a\"]\n[Result \"*\"]\n\n" + text + "*\n\n";
}

}  // namespace cofnod
