#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "answers/field.hpp"
#include "sqlite/values.hpp"
#include "sqlite/virtual_table.hpp"

namespace cofnod::sqlite {

/// Returns the columns of a list that commands print, under the names that CSV has.
template <typename Row>
std::vector<Column> columns_of(const answers::Fields<Row>& fields) {
    std::vector<Column> columns;
    for (const auto& field : fields) {
        if (!field.value) continue;
        const bool is_number = field.shape.type == answers::Type::integer || field.shape.type == answers::Type::boolean;
        columns.push_back({field.shape.name, is_number                                   ? "INTEGER"
                                             : field.shape.type == answers::Type::number ? "REAL"
                                                                                         : "TEXT"});
    }
    return columns;
}

inline void give(sqlite3_context* context, const answers::Value& value) {
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
                give(context, std::string_view(answers::plain_text(value)));
        },
        value.variant());
}

/// Rows of a list that is all in memory.
template <typename Row>
class ListedRows : public Rows {
public:
    ListedRows(const answers::Fields<Row>& fields, std::vector<Row> rows) : rows_(std::move(rows)) {
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
    std::vector<std::function<answers::Value(const Row&)>> values_;
    std::size_t at_ = 0;
};

}  // namespace cofnod::sqlite
