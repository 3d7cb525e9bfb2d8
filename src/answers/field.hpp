#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "answers/table.hpp"
#include "answers/value.hpp"

namespace cofnod::answers {

/// JSON type of a member that is not null.
enum class Type : std::uint8_t { text, integer, number, boolean, list, object };

std::string_view name_of(Type type);

/// Name and layout of a member: all that a writer knows apart from its values.
struct FieldShape {
    std::string name = {};  ///< name in data; empty: shown in tables only
    Type type = Type::text;
    std::optional<Table::Column> column = {};  ///< nullopt: not shown in tables
    std::string group = {};                    ///< enclosing JSON object; CSV columns have no group
    std::string prefix = {};  ///< column prefix of a list of objects that is unfolded in CSV, one row per object
    std::vector<FieldShape> parts = {};  ///< members of the objects of a list, or of an object
};

using Shapes = std::vector<FieldShape>;

/// A member of a row of an answer.
template <typename Row>
struct Field {
    FieldShape shape;
    std::function<Value(const Row&)> value = {};
    std::function<std::string(const Row&)> shown = {};  ///< text in a table; empty: the value unchanged

    Field(std::string name, Type type, std::function<Value(const Row&)> value_of,
          std::optional<Table::Column> column = {}, std::function<std::string(const Row&)> text_shown = {})
        : shape{std::move(name), type, std::move(column), {}, {}, {}},
          value(std::move(value_of)),
          shown(std::move(text_shown)) {}

    /// A column that appears only in tables.
    static Field shown_as(Table::Column column, std::function<std::string(const Row&)> text) {
        return Field({}, Type::text, {}, std::move(column), std::move(text));
    }
};

template <typename Row>
using Fields = std::vector<Field<Row>>;

/// Returns a row as an object, for use as a member of another row. Names are borrowed: the fields must outlive it.
template <typename Row>
Value::Object object(const Row& row, const Fields<Row>& fields) {
    Value::Object result;
    for (const auto& field : fields)
        if (field.value) result.add(field.shape.name, field.value(row));
    return result;
}

template <typename Range, typename Row>
Value objects(const Range& rows, const Fields<Row>& fields) {
    Value::List list;
    for (const auto& row : rows) list.push_back(object(row, fields));
    return list;
}

template <typename Row>
Shapes shapes_of(const Fields<Row>& fields) {
    Shapes shapes;
    for (const auto& field : fields) shapes.push_back(field.shape);
    return shapes;
}

/// Declares a list of objects, or an object.
template <typename Row, typename Part>
Field<Row> nested(std::string name, Type type, const Fields<Part>& parts, std::function<Value(const Row&)> value) {
    Field<Row> field(std::move(name), type, std::move(value));
    field.shape.parts = shapes_of(parts);
    return field;
}

/// Describes the objects of a list, or an object, that are not made of fields.
template <typename Row>
Field<Row> with_parts(Field<Row> field, Shapes parts) {
    FieldShape& shape = field.shape;
    shape.parts = std::move(parts);
    return field;
}

/// Declares a list of objects; CSV and TSV have one row for each, in columns named `prefix` + member name.
template <typename Row, typename Part>
Field<Row> unfolded(std::string name, std::string prefix, const Fields<Part>& parts,
                    std::function<Value(const Row&)> value) {
    Field<Row> field = nested<Row>(std::move(name), Type::list, parts, std::move(value));
    FieldShape& shape = field.shape;
    shape.prefix = std::move(prefix);
    return field;
}

/// Converts a member of a part of a row to a member of the row.
template <typename Row, typename Part>
Field<Row> lifted(const Field<Part>& field, const Part& (*part)(const Row&)) {
    Field<Row> result({}, field.shape.type, {});
    result.shape = field.shape;
    if (field.value) result.value = [get = field.value, part](const Row& row) { return get(part(row)); };
    if (field.shown) result.shown = [show = field.shown, part](const Row& row) { return show(part(row)); };
    return result;
}

/// Adds all members of a part of the row.
template <typename Row, typename Part>
void add_fields(Fields<Row>& to, const Fields<Part>& fields, const Part& (*part)(const Row&)) {
    for (const auto& field : fields) to.push_back(lifted(field, part));
}

/// Adds the members with one of the `names`, in the order of the names.
template <typename Row, typename Part>
void add_fields(Fields<Row>& to, const Fields<Part>& fields, std::initializer_list<std::string_view> names,
                const Part& (*part)(const Row&)) {
    for (const std::string_view name : names)
        for (const auto& field : fields)
            if (field.shape.name == name) to.push_back(lifted(field, part));
}

/// Sets, or removes, the table column of the member added last.
template <typename Row>
void show_last(Fields<Row>& fields, std::optional<Table::Column> column) {
    FieldShape& shape = fields.back().shape;
    shape.column = std::move(column);
}

}  // namespace cofnod::answers
