#include <memory>
#include <string>
#include <vector>

#include "answers/tree.hpp"
#include "jobs/query.hpp"
#include "options/query.hpp"
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
    explicit TreeTable(sqlite3* host) : StoreTable(host), columns_(columns_of_tree()) {}

    std::unique_ptr<Rows> ask(const Asked& asked) override {
        Question question;
        take_values(question.options, columns_, asked);
        answers::TreeAnswer tree =
            answers::opening_tree(store_, question.query, languages(), language_named(question.notation), std::nullopt,
                                  [](const jobs::Remark&) {});
        return std::make_unique<ListedRows<answers::TreeRow>>(fields(), std::move(tree.moves));
    }

private:
    std::vector<Column> columns_;
};

}  // namespace

TableKind tree_table() {
    return {.name = "cofnod_tree", .columns = columns_of_tree(), .connect = [](sqlite3* host) {
                return std::make_unique<TreeTable>(host);
            }};
}

}  // namespace cofnod::sqlite
