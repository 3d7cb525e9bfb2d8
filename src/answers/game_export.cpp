#include "answers/game_export.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>

#include "answers/game_annotations.hpp"
#include "answers/headers.hpp"
#include "answers/move_text.hpp"
#include "chess/uci.hpp"
#include "game/replay.hpp"
#include "game/with_game.hpp"
#include "notation/language.hpp"
#include "pgn/export_tags.hpp"

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

/// Returns a value of a tag; null if it is what PGN writes for unknown values of that tag.
Value tag_value(std::string_view name, std::string_view value) {
    return value == unknown_value(name) ? Value() : Value(value);
}

/// Returns the tags as an object; several with one name are a list. As in PGN, the notation of the moves and a game
/// other than chess are among them: import needs both.
Value tags_of(const ExportedGame& game) {
    const Tags& tags = game.record.tags;
    const notation::Languages& languages = pgn::WriteOptions{.language = &game.language}.known_languages();
    Value::Object object;
    object.names.reserve(tags.size());
    object.values.reserve(tags.size());
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const auto& [name, value] = tags[i];
        if (pgn::names_language(tags[i], languages)) continue;
        if (std::ranges::find(object.names, name) != object.names.end()) continue;
        Value::List values;
        for (std::size_t k = i; k < tags.size(); ++k)
            if (tags[k].name == name) values.push_back(tag_value(name, tags[k].value));
        object.add(name, values.size() == 1 ? std::move(values.front()) : Value(std::move(values)));
    }
    if (game.record.kind != GameKind::chess && !tags.find("GameType"))
        object.add("GameType", with_game(game.record.kind,
                                         [&](auto rules) { return decltype(rules)::title_of(game.record.start); }));
    if (game.record.kind == GameKind::chess && game.language.code() != "en")
        object.add(move_language_tag, game.language.code());
    return object;
}

const Fields<ExportedGame>& fields_of_games() {
    using Game = ExportedGame;
    // clang-format off
    static const Fields<Game> fields = {
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
        {"source",    Type::text,    [](const Game& game) { return known(game.origin.source); }},
        {"line",      Type::integer, [](const Game& game) -> Value { return game.record.span.line; }},
        {"start",     Type::text,    [](const Game& game) -> Value { return game.start; }},
        {"moves",     Type::text,    [](const Game& game) -> Value { return game.moves; }},
        {"uci",       Type::text,    [](const Game& game) -> Value { return game.uci; }},
        {"final",     Type::text,    [](const Game& game) -> Value { return game.final_position; }},
        {"final_key", Type::text,    [](const Game& game) -> Value { return game.final_key; }},
        {"tags",      Type::object,  tags_of},
        with_parts<Game>({"annotations", Type::list, [](const Game& game) {
                              return exported_annotations(game.record, game.language);
                          }}, exported_annotation_shape()),
        {"unread",    Type::text,    [](const Game& game) { return game.record.unread.empty() ? Value() : Value(game.record.unread); }},
        {"citation",  Type::text,    [](const Game& game) { return known(game.origin.citation); }},
    };
    // clang-format on
    return fields;
}

}  // namespace

ExportedGame exported(std::int64_t id, const GameRecord& record, GameOrigin origin,
                      const notation::Language& language) {
    ExportedGame game{.id = id, .record = record, .origin = std::move(origin), .language = language};
    with_game(record.kind, [&](auto rules) { fill<decltype(rules)>(game, language); });
    return game;
}

Answer<ExportedGame> game_export(bool with_ply) {
    using Game = ExportedGame;
    Answer<Game> answer{.list = "games", .fields = fields_of_games()};
    if (with_ply) {
        answer.fields.push_back({"ply", Type::integer, [](const Game& game) -> Value { return game.origin.ply; }});
        answer.fields.push_back({"move", Type::text, [](const Game& game) { return known(game.origin.move); }});
    }
    return answer;
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
