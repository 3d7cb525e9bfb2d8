#include "reports/games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/tr.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/move_text.hpp"
#include "games/record/openings.hpp"
#include "games/record/variations.hpp"
#include "games/record/with_game.hpp"
#include "search/matcher.hpp"

namespace cofnod::reports {

namespace {

using store::GameHeader;

Table::Column flexible(std::string title) { return {std::move(title), Table::left, Table::flexible}; }

/// Returns the shortest form of the result: "½-½".
std::string short_result(const GameHeader& game) {
    return game.result == Result::draw ? "½-½" : std::string(to_text(game.result));
}

std::string_view main_part(std::string_view name) { return name.substr(0, name.find(':')); }

/// Returns the first row of each opening, by its English name without variations.
const std::map<std::string_view, const Opening*>& main_openings() {
    static const auto main = [] {
        std::map<std::string_view, const Opening*> by_name;
        for (const Opening& opening : cofnod::openings()) by_name.emplace(main_part(opening.english), &opening);
        return by_name;
    }();
    return main;
}

const store::GameHeader& header_of(const ListedGame& game) { return game.header; }

/// Returns "2 3 4 5 6 7 … 31 more", shortened for tables.
std::string few_plies(const ListedGame& game) {
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(game.plies.size(), most); ++i)
        text += (i > 0 ? " " : "") + std::to_string(game.plies[i]);
    if (game.plies.size() > most) text += " … " + tr("{} more", game.plies.size() - most);
    return text;
}

/// Returns the table columns before the matching plies.
Fields<ListedGame> columns_of_origin(const GameListShape& shape) {
    constexpr std::size_t most_shown = 1000;  // maximum bytes shown of a sort key
    Fields<ListedGame> columns;
    using Shown = Field<ListedGame>;
    if (shape.with_database)
        columns.push_back(Shown::shown_as({phrase("database"), Table::left, Table::path},
                                          [](const ListedGame& game) { return game.database; }));
    if (shape.with_source)
        columns.push_back(Shown::shown_as({phrase("source"), Table::left, Table::path},
                                          [](const ListedGame& game) { return game.header.source; }));
    for (std::size_t i = 0; i < shape.sort_titles.size(); ++i)
        columns.push_back(
            Shown::shown_as({shape.sort_titles[i], Table::right}, i, [](const ListedGame& game, std::size_t sort) {
                return game.sorts[sort].value_or("").substr(0, most_shown);
            }));
    return columns;
}

void add_sorts(Fields<ListedGame>& fields, const std::vector<std::string>& titles) {
    for (std::size_t i = 0; i < titles.size(); ++i)
        fields.push_back({{.name = titles[i], .group = "sort"},
                          i,
                          [](const ListedGame& game, std::size_t sort) -> Value { return game.sorts[sort]; }});
}

/// Returns the move with number `ply`; empty if there is none.
template <RecordedGame G>
std::string move_of(const store::GameMoves& game, std::uint32_t ply, const notation::Language& language) {
    const auto start = G::read_start(game.start);
    if (!start) return {};
    typename G::Unpacker moves(*start, game.moves);
    for (std::uint32_t played = 0; const auto next = moves.read(); ++played) {
        if (played + 1 == ply)
            return MoveNumbers::from<G>(*start).at(played) + ' ' + move_text<G>(moves.position(), *next, language);
        moves.play(*next);
    }
    return {};
}

}  // namespace

const Fields<GameHeader>& header_fields() {
    // clang-format off
    static const Fields<GameHeader> fields = {
        {"id",        Type::integer, [](const GameHeader& game) -> Value { return game.id; },
                                     Table::Column{phrase("id"), Table::right, Table::fixed, Style::dim}},
        {"white",     Type::text,    [](const GameHeader& game) { return known(game.white); }, flexible(phrase("White")),
                                     [](const GameHeader& game) { return game.white; }},
        {"black",     Type::text,    [](const GameHeader& game) { return known(game.black); }, flexible(phrase("Black")),
                                     [](const GameHeader& game) { return game.black; }},
        {"result",    Type::text,    [](const GameHeader& game) -> Value { return to_text(game.result); },
                                     Table::Column{phrase("result")}, short_result},
        {"date",      Type::text,    [](const GameHeader& game) { return date_value(game.date); },
                                     Table::Column{phrase("date")}, date_text},
        {"event",     Type::text,    [](const GameHeader& game) { return known(game.event); }, flexible(phrase("event")),
                                     [](const GameHeader& game) { return game.event; }},
        {"site",      Type::text,    [](const GameHeader& game) { return known(game.site); }},
        {"round",     Type::text,    [](const GameHeader& game) { return known(game.round); }},
        {"white_elo", Type::integer, [](const GameHeader& game) -> Value { return game.white_elo; }},
        {"black_elo", Type::integer, [](const GameHeader& game) -> Value { return game.black_elo; }},
        {"eco",       Type::text,    [](const GameHeader& game) { return known(game.eco); }},
        {"plies",     Type::integer, [](const GameHeader& game) -> Value { return game.ply_count; }},
        {"state",     Type::text,    [](const GameHeader& game) -> Value { return name_of(game.state); }},
        {"notation",  Type::text,    [](const GameHeader& game) { return known(game.notation); }},
        {"source",    Type::text,    [](const GameHeader& game) { return known(game.source); }},
        {"number",    Type::integer, [](const GameHeader& game) { return unless_zero(game.number); }},
        {"line",      Type::integer, [](const GameHeader& game) { return unless_zero(game.line); }},
    };
    // clang-format on
    return fields;
}

Answer<store::GameHeader> header_list() { return {.list = "games", .fields = header_fields()}; }

Value date_value(const std::optional<store::PartialDate>& date) {
    if (!date || date->year() == 0) return {};
    if (date->month() == 0) return fmt::format("{:04}", date->year());
    if (date->day() == 0) return fmt::format("{:04}-{:02}", date->year(), date->month());
    return fmt::format("{:04}-{:02}-{:02}", date->year(), date->month(), date->day());
}

Value date_value(std::string_view text) { return date_value(store::date_of_tag(text)); }

std::string date_text(const GameHeader& header) { return header.date ? header.date->to_text() : std::string(); }

std::string place_text(const GameHeader& header) { return fmt::format("{}:{}", header.source, header.line); }

MainOpening main_opening_named(std::string_view eco, std::string_view english, std::string_view language) {
    const std::string_view name = main_part(english);
    const auto main = main_openings().find(name);
    return {std::string(eco),
            std::string(main == main_openings().end() ? name : main_part(main->second->name(language)))};
}

std::optional<MainOpening> main_opening_of(const store::GameMoves& game, std::string_view language) {
    const auto start = ChessGame::read_start(game.start);
    const Opening* const opening = start ? opening_of(*start, game.moves) : nullptr;
    if (!opening) return std::nullopt;
    return main_opening_named(opening->eco, opening->english, language);
}

Answer<ListedGame> game_list(const GameListShape& shape) {
    const auto column_if = [](bool is_shown, Table::Column column) {
        return is_shown ? std::optional(std::move(column)) : std::nullopt;
    };
    Answer<ListedGame> answer{.list = "games", .fields = {}};
    Fields<ListedGame>& fields = answer.fields;
    add_fields(fields, header_fields(),
               {"id", "white", "black", "result", "date", "event", "site", "round", "white_elo", "black_elo", "eco",
                "plies", "state", "notation", "source", "line"},
               header_of);
    fields.append(columns_of_origin(shape));
    fields.push_back({"ply", Type::integer, [](const ListedGame& game) -> Value { return game.ply; }});
    fields.push_back({"move", Type::text, [](const ListedGame& game) { return known(game.move); },
                      column_if(shape.with_ply, {phrase("found at"), Table::left, Table::fixed, Style::bold}),
                      [](const ListedGame& game) { return std::string(translated(game.move)); }});
    if (shape.with_variations)
        fields.push_back({"variation", Type::integer, [](const ListedGame& game) -> Value { return game.line; }});
    if (shape.with_plies)
        fields.push_back({"matching_plies", Type::list, [](const ListedGame& game) { return list_of(game.plies); },
                          Table::Column{phrase("plies"), Table::left, Table::flexible}, few_plies});
    if (shape.with_opening)
        fields.push_back({"opening_eco", Type::text, [](const ListedGame& game) { return known(game.opening_eco); },
                          Table::Column{phrase("ECO")}});
    add_sorts(fields, shape.sort_titles);
    if (shape.with_database)
        fields.push_back({"database", Type::text, [](const ListedGame& game) { return known(game.database); }});
    return answer;
}

std::string move_at(const store::GameMoves& game, std::uint32_t ply, const notation::Language& language) {
    if (ply == 0) return phrase("start");
    return with_game(game.kind, [&](auto rules) { return move_of<decltype(rules)>(game, ply, language); });
}

std::string move_of_hit(search::Answers& answers, const search::Hit& hit, const notation::Language& language) {
    if (!hit.ply) return {};
    if (*hit.ply == 0) return phrase("start");
    if (hit.line == 0) {
        const auto game = answers.moves(hit.game);
        return game ? move_at(*game, *hit.ply, language) : std::string();
    }
    const auto record = answers.record(hit.game);
    const auto line = record ? line_as_record(*record, hit.line) : std::nullopt;
    if (!line) return {};
    return fmt::format("({})", move_at({hit.game, line->kind, line->start, line->moves}, *hit.ply, language));
}

}  // namespace cofnod::reports
