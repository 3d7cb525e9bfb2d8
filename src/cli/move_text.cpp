#include "cli/move_text.hpp"

#include <fmt/format.h>

#include "chess/san.hpp"
#include "notation/write_move.hpp"

namespace cofnod::cli {

std::string move_text(const chess::Position& before, chess::Move move, const notation::Language& language) {
    const notation::Reading reading = chess::san_reading(before, move);
    chess::Position after = before;
    after.play(move);
    return notation::write_move(language, reading, chess::check_mark(after));
}

std::string move_number(const chess::Position& before) {
    return fmt::format("{}{}", before.fullmove_number(), before.turn() == chess::Color::white ? "." : "...");
}

std::string numbered_move(const chess::Position& before, chess::Move move, const notation::Language& language) {
    return move_number(before) + ' ' + move_text(before, move, language);
}

}  // namespace cofnod::cli
