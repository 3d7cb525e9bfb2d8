#include "importers/bases/main_line.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/problem_kinds.hpp"
#include "chess/legality.hpp"
#include "chess/san.hpp"
#include "notation/write_move.hpp"

namespace cofnod::importers::bases {

void MainLine::play_and_write(chess::Position& position, chess::Move move) {
    write_number(position);
    const notation::Reading san = chess::san_reading(position, move);
    position.play(move);
    notation::write_move(*san_, san, chess::check_mark(position), record_.san);
}

void MainLine::write_number(const chess::Position& position) {
    const bool is_first = record_.san.empty(), is_whites = position.turn() == chess::Color::white;
    if (!is_first) record_.san += ' ';
    if (is_whites || is_first) record_.san += fmt::format("{}{}", position.fullmove_number(), is_whites ? "." : "...");
}

void MainLine::finish(const chess::Position& last) {
    record_.moves = packer_.bytes();
    record_.final_check = final_check_of(last.key());
}

bool may_be_played(const chess::Position& position, chess::Move move, const Checks& checks) {
    return move.is_null() || chess::is_legal(position, move, checks.may_be());
}

void give_up(GameRecord& record, Reason reason, std::string_view rest) {
    record.problems.push_back({.reason = std::move(reason), .ply = record.ply_count, .advice = {Remedy::rest_is_text}});
    record.state = GameState::incomplete;
    for (const char byte : rest)
        record.unread += fmt::format("{}{:02X}", record.unread.empty() ? "" : " ", static_cast<unsigned char>(byte));
}

}  // namespace cofnod::importers::bases
