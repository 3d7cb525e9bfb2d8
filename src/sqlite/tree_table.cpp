#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "operations/options/query.hpp"
#include "operations/query.hpp"
#include "reports/problems.hpp"
#include "reports/tree.hpp"
#include "reports/writer.hpp"
#include "search/local_answers.hpp"
#include "sqlite/functions.hpp"
#include "sqlite/virtual_table.hpp"

namespace cofnod::sqlite {

/// Returns the columns of a list printed by a command, named as in its CSV output.
template <typename Row>
std::vector<Column> columns_of(const reports::Fields<Row>& fields) {
    std::vector<Column> columns;
    for (const auto& field : fields) {
        if (!field.value) continue;
        const bool is_number = field.shape.type == reports::Type::integer || field.shape.type == reports::Type::boolean;
        columns.push_back({field.shape.name, is_number                                   ? "INTEGER"
                                             : field.shape.type == reports::Type::number ? "REAL"
                                                                                         : "TEXT"});
    }
    return columns;
}

inline void give(sqlite3_context* context, const reports::Value& value) {
    std::visit(
        [&](const auto& held) {
            using T = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<T, std::nullptr_t>)
                sqlite3_result_null(context);
            else if constexpr (std::is_same_v<T, bool>)
                sqlite3_result_int(context, held);
            else if constexpr (std::is_same_v<T, std::int64_t>)
                give(context, held);
            else if constexpr (std::is_same_v<T, double>)
                sqlite3_result_double(context, held);
            else if constexpr (std::is_convertible_v<T, std::string_view>)
                give(context, std::string_view(held));
            else
                give(context, std::string_view(reports::plain_text(value)));
        },
        value.variant());
}

/// Rows of a list held in memory.
template <typename Row>
class ListedRows : public Rows {
public:
    ListedRows(const reports::Fields<Row>& fields, std::vector<Row> rows) : rows_(std::move(rows)) {
        for (const auto& field : fields)
            if (field.value) values_.push_back(field.value);
    }

    bool next() override { return ++at_ <= rows_.size(); }
    void write(std::size_t column, sqlite3_context* context) const override {
        if (column < values_.size()) give(context, values_[column](rows_[at_ - 1]));
    }
    [[nodiscard]] const Row& row() const { return rows_[at_ - 1]; }

private:
    std::vector<Row> rows_;
    std::vector<reports::RowFunction<reports::Value>> values_;
    std::size_t at_ = 0;
};

namespace {

struct Question {
    operations::QueryOptions query;
    std::string notation;
    options::Arguments options;

    Question() {
        options::add_position(options, query);
        options::add_lines(options, query.lines);
        options::add_game(options, query);
        options::add_filter(options, query.filter);
        options.option("--notation", "X", notation, "notation of the moves");
    }
};

const reports::Fields<reports::TreeRow>& fields() {
    static const reports::Answer<reports::TreeRow> answer = reports::tree_moves(false);
    return answer.fields;
}

std::vector<Column> columns_of_tree() {
    std::vector<Column> columns = columns_of(fields());
    add_asked(columns, Question().options, {"fen", "after"});
    return columns;
}

class TreeTable : public StoreTable {
public:
    explicit TreeTable(sqlite3* host)
        : StoreTable(host), columns_(columns_of_tree()), options_(question_.options, columns_) {}

    std::unique_ptr<Rows> ask(const Asked& asked) override {
        store_.check_not_hidden();
        question_.query = {};
        question_.notation.clear();
        options_.take(asked);
        search::LocalAnswers games(store_);
        reports::TreeAnswer tree =
            reports::opening_tree(games, question_.query, languages(), language_named(question_.notation), std::nullopt,
                                  [](const operations::Remark&) {});
        return std::make_unique<ListedRows<reports::TreeRow>>(fields(), std::move(tree.moves));
    }

private:
    Question question_;
    std::vector<Column> columns_;
    AskedOptions options_;
};

}  // namespace

TableKind tree_table() {
    return {.name = "cofnod_tree", .columns = columns_of_tree(), .connect = [](sqlite3* host) {
                return std::make_unique<TreeTable>(host);
            }};
}

namespace {

struct Row {
    std::int64_t game;
    std::int64_t number;  ///< index of the problem among those of its game
    Problem problem;
};

const Problem& problem_of(const Row& row) { return row.problem; }

const reports::Fields<Row>& problem_row_fields() {
    static const reports::Fields<Row> fields = [] {
        reports::Fields<Row> all = {
            {"game", reports::Type::integer, [](const Row& row) -> reports::Value { return row.game; }}};
        reports::add_fields(all, reports::problem_fields(), problem_of);
        return all;
    }();
    return fields;
}

/// Problems of games (errors and notes), in order of game ids, fetched in pages.
class Problems : public Rows {
public:
    Problems(store::Store& store, std::int64_t first, std::int64_t last) : store_(store), last_(last) {
        after_ = first > 0 ? first - 1 : 0;
    }

    bool next() override {
        while (!page_ || !page_->next())
            if (!find()) return false;
        return true;
    }
    void write(std::size_t column, sqlite3_context* context) const override { page_->write(column, context); }
    [[nodiscard]] std::optional<std::int64_t> id() const override {
        const auto bits = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
        const Row& row = page_->row();
        return static_cast<std::int64_t>(bits(row.game) << 20 | bits(row.number));  // a game has fewer than a million
    }

private:
    bool find() {
        static constexpr std::size_t games_a_page = 256;
        std::vector<Row> rows;
        std::size_t games = 0;
        reports::for_each_faulty_game(store_, {.all = true, .page_after = after_},
                                      [&](const reports::FaultyGame& game) {
                                          if (games == games_a_page || game.header.id > last_) return false;
                                          ++games;
                                          after_ = game.header.id;
                                          std::int64_t number = 0;
                                          for (const Problem& problem : game.problems)
                                              rows.push_back({game.header.id, number++, problem});
                                          return true;
                                      });
        if (games == 0) return false;
        page_ = std::make_unique<ListedRows<Row>>(problem_row_fields(), std::move(rows));
        return true;
    }

    store::Store& store_;
    std::int64_t after_, last_;
    std::unique_ptr<ListedRows<Row>> page_;
};

class ProblemsTable : public StoreTable {
public:
    explicit ProblemsTable(sqlite3* host) : StoreTable(host) {}
    std::unique_ptr<Rows> ask(const Asked& asked) override {
        store_.check_not_hidden();
        return std::make_unique<Problems>(store_, asked.first, asked.last);
    }
};

}  // namespace

TableKind problems_table() {
    return {.name = "cofnod_problems",
            .columns = columns_of(problem_row_fields()),
            .ordered_by = "game",
            .connect = [](sqlite3* host) { return std::make_unique<ProblemsTable>(host); }};
}

}  // namespace cofnod::sqlite
