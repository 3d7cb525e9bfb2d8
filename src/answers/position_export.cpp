#include "answers/position_export.hpp"

#include <concepts>
#include <vector>

#include "answers/move_text.hpp"
#include "chess/uci.hpp"
#include "game/replay.hpp"
#include "game/with_game.hpp"

namespace cofnod::answers {

namespace {

template <RecordedGame G>
void each_position(ExportedPosition& row, const GameRecord& record, const notation::Language& language,
                   const std::function<void(const ExportedPosition&)>& take) {
    const std::vector<MoveCommands> commands = move_commands(record);
    typename G::Position position = start_position<G>(record);
    [[maybe_unused]] chess::UciCastling castling{};
    if constexpr (std::same_as<G, ChessGame>) castling = chess::uci_castling(position);
    const auto give = [&] {
        row.position = G::write_position(position);
        row.key = position.key();
        take(row);
    };
    give();
    for (const auto& ply : main_line<G>(record)) {
        typename G::Position after = position;
        after.play(G::effect_of(position, ply));
        row.move.emplace();
        append_move<G>(*row.move, position, after, ply, language);
        if constexpr (std::same_as<G, ChessGame>) row.uci = chess::write_uci(ply, castling);
        row.commands = row.ply < commands.size() ? commands[row.ply] : MoveCommands{};
        ++row.ply;
        position = after;
        give();
    }
}

template <typename Number>
Value known_number(const std::optional<Number>& number) {
    return number ? Value(*number) : Value();
}

}  // namespace

void for_each_position(std::int64_t id, const GameRecord& record, const notation::Language& language,
                       const std::function<void(const ExportedPosition&)>& take) {
    if (record.state == GameState::rejected && record.ply_count == 0) return;  // of no known position
    ExportedPosition row{.game = id};
    with_game(record.kind, [&](auto rules) { each_position<decltype(rules)>(row, record, language, take); });
}

Answer<ExportedPosition> position_export() {
    using Row = ExportedPosition;
    // clang-format off
    return {.list = "positions", .fields = {
        {"game",       Type::integer, [](const Row& row) -> Value { return row.game; }},
        {"ply",        Type::integer, [](const Row& row) -> Value { return row.ply; }},
        {"move",       Type::text,    [](const Row& row) -> Value { return row.move; }},
        {"uci",        Type::text,    [](const Row& row) -> Value { return row.uci; }},
        {"position",   Type::text,    [](const Row& row) -> Value { return row.position; }},
        {"key",        Type::text,    [](const Row& row) -> Value { return hex_text(row.key); }},
        {"clock",      Type::number,  [](const Row& row) { return known_number(row.commands.clock); }},
        {"evaluation", Type::number,  [](const Row& row) { return known_number(row.commands.evaluation); }},
        {"mate",       Type::integer, [](const Row& row) { return known_number(row.commands.mate); }},
    }};
    // clang-format on
}

}  // namespace cofnod::answers
