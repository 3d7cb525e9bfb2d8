#include "importers/databases/record.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

#include "base/problem_kinds.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers::databases {

std::string date_text(std::uint32_t packed) {
    std::string text = "????.??.??";
    const auto write = [&](std::uint32_t value, std::size_t begin, std::size_t end) {
        if (value == 0) return;
        for (; end > begin; value /= 10) text[--end] = static_cast<char>('0' + value % 10);
    };
    static constexpr std::uint32_t last_year = 9999;
    const std::uint32_t year = packed >> 9;
    write(year, 0, 4);
    write(bits(packed, 5, 4), 5, 7);
    write(bits(packed, 0, 5), 8, 10);
    return year <= last_year ? text : text.replace(0, 4, std::to_string(year));
}

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
    return move.is_null() ? !checks.may_be() || !position.is_check() : chess::is_legal(position, move, checks.may_be());
}

void keep_as_comment(GameRecord& record, std::size_t first, std::uint32_t ply, std::size_t depth) {
    using Kind = Annotations::Kind;
    std::string text;
    for (std::size_t i = first; i < record.annotations.size(); ++i) {
        const Annotations::Item item = record.annotations[i];
        if (!text.empty() && !text.ends_with('(') && item.kind != Kind::end_variation) text += ' ';
        switch (item.kind) {
            case Kind::comment:
            case Kind::unread: text += fmt::format("{{{}}}", item.text); break;
            case Kind::nag: text += fmt::format("${}", item.value); break;
            case Kind::begin_variation: text += '('; break;
            case Kind::end_variation: text += ')'; break;
            case Kind::move: text += chess::write_uci(chess::Move::from_raw(static_cast<std::uint16_t>(item.value)));
        }
    }
    record.annotations.truncate(first);
    record.annotations.add(Kind::comment, ply, 0, text);
    record.problems.push_back(
        {.reason = {ProblemKind::nested_too_deep, {depth}}, .severity = Severity::note, .ply = ply});
}

void reject(GameRecord& record, Reason reason) {
    record.state = GameState::rejected;
    record.problems.push_back({.reason = std::move(reason)});
}

void give_up(GameRecord& record, Reason reason, std::string_view rest) {
    record.problems.push_back({.reason = std::move(reason), .ply = record.ply_count, .advice = {Remedy::rest_is_text}});
    record.state = GameState::incomplete;
    for (const char byte : rest)
        record.unread += fmt::format("{}{:02X}", record.unread.empty() ? "" : " ", static_cast<unsigned char>(byte));
}

}  // namespace cofnod::importers::databases
