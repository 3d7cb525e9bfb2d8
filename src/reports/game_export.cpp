#include "reports/game_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <string_view>
#include <vector>

#include "base/characters.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/san.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/move_text.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "notation/language.hpp"
#include "reports/games.hpp"
#include "reports/steps.hpp"

namespace cofnod::reports {

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

/// Returns the value of a tag; null if it is PGN's unknown value for that tag.
Value tag_value(std::string_view name, std::string_view value) {
    return value == unknown_value(name) ? Value() : Value(value);
}

/// Returns the tags as an object; tags of the same name form a list. As in PGN, the notation of the moves and a game
/// other than chess are included: import needs both.
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

namespace {

/// Denotes an unknown position, or no moves: an empty line would be lost.
constexpr std::string_view nothing = "-";

}  // namespace

void append_fen(const GameRecord& record, std::string& out) {
    if (record.state == GameState::rejected)
        out += nothing;
    else
        with_game(record.kind, [&](auto rules) {
            using Game = decltype(rules);
            out += Game::write_position(position_after<Game>(record, record.ply_count));
        });
    out += '\n';
}

namespace {

/// Returns true for the name of an operation of EPD, which a position of a file keeps as a tag: bm, id, c0.
bool is_epd_operation(std::string_view name) {
    static constexpr std::size_t longest = 15;
    return !name.empty() && name.size() <= longest && is_lower(name.front()) &&
           std::ranges::all_of(name, [](char c) { return is_lower(c) || is_digit(c) || c == '_'; });
}

/// Returns true for an operation whose value is a text in quotes.
bool is_epd_text(std::string_view name) {
    static constexpr std::string_view names[] = {"id", "eco", "nic"};
    const bool is_comment = name.size() == 2 && name[0] == 'c' && is_digit(name[1]);
    return is_comment || std::ranges::find(names, name) != std::end(names);
}

}  // namespace

void append_epd(std::int64_t id, const GameRecord& record, std::string& out) {
    if (record.state == GameState::rejected || record.kind != GameKind::chess) return;
    const chess::Position position = position_after<ChessGame>(record, record.ply_count);
    std::string fen = chess::write_fen(position);
    for (int counters = 0; counters < 2; ++counters) fen.resize(fen.rfind(' '));
    out += fmt::format("{} hmvc {}; fmvn {};", fen, position.halfmove_clock(), position.fullmove_number());
    // The operations of a position belong to it, not to what was played from it.
    for (std::size_t i = 0; record.ply_count == 0 && i < record.tags.size(); ++i)
        if (const Tags::Tag tag = record.tags[i]; is_epd_operation(tag.name))
            out += is_epd_text(tag.name) ? fmt::format(" {} \"{}\";", tag.name, tag.value)
                                         : fmt::format(" {} {};", tag.name, tag.value);
    if (record.ply_count > 0 || !record.tags.find("id")) out += fmt::format(" id \"game {}\";", id);
    out += '\n';
}

void append_uci(const GameRecord& record, const notation::Language& language, std::string& out) {
    std::string line;
    if (record.state != GameState::rejected) {
        const std::string moves =
            record.kind == GameKind::chess ? uci_line_text(record) : main_line_text(record, language);
        if (!record.start.empty()) line = fmt::format("fen {}{}", record.start, moves.empty() ? "" : " moves ");
        line += moves;
    }
    out += line.empty() ? nothing : line;
    out += '\n';
}

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
    if (record.state == GameState::rejected && record.ply_count == 0) return;  // its position is unknown
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
        {"elapsed",    Type::number,  [](const Row& row) { return known_number(row.commands.elapsed); }},
        {"evaluation", Type::number,  [](const Row& row) { return known_number(row.commands.evaluation); }},
        {"mate",       Type::integer, [](const Row& row) { return known_number(row.commands.mate); }},
    }};
    // clang-format on
}

}  // namespace cofnod::reports
