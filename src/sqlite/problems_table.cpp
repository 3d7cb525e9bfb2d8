#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "answers/problems.hpp"
#include "sqlite/answer_rows.hpp"
#include "sqlite/store_table.hpp"
#include "sqlite/tables.hpp"

namespace cofnod::sqlite {

namespace {

struct Row {
    std::int64_t game;
    std::int64_t number;  ///< of the problem among those of its game
    Problem problem;
};

const Problem& problem_of(const Row& row) { return row.problem; }

const answers::Fields<Row>& problem_row_fields() {
    static const answers::Fields<Row> fields = [] {
        answers::Fields<Row> all = {
            {"game", answers::Type::integer, [](const Row& row) -> answers::Value { return row.game; }}};
        answers::add_fields(all, answers::problem_fields(), problem_of);
        return all;
    }();
    return fields;
}

/// All problems, faults and notes, of games in the order of their ids, some games at a time.
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
        return static_cast<std::int64_t>(bits(row.game) << 20 | bits(row.number));  // fewer than a million of one game
    }

private:
    bool find() {
        static constexpr std::size_t games_a_page = 256;
        std::vector<Row> rows;
        std::size_t games = 0;
        answers::for_each_faulty_game(store_, {.all = true, .page_after = after_},
                                      [&](const answers::FaultyGame& game) {
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
