#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/field.hpp"
#include "answers/terminal.hpp"

namespace cofnod::answers {

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

}  // namespace cofnod::answers
