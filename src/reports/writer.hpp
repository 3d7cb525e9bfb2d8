#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "reports/table.hpp"
#include "reports/value.hpp"
#include "base/say.hpp"

namespace cofnod::reports {

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

/// Returns what a table shows of a member whose value is a name such as "incomplete": that name in the language in
/// force.
template <typename Row>
std::function<std::string(const Row&)> in_words(std::string_view (*name)(const Row&)) {
    return [name](const Row& row) { return std::string(translated(name(row))); };
}

enum class Format : std::uint8_t { table, json, ndjson, csv, csv_with_bom, tsv };

/// Type-erased row: values by field index.
class RowView {
public:
    virtual ~RowView() = default;
    [[nodiscard]] virtual Value value(std::size_t field) const = 0;
    [[nodiscard]] virtual std::string shown(std::size_t field) const = 0;
    /// Further table lines, one cell per column.
    [[nodiscard]] virtual std::vector<std::vector<std::string>> below() const = 0;
};

/// Writes an answer in one format, row by row. Tables are buffered to the end, or up to ten thousand rows, to determine
/// column widths.
class Writer {
public:
    virtual ~Writer() = default;
    virtual void add(const RowView& row) = 0;
    virtual void finish() {}
};

/// Creates the writer of a format. `list`: JSON name of the list of rows; empty: the only row is the document. `head`:
/// other members of the document in JSON.
std::unique_ptr<Writer> make_writer(Format format, const std::string& list, Shapes fields, const Value::Object& head,
                                    const Output& out);

/// Declaration of a list or a document.
template <typename Row>
struct Answer {
    std::string list;  ///< name in JSON: "games"; empty: a document
    Fields<Row> fields;
    std::function<std::vector<std::vector<std::string>>(const Row&)> below = {};  ///< further table lines
};

/// Returns the members of the JSON document of an answer with this head.
template <typename Row>
Shapes document_shape(const Answer<Row>& answer, Shapes head = {}) {
    const Shapes fields = shapes_of(answer.fields);
    if (!answer.list.empty())
        head.push_back({.name = answer.list, .type = Type::list, .parts = fields});
    else
        head.insert(head.end(), fields.begin(), fields.end());
    return head;
}

/// Writes the rows of an answer.
template <typename Row>
class List {
public:
    List(Answer<Row> answer, Format format, const Output& out, const Value::Object& head = {})
        : answer_(std::move(answer)),
          writer_(make_writer(format, answer_.list, shapes_of(answer_.fields), head, out)) {}

    void add(const Row& row) { writer_->add(View(answer_, row)); }
    void finish() { writer_->finish(); }

private:
    struct View : RowView {
        const Answer<Row>& answer;
        const Row& row;

        View(const Answer<Row>& an_answer, const Row& a_row) : answer(an_answer), row(a_row) {}
        [[nodiscard]] Value value(std::size_t i) const override { return answer.fields[i].value(row); }
        [[nodiscard]] std::string shown(std::size_t i) const override {
            const Field<Row>& field = answer.fields[i];
            return field.shown ? field.shown(row) : plain_text(field.value(row));
        }
        [[nodiscard]] std::vector<std::vector<std::string>> below() const override {
            return answer.below ? answer.below(row) : std::vector<std::vector<std::string>>();
        }
    };

    Answer<Row> answer_;
    std::unique_ptr<Writer> writer_;
};

/// Writes all rows of a range.
template <typename Row, typename Range>
void write_all(const Answer<Row>& answer, const Range& rows, Format format, const Output& out,
               Value::Object head = {}) {
    List<Row> list(answer, format, out, std::move(head));
    for (const Row& row : rows) list.add(row);
    list.finish();
}

/// Writes a document.
template <typename Row>
void write_document(const Answer<Row>& answer, const Row& row, Format format, const Output& out) {
    List<Row> document(answer, format, out);
    document.add(row);
    document.finish();
}

}  // namespace cofnod::reports
