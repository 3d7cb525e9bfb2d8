#include "answers/headers.hpp"

#include "base/say.hpp"

#include <fmt/format.h>

namespace cofnod::answers {

namespace {

using store::GameHeader;

Value unless_zero(std::uint64_t number) { return number == 0 ? Value() : Value(number); }

Table::Column flexible(std::string title) { return {std::move(title), Table::left, Table::flexible}; }

/// Returns the shortest form: "½-½".
std::string short_result(const GameHeader& game) {
    return game.result == Result::draw ? "½-½" : std::string(to_text(game.result));
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

}  // namespace cofnod::answers
