#include <memory>
#include <string>
#include <vector>

#include "answers/tree.hpp"
#include "jobs/query.hpp"
#include "options/query.hpp"
#include "search/local_answers.hpp"
#include "sqlite/answer_rows.hpp"
#include "sqlite/asked_options.hpp"
#include "sqlite/functions.hpp"
#include "sqlite/store_table.hpp"
#include "sqlite/tables.hpp"

namespace cofnod::sqlite {

namespace {

struct Question {
    jobs::QueryOptions query;
    std::string notation;
    options::Arguments options;

    Question() {
        options::add_position(options, query);
        options::add_game(options, query);
        options::add_filter(options, query.filter);
        options.option("--notation", "X", notation, "notation of the moves");
    }
};

const answers::Fields<answers::TreeRow>& fields() {
    static const answers::Answer<answers::TreeRow> answer = answers::tree_moves(false);
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
        answers::TreeAnswer tree =
            answers::opening_tree(games, question_.query, languages(), language_named(question_.notation), std::nullopt,
                                  [](const jobs::Remark&) {});
        return std::make_unique<ListedRows<answers::TreeRow>>(fields(), std::move(tree.moves));
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

}  // namespace cofnod::sqlite
