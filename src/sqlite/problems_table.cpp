#include <cstdint>
#include <memory>
#include <vector>

#include "answers/problems.hpp"
#include "sqlite/answer_rows.hpp"
#include "sqlite/tables.hpp"
#include "store/store.hpp"

namespace cofnod::sqlite {

namespace {

struct Row {
    std::int64_t game;
    Problem problem;
};

const Problem& problem_of(const Row& row) { return row.problem; }

const answers::Fields<Row>& fields() {
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
                                          for (const Problem& problem : game.problems)
                                              rows.push_back({game.header.id, problem});
                                          return true;
                                      });
        if (games == 0) return false;
        page_ = std::make_unique<ListedRows<Row>>(fields(), std::move(rows));
        return true;
    }

    store::Store& store_;
    std::int64_t after_, last_;
    std::unique_ptr<ListedRows<Row>> page_;
};

class ProblemsTable : public Table {
public:
    explicit ProblemsTable(sqlite3* host) : store_(store::Store::over(host)) {}
    std::unique_ptr<Rows> ask(const Asked& asked) override {
        return std::make_unique<Problems>(store_, asked.first, asked.last);
    }

private:
    store::Store store_;
};

}  // namespace

TableKind problems_table() {
    return {
        .name = "cofnod_problems", .columns = columns_of(fields()), .ordered_by = "game", .connect = [](sqlite3* host) {
            return std::make_unique<ProblemsTable>(host);
        }};
}

}  // namespace cofnod::sqlite
