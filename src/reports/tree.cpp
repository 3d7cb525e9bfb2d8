#include "reports/tree.hpp"

#include <fmt/format.h>

#include "games/record/openings.hpp"
#include "games/record/with_game.hpp"
#include "notation/language.hpp"

namespace cofnod::reports {

namespace {

using index::Totals;
using Row = TreeRow;

/// Returns the score of the side that moved, as a percentage of the games with a result; nullopt if there are none.
std::optional<double> score(const Row& row) {
    const Totals& totals = row.totals;
    const std::uint64_t decided = totals.white_wins + totals.draws + totals.black_wins;
    if (decided == 0) return std::nullopt;
    const std::uint64_t won = row.white_moves ? totals.white_wins : totals.black_wins;
    return 100.0 * (static_cast<double>(won) + static_cast<double>(totals.draws) / 2) / static_cast<double>(decided);
}

Value average_elo(const Row& row) {
    const Totals& totals = row.totals;
    return totals.elo_count == 0 ? Value() : Value((totals.elo_sum + totals.elo_count / 2) / totals.elo_count);
}

Table::Column spare(std::string title) { return {std::move(title), Table::right, Table::spare}; }

std::string share_text(const Row& row, std::uint64_t part) {
    return fmt::format("{:.0f}%", percent(part, row.totals.games));
}

std::string share_bar(const Row& row) {
    constexpr std::size_t bar_width = 10;
    return bar(row.totals.games, row.games_here, bar_width);
}

std::string score_text(const Row& row) {
    const auto points = score(row);
    return points ? fmt::format("{:.1f}%", *points) : std::string();
}

std::string opening_text(const Row& row) { return row.eco.empty() ? row.eco : row.eco + ' ' + row.opening; }

const Fields<TreeAnswer>& head_fields() {
    static const Fields<TreeAnswer> fields = [] {
        const auto all = +[](const TreeAnswer& tree) -> const Row& { return tree.all; };
        Fields<TreeAnswer> list = {
            {"fen", Type::text, [](const TreeAnswer& tree) -> Value { return tree.fen; }},
            {"key", Type::text, [](const TreeAnswer& tree) -> Value { return hex_text(tree.key); }}};
        add_fields(list, totals_fields(), all);
        add_fields(list, opening_fields(), all);
        list.push_back({"ended", Type::integer, [](const TreeAnswer& tree) -> Value { return tree.ended; }});
        return list;
    }();
    return fields;
}

}  // namespace

const Fields<Row>& opening_fields() {
    static const Fields<Row> fields = {
        {"eco", Type::text, [](const Row& row) { return known(row.eco); }},
        {"opening", Type::text, [](const Row& row) { return known(row.opening); }},
    };
    return fields;
}

const Fields<Row>& totals_fields() {
    // clang-format off
    static const Fields<Row> fields = {
        {"games",       Type::integer, [](const Row& row) -> Value { return row.totals.games; }, right(phrase("games")),
                                       [](const Row& row) { return grouped(row.totals.games); }},
        Field<Row>::shown_as({phrase("share")}, share_bar),
        {"white_wins",  Type::integer, [](const Row& row) -> Value { return row.totals.white_wins; }, right("1-0"),
                                       [](const Row& row) { return share_text(row, row.totals.white_wins); }},
        {"draws",       Type::integer, [](const Row& row) -> Value { return row.totals.draws; }, right("½-½"),
                                       [](const Row& row) { return share_text(row, row.totals.draws); }},
        {"black_wins",  Type::integer, [](const Row& row) -> Value { return row.totals.black_wins; }, right("0-1"),
                                       [](const Row& row) { return share_text(row, row.totals.black_wins); }},
        {"score",       Type::number,  [](const Row& row) -> Value { return score(row); }, right(phrase("score"), Style::bold),
                                       score_text},
        {"average_elo", Type::integer, average_elo, right(phrase("avg Elo"))},
        {"top_elo",     Type::integer, [](const Row& row) { return unless_zero(row.totals.top_elo); }, spare(phrase("max Elo"))},
        {"last_year",   Type::integer, [](const Row& row) { return unless_zero(row.totals.last_year); }, spare(phrase("last year"))},
    };
    // clang-format on
    return fields;
}

void name_opening(TreeRow& row, const chess::Position& position, std::string_view names_in) {
    const Opening* opening = find_opening(position.key());
    if (!opening) return;
    row.eco = opening->eco;
    row.opening = opening->name(names_in);
}

Answer<TreeRow> tree_moves(bool with_openings) {
    Answer<Row> answer{.list = "moves", .fields = {}};
    auto& fields = answer.fields;
    fields.push_back({"move", Type::text, [](const Row& row) { return known(row.move); },
                      Table::Column{phrase("move"), Table::left, Table::fixed, Style::bold},
                      [](const Row& row) { return row.numbered; }});
    fields.push_back({"uci", Type::text, [](const Row& row) { return known(row.uci); }});
    fields.append(totals_fields());
    fields.push_back(
        {"reached", Type::integer, [](const Row& row) -> Value { return row.reached; },
         Table::Column{phrase("reached (any order)"), Table::right, Table::spare, Style::dim},
         [](const Row& row) { return row.reached ? grouped(unsigned_count(*row.reached)) : std::string(); }});
    fields.append(opening_fields());
    if (with_openings)
        fields.push_back(Field<Row>::shown_as({phrase("opening"), Table::left, Table::flexible}, [](const Row& row) {
            return row.move.empty() ? std::string() : opening_text(row);
        }));
    return answer;
}

Value::Object tree_head(const TreeAnswer& tree) { return object(tree, head_fields()); }

Shapes tree_shape() { return document_shape(tree_moves(false), shapes_of(head_fields())); }

TreeAnswer opening_tree(search::Answers& answers, const operations::QueryOptions& asked,
                        const notation::Languages& languages, const notation::Language& language,
                        std::optional<std::int64_t> limit, const operations::Note& note, std::string_view names_in) {
    return with_game(operations::game_to_look_at(asked, answers), [&](auto game) {
        using G = decltype(game);
        const typename G::Position position = operations::query_parser_of<G>().position(asked, languages, note);
        store::HeaderFilter filter = operations::header_filter(asked, languages, answers);
        filter.kind.reset();  // the position implies the kind of game
        return tree_answer<G>(position, search::trees_of<G>(answers).tree(position, filter, asked.lines, limit),
                              language, names_in.empty() ? language.code() : names_in);
    });
}

}  // namespace cofnod::reports
