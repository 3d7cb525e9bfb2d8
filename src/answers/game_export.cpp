#include "answers/game_export.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>

#include "answers/headers.hpp"
#include "answers/move_text.hpp"
#include "chess/uci.hpp"
#include "game/replay.hpp"
#include "game/with_game.hpp"

namespace cofnod::answers {

namespace {

/// Replays the main line: calls `each` with the position before and after each ply. Returns the last position.
template <RecordedGame G, typename Each>
typename G::Position replay(const GameRecord& record, const typename G::Position& start, const Each& each) {
    typename G::Position before = start;
    for (const auto& ply : main_line<G>(record)) {
        typename G::Position after = before;
        after.play(G::effect_of(before, ply));
        each(before, after, ply);
        before = after;
    }
    return before;
}

void add_blank(std::string& words) {
    if (!words.empty()) words += ' ';
}

template <RecordedGame G>
void fill(ExportedGame& game, const notation::Language& language) {
    const auto start = start_position<G>(game.record);
    game.start = game.record.start.empty() ? G::write_position(start) : game.record.start;
    [[maybe_unused]] chess::UciCastling castling{};
    if constexpr (std::same_as<G, ChessGame>) {
        castling = chess::uci_castling(start);
        game.uci.emplace();
    }
    const auto final = replay<G>(game.record, start, [&](const auto& before, const auto& after, const auto& ply) {
        add_blank(game.moves);
        append_move<G>(game.moves, before, after, ply, language);
        if constexpr (std::same_as<G, ChessGame>) {
            add_blank(*game.uci);
            *game.uci += chess::write_uci(ply, castling);
        }
    });
    if (game.record.state == GameState::rejected) return;
    game.final_position = G::write_position(final);
    game.final_key = hex_text(final.key());
}

Value tag(const ExportedGame& game, std::string_view name) { return known(game.record.tags.find(name).value_or("")); }

Value date_of(const ExportedGame& game) { return date_value(game.record.tags.find("Date").value_or("")); }

Value elo(const ExportedGame& game, std::string_view name) {
    const std::string_view text = game.record.tags.find(name).value_or("");
    std::uint16_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && number > 0 ? Value(number) : Value();
}

/// Returns the tags as an object; of several tags with one name, the first.
Value tags_of(const ExportedGame& game) {
    const Tags& tags = game.record.tags;
    Value::Object object;
    object.names.reserve(tags.size());
    object.values.reserve(tags.size());
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const auto& [name, value] = tags[i];
        if (std::ranges::find(object.names, name) != object.names.end()) continue;
        object.add(name, known(value));
    }
    return object;
}

}  // namespace

ExportedGame exported(std::int64_t id, const GameRecord& record, std::string citation,
                      const notation::Language& language) {
    ExportedGame game{.id = id, .record = record, .citation = std::move(citation)};
    with_game(record.kind, [&](auto rules) { fill<decltype(rules)>(game, language); });
    return game;
}

Answer<ExportedGame> game_export() {
    using Game = ExportedGame;
    // clang-format off
    return {.list = "games", .fields = {
        {"id",        Type::integer, [](const Game& game) -> Value { return game.id; }},
        {"white",     Type::text,    [](const Game& game) { return tag(game, "White"); }},
        {"black",     Type::text,    [](const Game& game) { return tag(game, "Black"); }},
        {"result",    Type::text,    [](const Game& game) -> Value { return to_text(game.record.result); }},
        {"date",      Type::text,    date_of},
        {"event",     Type::text,    [](const Game& game) { return tag(game, "Event"); }},
        {"site",      Type::text,    [](const Game& game) { return tag(game, "Site"); }},
        {"round",     Type::text,    [](const Game& game) { return tag(game, "Round"); }},
        {"white_elo", Type::integer, [](const Game& game) { return elo(game, "WhiteElo"); }},
        {"black_elo", Type::integer, [](const Game& game) { return elo(game, "BlackElo"); }},
        {"eco",       Type::text,    [](const Game& game) { return tag(game, "ECO"); }},
        {"plies",     Type::integer, [](const Game& game) -> Value { return game.record.ply_count; }},
        {"state",     Type::text,    [](const Game& game) -> Value { return name_of(game.record.state); }},
        {"notation",  Type::text,    [](const Game& game) { return known(game.record.notation.code); }},
        {"start",     Type::text,    [](const Game& game) -> Value { return game.start; }},
        {"moves",     Type::text,    [](const Game& game) -> Value { return game.moves; }},
        {"uci",       Type::text,    [](const Game& game) -> Value { return game.uci; }},
        {"final",     Type::text,    [](const Game& game) -> Value { return game.final_position; }},
        {"final_key", Type::text,    [](const Game& game) -> Value { return game.final_key; }},
        {"tags",      Type::object,  tags_of},
        {"citation",  Type::text,    [](const Game& game) { return known(game.citation); }},
    }};
    // clang-format on
}

std::string main_line_text(const GameRecord& record, const notation::Language& language) {
    return with_game(record.kind, [&](auto rules) {
        using G = decltype(rules);
        std::string text;
        replay<G>(record, start_position<G>(record), [&](const auto& before, const auto& after, const auto& ply) {
            add_blank(text);
            append_move<G>(text, before, after, ply, language);
        });
        return text;
    });
}

std::string uci_line_text(const GameRecord& record) {
    const auto castling = chess::uci_castling(start_position<ChessGame>(record));
    std::string text;
    for (const chess::Move move : main_line<ChessGame>(record)) {
        add_blank(text);
        text += chess::write_uci(move, castling);
    }
    return text;
}

}  // namespace cofnod::answers
