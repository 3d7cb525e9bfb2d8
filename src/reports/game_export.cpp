#include "reports/game_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <string_view>

#include "base/characters.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/san.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "notation/language.hpp"
#include "notation/written_move.hpp"
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

Value tag(const GameRecord& record, std::string_view name) { return known(record.tags.find(name).value_or("")); }

Value date_of(const GameRecord& record) { return date_value(record.tags.find("Date").value_or("")); }

Value elo_of(const GameRecord& record, std::string_view name) {
    return unless_zero(whole_number<std::uint16_t>(record.tags.find(name).value_or("")).value_or(0));
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
        {"white",     Type::text,    [](const Game& game) { return tag(game.record, "White"); }},
        {"black",     Type::text,    [](const Game& game) { return tag(game.record, "Black"); }},
        {"result",    Type::text,    [](const Game& game) -> Value { return to_text(game.record.result); }},
        {"date",      Type::text,    [](const Game& game) { return date_of(game.record); }},
        {"event",     Type::text,    [](const Game& game) { return tag(game.record, "Event"); }},
        {"site",      Type::text,    [](const Game& game) { return tag(game.record, "Site"); }},
        {"round",     Type::text,    [](const Game& game) { return tag(game.record, "Round"); }},
        {"white_elo", Type::integer, [](const Game& game) { return elo_of(game.record, "WhiteElo"); }},
        {"black_elo", Type::integer, [](const Game& game) { return elo_of(game.record, "BlackElo"); }},
        {"eco",       Type::text,    [](const Game& game) { return tag(game.record, "ECO"); }},
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

/// Denotes an unknown position, or no moves: an empty line would be lost.
constexpr std::string_view nothing = "-";

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

/// Returns true for a line of a list of positions, which is written with what it had.
bool is_mere_position(const GameRecord& record) { return record.ply_count == 0 && !record.start.empty(); }

/// Returns the operations of EPD among the tags of a game, each after a blank: ` bm Nf3; id "WAC.001";`.
std::string operations_in(const Tags& tags) {
    std::string text;
    for (std::size_t i = 0; i < tags.size(); ++i)
        if (const Tags::Tag tag = tags[i]; is_epd_operation(tag.name))
            text += is_epd_text(tag.name) ? fmt::format(" {} \"{}\";", tag.name, tag.value)
                                          : fmt::format(" {} {};", tag.name, tag.value);
    return text;
}

/// Appends the counters of a position that are not among its own operations, or what a mere position has without them.
void append_counters(const GameRecord& record, std::uint32_t ply, const chess::Position& position, std::string& out) {
    const auto add = [&](std::string_view name, int number, int usual) {
        const bool is_known = ply == 0 && record.tags.find(name).has_value();
        if (!is_known && (number != usual || !is_mere_position(record))) out += fmt::format(" {} {};", name, number);
    };
    add("hmvc", position.halfmove_clock(), 0);
    add("fmvn", position.fullmove_number(), 1);
}

/// Appends what an engine said of a position, from the side to move.
void append_judgement(const MoveCommands& commands, bool is_white, std::string& out) {
    static constexpr int centipawns = 100;
    if (commands.depth) out += fmt::format(" acd {};", *commands.depth);
    if (commands.elapsed) out += fmt::format(" acs {};", std::lround(*commands.elapsed));
    if (commands.evaluation)
        out += fmt::format(" ce {};", std::lround(*commands.evaluation * centipawns) * (is_white ? 1 : -1));
    if (const int mate = commands.mate.value_or(0) * (is_white ? 1 : -1); mate > 0) out += fmt::format(" dm {};", mate);
}

/// Returns the players, the year and the number of the next move: `Carlsen,M - Anand,V, 2013, 24...`; empty if neither
/// player is known.
std::string players_at(const GameRecord& record, const chess::Position& position) {
    const auto name = [&](std::string_view tag) { return std::string(record.tags.find(tag).value_or("?")); };
    std::string text = fmt::format("{} - {}", name("White"), name("Black"));
    if (text == "? - ?") return {};
    const std::string_view date = record.tags.find("Date").value_or("");
    if (!date.empty() && is_digit(date.front())) text += fmt::format(", {}", date.substr(0, date.find('.')));
    text += fmt::format(", {}", move_number(position));
    std::ranges::replace(text, '"', '\'');
    return text;
}

/// Returns the signs of each main-line ply as text; empty: there are none.
std::vector<std::string> signs_of(const GameRecord& record) {
    std::vector<std::string> signs;
    std::uint32_t depth = 0;
    for (std::size_t i = 0; i < record.annotations.size(); ++i) {
        const Annotations::Item item = record.annotations[i];
        if (item.kind == Annotations::Kind::begin_variation) ++depth;
        if (item.kind == Annotations::Kind::end_variation && depth > 0) --depth;
        if (item.kind != Annotations::Kind::nag || depth > 0) continue;
        signs.resize(record.ply_count + 1);
        std::string& here = signs[std::min(item.ply, record.ply_count)];
        const std::string_view glyph =
            item.value <= 255 ? notation::glyph_of(static_cast<std::uint8_t>(item.value)) : std::string_view();
        add_blank(here);
        here += glyph.empty() ? fmt::format("${}", item.value) : std::string(glyph);
    }
    return signs;
}

template <RecordedGame G>
void each_position(ExportedPosition& row, const GameRecord& record, const notation::Language& language,
                   const std::function<void(const ExportedPosition&)>& take, std::optional<std::uint32_t> only) {
    const std::vector<MoveCommands> commands = move_commands(record);
    const std::vector<std::string> signs = signs_of(record);
    typename G::Position position = start_position<G>(record);
    [[maybe_unused]] chess::UciCastling castling{};
    if constexpr (std::same_as<G, ChessGame>) castling = chess::uci_castling(position);
    const auto give = [&] {
        row.position = G::write_position(position);
        row.key = position.key();
        row.until = row.ply;
        if (!signs.empty()) row.signs = signs[row.ply];
        take(row);
    };
    if (!only || *only == 0) give();
    for (const auto& ply : main_line<G>(record)) {
        typename G::Position after = position;
        after.play(G::effect_of(position, ply));
        if (only && row.ply + 1 != *only) {
            if (++row.ply > *only) return;
            position = after;
            continue;
        }
        row.move.emplace();
        append_move<G>(*row.move, position, after, ply, language);
        if constexpr (std::same_as<G, ChessGame>) row.uci = chess::write_uci(ply, castling);
        ++row.ply;
        if (row.ply <= commands.size()) {
            row.commands = commands[row.ply - 1];
            row.loss = loss_of(commands, row.ply, !G::is_white_to_move(position));
        }
        position = after;
        give();
    }
}

/// Members of positions that are in no list unless asked for.
const Fields<ExportedPosition>& other_columns() {
    using Row = ExportedPosition;
    // clang-format off
    static const Fields<Row> fields = {
        {"variation",  Type::integer, [](const Row& row) -> Value { return row.line; }},
        {"until",      Type::integer, [](const Row& row) -> Value { return row.until; }},
        {"fen",        Type::text,    [](const Row& row) -> Value { return row.position; }},
        {"depth",      Type::integer, [](const Row& row) -> Value { return row.commands.depth; }},
        {"loss",       Type::number,  [](const Row& row) -> Value { return row.loss; }},
        {"glyphs",     Type::text,    [](const Row& row) { return known(row.signs); }},
        {"white",      Type::text,    [](const Row& row) { return tag(*row.record, "White"); }},
        {"black",      Type::text,    [](const Row& row) { return tag(*row.record, "Black"); }},
        {"white_elo",  Type::integer, [](const Row& row) { return elo_of(*row.record, "WhiteElo"); }},
        {"black_elo",  Type::integer, [](const Row& row) { return elo_of(*row.record, "BlackElo"); }},
        {"result",     Type::text,    [](const Row& row) -> Value { return to_text(row.record->result); }},
        {"date",       Type::text,    [](const Row& row) { return date_of(*row.record); }},
        {"event",      Type::text,    [](const Row& row) { return tag(*row.record, "Event"); }},
        {"eco",        Type::text,    [](const Row& row) { return tag(*row.record, "ECO"); }},
        {"time_control", Type::text,  [](const Row& row) { return tag(*row.record, "TimeControl"); }},
        {"plies",      Type::integer, [](const Row& row) -> Value { return row.record->ply_count; }},
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

Answer<ExportedGame> game_export(bool with_ply, const std::vector<std::string>& columns) {
    using Game = ExportedGame;
    Answer<Game> answer{.list = "games", .fields = fields_of_games()};
    if (with_ply) {
        answer.fields.push_back({"ply", Type::integer, [](const Game& game) -> Value { return game.origin.ply; }});
        answer.fields.push_back({"move", Type::text, [](const Game& game) { return known(game.origin.move); }});
    }
    if (!columns.empty()) answer.fields.keep(columns);
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

void append_fen(const GameRecord& record, std::uint32_t ply, std::string& out) {
    if (record.state == GameState::rejected)
        out += nothing;
    else
        with_game(record.kind, [&](auto rules) {
            using Game = decltype(rules);
            out += Game::write_position(position_after<Game>(record, ply));
        });
    out += '\n';
}

std::string operations_of_position(const GameRecord& record) {
    const std::string text = is_mere_position(record) ? operations_in(record.tags) : std::string();
    return text.empty() ? text : text.substr(1);
}

void append_epd(std::int64_t id, const GameRecord& record, std::uint32_t ply, const notation::Language& english,
                std::string& out) {
    if (record.state == GameState::rejected || record.kind != GameKind::chess) return;
    const chess::Position position = position_after<ChessGame>(record, ply);
    std::string fen = chess::write_fen(position);
    for (int counters = 0; counters < 2; ++counters) fen.resize(fen.rfind(' '));
    out += fen;
    append_counters(record, ply, position, out);
    if (ply < record.ply_count) {
        out += fmt::format(" sm {};", move_text(position, main_line<ChessGame>(record)[ply], english));
    }
    if (const auto commands = move_commands(record); ply > 0 && ply <= commands.size())
        append_judgement(commands[ply - 1], position.turn() == chess::Color::white, out);
    // The operations of a position belong to it, not to what was played from it.
    if (ply == 0) out += operations_in(record.tags);
    const std::string players = players_at(record, position);
    if ((ply > 0 || !record.tags.find("id")) && !(players.empty() && is_mere_position(record)))
        out += players.empty() ? fmt::format(" id \"game {}\";", id)
                               : fmt::format(" id \"{}\"; c0 \"game {}\";", players, id);
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

void for_each_position(std::int64_t id, const GameRecord& record, const notation::Language& language,
                       const std::function<void(const ExportedPosition&)>& take, std::optional<std::uint32_t> only) {
    if (record.state == GameState::rejected && record.ply_count == 0) return;  // its position is unknown
    ExportedPosition row{.game = id, .record = &record};
    with_game(record.kind, [&](auto rules) { each_position<decltype(rules)>(row, record, language, take, only); });
}

Answer<ExportedPosition> position_export(bool only_found, const std::vector<std::string>& columns) {
    using Row = ExportedPosition;
    // clang-format off
    Answer<Row> answer{.list = "positions", .fields = {
        {"game",       Type::integer, [](const Row& row) -> Value { return row.game; }},
        {"ply",        Type::integer, [](const Row& row) -> Value { return row.ply; }},
        {"move",       Type::text,    [](const Row& row) -> Value { return row.move; }},
        {"uci",        Type::text,    [](const Row& row) -> Value { return row.uci; }},
        {"position",   Type::text,    [](const Row& row) -> Value { return row.position; }},
        {"key",        Type::text,    [](const Row& row) -> Value { return hex_text(row.key); }},
        {"clock",      Type::number,  [](const Row& row) -> Value { return row.commands.clock; }},
        {"elapsed",    Type::number,  [](const Row& row) -> Value { return row.commands.elapsed; }},
        {"evaluation", Type::number,  [](const Row& row) -> Value { return row.commands.evaluation; }},
        {"mate",       Type::integer, [](const Row& row) -> Value { return row.commands.mate; }},
    }};
    // clang-format on
    if (columns.empty()) {
        if (only_found) {
            answer.fields.append(other_columns());
            answer.fields.keep({"game", "variation", "ply", "until", "move", "uci", "position", "key", "clock",
                                "elapsed", "evaluation", "mate"});
        }
        return answer;
    }
    answer.fields.append(other_columns());
    answer.fields.keep(columns);
    return answer;
}

}  // namespace cofnod::reports
