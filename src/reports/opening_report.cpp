#include "reports/opening_report.hpp"

#include <fmt/format.h>

#include "base/tr.hpp"
#include "reports/games.hpp"

namespace cofnod::reports {

namespace {

using store::GameHeader;

const TreeRow& row_of(const OpeningRow& row) { return row.row; }

/// Hides table columns for which a page has no room.
template <typename Row>
void hide(Fields<Row>& fields, std::initializer_list<std::string_view> names) {
    for (auto& field : fields)
        for (const std::string_view name : names)
            if (field.shape.name == name) field.shape.column.reset();
}

void add_totals(Fields<OpeningRow>& fields) {
    add_fields(fields, totals_fields(), row_of);
    hide(fields, {"average_elo", "top_elo", "last_year"});
}

Field<OpeningRow> share_field(const std::string& title) {
    return {"share", Type::number, [](const OpeningRow& row) -> Value { return row.share; },
            Table::Column{title, Table::right},
            [](const OpeningRow& row) { return fmt::format("{:.1f}%", row.share); }};
}

Field<OpeningRow> moves_field(const std::string& title) {
    return {"moves", Type::text, [](const OpeningRow& row) { return known(row.row.move); },
            Table::Column{title, Table::left, Table::flexible, Style::bold}};
}

Field<OpeningRow> example_field() {
    return {"example", Type::integer, [](const OpeningRow& row) -> Value { return row.example; }};
}

}  // namespace

Answer<TreeRow> opening_moves(bool with_openings) {
    Answer<TreeRow> answer = tree_moves(with_openings);
    hide(answer.fields, {"average_elo", "top_elo", "last_year", "reached"});
    return answer;
}

Answer<OpeningRow> opening_lines(bool with_openings) {
    Answer<OpeningRow> answer{.list = "lines", .fields = {}};
    auto& fields = answer.fields;
    fields.push_back(moves_field(phrase("moves")));
    add_totals(fields);
    hide(fields, {"white_wins", "draws", "black_wins"});
    fields.drop_shown_only();
    fields.push_back(share_field(phrase("share")));
    add_fields(fields, opening_fields(), row_of);
    for (auto& field : fields)
        if (with_openings && field.shape.name == "eco") field.shape.column = Table::Column{phrase("ECO")};
    fields.push_back(example_field());
    return answer;
}

Answer<OpeningRow> opening_trend() {
    Answer<OpeningRow> answer{.list = "trend", .fields = {}};
    auto& fields = answer.fields;
    fields.push_back(
        {"year", Type::integer, [](const OpeningRow& row) -> Value { return row.year; }, Table::Column{phrase("year")},
         [](const OpeningRow& row) {
             return !row.year ? std::string() : row.is_decade ? tr("{}s", *row.year) : std::to_string(*row.year);
         }});
    fields.push_back({"years", Type::integer, [](const OpeningRow& row) -> Value { return row.is_decade ? 10 : 1; }});
    fields.push_back(share_field(phrase("of all")));
    add_totals(fields);
    return answer;
}

Answer<OpeningRow> opening_orders() {
    Answer<OpeningRow> answer{.list = "orders", .fields = {}};
    auto& fields = answer.fields;
    fields.push_back(share_field(phrase("share")));
    fields.push_back(moves_field(phrase("moves")));
    add_totals(fields);
    hide(fields, {"white_wins", "draws", "black_wins", "score"});
    fields.drop_shown_only();
    fields.push_back(example_field());
    return answer;
}

Answer<GameHeader> opening_games(const std::string& list) {
    Answer<GameHeader> answer{.list = list, .fields = header_fields()};
    answer.fields.keep({"id", "white", "white_elo", "black", "black_elo", "result", "date", "event"});
    for (auto& field : answer.fields)
        if (field.shape.name.ends_with("_elo")) field.shape.column = Table::Column{phrase("Elo"), Table::right};
    return answer;
}

Report report_of(const OpeningReport& opening, bool with_openings) {
    Report report{.head = tree_head(opening.tree)};
    report.head.add("set_ups", opening.set_ups);
    report.sections = {{tree_moves(with_openings), opening.tree.moves},
                       {opening_lines(with_openings), opening.lines},
                       {opening_trend(), opening.trend},
                       {opening_orders(), opening.orders},
                       {opening_games("strongest"), opening.strongest},
                       {opening_games("latest"), opening.latest}};
    return report;
}

}  // namespace cofnod::reports
