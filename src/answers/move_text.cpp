#include "answers/move_text.hpp"

#include <fmt/format.h>

#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "notation/write_move.hpp"

namespace cofnod::answers {

std::string move_text(const chess::Position& before, chess::Move move, const notation::Language& language) {
    chess::Position after = before;
    after.play(move);
    std::string text;
    append_move(text, before, after, move, language);
    return text;
}

void append_move(std::string& out, const chess::Position& before, const chess::Position& after, chess::Move move,
                 const notation::Language& language) {
    notation::write_move(language, chess::san_reading(before, move), chess::check_mark(after), out);
}

std::string uci_text(const chess::Position& start, chess::Move move) {
    return chess::write_uci(move, chess::uci_castling(start));
}

std::string MoveNumbers::at(std::uint32_t ply) const {
    return fmt::format("{}{}", first_ + (ply + (black_begins_ ? 1 : 0)) / 2, is_black(ply) ? "..." : ".");
}

std::string move_number(const chess::Position& before) {
    return fmt::format("{}{}", before.fullmove_number(), before.turn() == chess::Color::white ? "." : "...");
}

std::string numbered_move(const chess::Position& before, chess::Move move, const notation::Language& language) {
    return move_number(before) + ' ' + move_text(before, move, language);
}

}  // namespace cofnod::answers
