#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/tr.hpp"
#include "reports/table.hpp"
#include "reports/value.hpp"

namespace cofnod::reports {

/// JSON type of a non-null member.
enum class Type : std::uint8_t { text, integer, number, boolean, list, object };

std::string_view name_of(Type type);

/// Name and layout of a member: everything a writer needs except its values.
struct FieldShape {
    std::string name = {};  ///< name in data; empty: shown in tables only
    Type type = Type::text;
    std::optional<Table::Column> column = {};  ///< nullopt: not shown in tables
    std::string group = {};                    ///< enclosing JSON object; CSV columns have no group
    std::string prefix = {};  ///< prefix of CSV columns for a list of objects that is unfolded, one row per object
    std::vector<FieldShape> parts = {};  ///< members of the objects of a list, or of an object
};

using Shapes = std::vector<FieldShape>;

/// A type-erased function of a row, so that code that reads rows is compiled once for all row types.
template <typename Result>
class RowFunction {
public:
    RowFunction() = default;
    template <typename Row>
    RowFunction(Result (*function)(const Row&)) : row_(&tag<Row>) {
        if (function) call_ = [function](const void* row) { return function(*static_cast<const Row*>(row)); };
    }
    /// Binds an index, for functions that serve several members.
    template <typename Row>
    RowFunction(Result (*function)(const Row&, std::size_t), std::size_t index)
        : call_([=](const void* row) { return function(*static_cast<const Row*>(row), index); }), row_(&tag<Row>) {}

    explicit operator bool() const { return static_cast<bool>(call_); }

    /// `row` must have the type that the function was created with.
    template <typename Row>
    [[nodiscard]] Result operator()(const Row& row) const {
        assert(row_ == &tag<Row>);
        return at(&row);
    }
    [[nodiscard]] Result at(const void* row) const { return call_(row); }

    /// Returns the function applied to a part of a row.
    template <typename Row, typename Part>
    [[nodiscard]] RowFunction of_part(const Part& (*part)(const Row&)) const {
        if (!call_) return {};
        assert(row_ == &tag<Part>);
        RowFunction result;
        result.call_ = [call = call_, part](const void* row) { return call(&part(*static_cast<const Row*>(row))); };
        result.row_ = &tag<Row>;
        return result;
    }

private:
    template <typename Row>
    static constexpr char tag = 0;

    std::function<Result(const void*)> call_;
    const char* row_ = nullptr;  ///< tag of the row's type
};

/// A member of an answer's rows.
struct AnyField {
    FieldShape shape;
    RowFunction<Value> value = {};
    RowFunction<std::string> shown = {};  ///< text in a table; empty: the plain value

    /// Returns the text of a table cell.
    template <typename Row>
    [[nodiscard]] std::string text(const Row& row) const {
        return shown ? shown(row) : plain_text(value(row));
    }
};
template <typename Row>
struct Field : AnyField {
    Field(std::string name, Type type, Value (*value_of)(const Row&), std::optional<Table::Column> column = {},
          std::string (*text_shown)(const Row&) = nullptr)
        : AnyField{{std::move(name), type, std::move(column), {}, {}, {}}, value_of, text_shown} {}
    /// Creates a member for one of several items of a row, given by `index`.
    Field(FieldShape of_field, std::size_t index, Value (*value_of)(const Row&, std::size_t))
        : AnyField{std::move(of_field), {value_of, index}} {}

    /// Creates a column that appears only in tables.
    static Field shown_as(Table::Column column, std::string (*text)(const Row&)) {
        return Field({}, Type::text, nullptr, std::move(column), text);
    }
    static Field shown_as(Table::Column column, std::size_t index, std::string (*text)(const Row&, std::size_t)) {
        Field field = shown_as(std::move(column), nullptr);
        field.shown = {text, index};
        return field;
    }
};

/// Members of rows, in order.
using AnyFields = std::vector<AnyField>;
AnyFields fields_named(const AnyFields& fields, const std::vector<std::string>& names);
template <typename Row>
class Fields : public AnyFields {
public:
    Fields() = default;
    Fields(std::initializer_list<Field<Row>> fields) : AnyFields(fields.begin(), fields.end()) {}

    void push_back(Field<Row> field) { AnyFields::push_back(std::move(field)); }
    void append(const Fields& fields) { insert(end(), fields.begin(), fields.end()); }
    /// Removes the columns that appear only in tables.
    void drop_shown_only() {
        std::erase_if(*this, [](const AnyField& field) { return field.shape.name.empty(); });
    }
    /// Keeps the members with these names, in their order. Throws UsageError for an unknown name.
    void keep(const std::vector<std::string>& names) { AnyFields::operator=(fields_named(*this, names)); }
    /// Returns the members with these names, in their order. Throws UsageError for an unknown name.
    [[nodiscard]] Fields only(const std::vector<std::string>& names) const {
        Fields kept = *this;
        kept.keep(names);
        return kept;
    }
    template <typename Part>
    void append_part(const AnyField& field, const Part& (*part)(const Row&)) {
        AnyFields::push_back({field.shape, field.value.of_part(part), field.shown.of_part(part)});
    }
};

/// Returns a row as an object, for use as a member of another row. Borrows names: the fields must outlive it.
Value::Object object_at(const void* row, const AnyFields& fields);
template <typename Row>
Value::Object object(const Row& row, const Fields<Row>& fields) {
    return object_at(&row, fields);
}

template <typename Range, typename Row>
Value objects(const Range& rows, const Fields<Row>& fields) {
    Value::List list;
    for (const Row& row : rows) list.push_back(object(row, fields));
    return list;
}

Shapes shapes_of(const AnyFields& fields);

/// Declares a list of objects, or a single object.
template <typename Row, typename Part>
Field<Row> nested(std::string name, Type type, const Fields<Part>& parts, Value (*value)(const Row&)) {
    Field<Row> field(std::move(name), type, value);
    field.shape.parts = shapes_of(parts);
    return field;
}

/// Describes the members of objects that are not built from Fields.
template <typename Row>
Field<Row> with_parts(Field<Row> field, Shapes parts) {
    field.shape.parts = std::move(parts);
    return field;
}

/// Declares a list of objects; CSV and TSV have one row per object, with columns named `prefix` + member name.
template <typename Row, typename Part>
Field<Row> unfolded(std::string name, std::string prefix, const Fields<Part>& parts, Value (*value)(const Row&)) {
    Field<Row> field = nested<Row>(std::move(name), Type::list, parts, value);
    field.shape.prefix = std::move(prefix);
    return field;
}

/// Adds all members of a part of the row.
template <typename Row, typename Part>
void add_fields(Fields<Row>& to, const Fields<Part>& fields, const Part& (*part)(const Row&)) {
    for (const AnyField& field : fields) to.append_part(field, part);
}

/// Adds the members with one of the `names`, in the order of the names.
template <typename Row, typename Part>
void add_fields(Fields<Row>& to, const Fields<Part>& fields, std::initializer_list<std::string_view> names,
                const Part& (*part)(const Row&)) {
    for (const std::string_view name : names)
        for (const AnyField& field : fields)
            if (field.shape.name == name) to.append_part(field, part);
}

/// Sets or removes the table column of the last member.
template <typename Row>
void show_last(Fields<Row>& fields, std::optional<Table::Column> column) {
    fields.back().shape.column = std::move(column);
}

/// Translates a name such as "incomplete" for display in a table.
inline std::string in_words(std::string_view name) { return std::string(translated(name)); }

enum class Format : std::uint8_t { table, json, ndjson, csv, csv_with_bom, tsv, html };

/// Additional lines below a table row, one cell per column.
using LinesBelow = std::vector<std::vector<std::string>>;

/// A row with its fields.
class RowView {
public:
    RowView(const AnyFields& fields, const RowFunction<LinesBelow>& below, const void* row)
        : fields_(fields), below_(below), row_(row) {}

    [[nodiscard]] Value value(std::size_t field) const { return fields_[field].value.at(row_); }
    [[nodiscard]] std::string shown(std::size_t field) const;
    [[nodiscard]] LinesBelow below() const { return below_ ? below_.at(row_) : LinesBelow(); }

private:
    const AnyFields& fields_;
    const RowFunction<LinesBelow>& below_;
    const void* row_;
};

/// Writes an answer in one format, row by row. Tables are buffered, up to ten thousand rows, to determine column
/// widths.
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

/// Creates a writer for the rows of a list, from the name and the members of the list. Formats of other boxes are
/// written by writers of theirs.
using MakeWriter = std::function<std::unique_ptr<Writer>(const std::string& list, Shapes fields)>;

/// Returns what creates the writers of a format. The stream must outlive them.
MakeWriter writers_of(Format format, const Output& out);

/// Declaration of a list or a document.
template <typename Row>
struct Answer {
    std::string list;  ///< name in JSON: "games"; empty: a document
    Fields<Row> fields;
    RowFunction<LinesBelow> below = {};
};

/// Returns the members of an answer's JSON document with this head.
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
    List(Answer<Row> answer, const MakeWriter& make)
        : answer_(std::move(answer)), writer_(make(answer_.list, shapes_of(answer_.fields))) {}

    void add(const Row& row) { writer_->add({answer_.fields, answer_.below, &row}); }
    void finish() { writer_->finish(); }

private:
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
