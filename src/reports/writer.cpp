#include "reports/writer.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/printable.hpp"

namespace cofnod::reports {

namespace {

bool is_unfolded(const FieldShape& field) { return !field.prefix.empty(); }

/// Returns the cells of a row in a table.
std::vector<std::string> cells_of(const Shapes& fields, const RowView& row) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (fields[i].column) cells.push_back(row.shown(i));
    return cells;
}

class TableAnswer : public Writer {
public:
    TableAnswer(Shapes fields, const Output& out) : fields_(std::move(fields)), out_(out), table_(columns()) {}

    void add(const RowView& row) override {
        table_.add(cells_of(fields_, row));
        for (auto& more : row.below()) table_.add(std::move(more));
        if (table_.size() >= most_rows_kept) finish();
    }
    void finish() override {
        if (!table_.empty()) table_.print(out_.stream, out_.terminal);
    }

private:
    static constexpr std::size_t most_rows_kept = 10'000;

    [[nodiscard]] std::vector<Table::Column> columns() const {
        std::vector<Table::Column> result;
        for (const FieldShape& field : fields_)
            if (field.column) result.push_back(*field.column);
        return result;
    }

    Shapes fields_;
    Output out_;
    Table table_;
};

/// Writes {"schema_version":1,"games":[...]}, or one line per row.
class JsonAnswer : public Writer {
public:
    JsonAnswer(const std::string& list, Shapes fields, const Value::Object& head, JsonWriter::Layout layout,
               const Output& out)
        : fields_(std::move(fields)),
          is_list_(!list.empty() && layout == JsonWriter::indented),
          json_(out.stream, layout) {
        if (!is_list_) return;
        json_.begin_document().members(head).key(list).begin_array();
    }

    void add(const RowView& row) override {
        const Speaking english(nullptr);
        is_list_ ? json_.begin_object() : json_.begin_document();
        std::string_view group;
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            const FieldShape& field = fields_[i];
            if (field.name.empty()) continue;
            if (field.group != group) {
                if (!group.empty()) json_.end_object();
                if (!field.group.empty()) json_.key(field.group).begin_object();
                group = field.group;
            }
            json_.member(field.name, row.value(i));
        }
        if (!group.empty()) json_.end_object();
        json_.end_object();
    }
    void finish() override {
        if (is_list_) json_.end_array().end_object();
    }

private:
    Shapes fields_;
    bool is_list_;
    JsonWriter json_;
};

class CsvAnswer : public Writer {
public:
    CsvAnswer(Shapes fields, CsvWriter::Separator separator, const Output& out)
        : fields_(std::move(fields)), csv_(out.stream, separator) {
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            const FieldShape& field = fields_[i];
            if (is_unfolded(field)) {
                unfolded_ = i;
                for (const FieldShape& part : field.parts) csv_.cell(field.prefix + part.name);
            } else if (!field.name.empty()) {
                csv_.cell(field.name);
            }
        }
        csv_.end_row();
    }

    void add(const RowView& row) override {
        const Speaking english(nullptr);
        if (!unfolded_) return add(row, nullptr);
        const Value parts = row.value(*unfolded_);
        const auto none = [](const Value& part) { return part.is_null(); };
        if (!parts.list() || std::ranges::all_of(*parts.list(), none)) return add(row, nullptr);
        for (const Value& part : *parts.list())
            if (!part.is_null()) add(row, part.object());
    }

private:
    void add(const RowView& row, const Value::Object* part) {
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            const FieldShape& field = fields_[i];
            if (is_unfolded(field)) {
                for (std::size_t k = 0; k < field.parts.size(); ++k) csv_.cell(part ? part->values[k] : Value());
            } else if (!field.name.empty()) {
                csv_.cell(row.value(i));
            }
        }
        csv_.end_row();
    }

    Shapes fields_;
    std::optional<std::size_t> unfolded_;
    CsvWriter csv_;
};

/// Writes a page with the columns of the table, for a web site or a printer.
class HtmlAnswer : public Writer {
public:
    HtmlAnswer(const std::string& list, Shapes fields, const Output& out)
        : fields_(std::move(fields)), out_(out.stream) {
        const std::string title = xml_escaped(out.title.empty() ? in_words(list) : out.title);
        out_ << "<!DOCTYPE html>\n<html lang=\"" << language_of_page() << "\" dir=\""
             << (spoken() && spoken()->is_right_to_left() ? "rtl" : "ltr")
             << "\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
             << title << "</title>\n<style>\n"
             << style << "</style>\n</head>\n<body>\n<table>\n<caption><b>" << title << "</b>";
        for (const std::string& fact : out.facts) out_ << " <span><bdi>" << xml_escaped(fact) << "</bdi></span>";
        out_ << "</caption>\n<thead><tr>";
        for (const FieldShape& field : fields_)
            if (field.column)
                out_ << "<th scope=\"col\"" << side(*field.column) << '>'
                     << xml_escaped(translated(field.column->title)) << "</th>";
        out_ << "</tr></thead>\n<tbody>\n";
    }

    void add(const RowView& row) override {
        write(cells_of(fields_, row));
        for (const auto& more : row.below()) write(more);
    }
    void finish() override { out_ << "</tbody>\n</table>\n</body>\n</html>\n"; }

private:
    static constexpr std::string_view style =
        "body { margin: 1.5rem; color: #1d2423; background: #fdfcf8; font: 1rem/1.5 system-ui, sans-serif; }\n"
        "table { border-collapse: collapse; font-variant-numeric: tabular-nums; }\n"
        "caption { text-align: start; padding: .4rem .6rem; }\n"
        "caption b { display: block; font-size: 1.25rem; }\n"
        "caption span { color: #55625e; margin-inline-end: .8em; }\n"
        "th, td { padding: .25rem .6rem; text-align: start; border-bottom: 1px solid #c9cfc9; white-space: nowrap; }\n"
        "thead th { font-weight: 600; border-bottom-width: 2px; }\n"
        ".n { text-align: end; }\n"
        "@media print { body { background: none; margin: 0; font-size: 10pt; } }\n";

    static std::string language_of_page() { return spoken() ? std::string(spoken()->language()) : "en"; }
    static std::string_view side(const Table::Column& column) {
        return column.align == Table::right ? " class=\"n\"" : "";
    }

    void write(const std::vector<std::string>& cells) {
        out_ << "<tr>";
        std::size_t i = 0;
        for (const FieldShape& field : fields_) {
            if (!field.column) continue;
            const std::string cell = i < cells.size() ? xml_escaped(cells[i]) : std::string();
            out_ << "<td" << side(*field.column) << '>' << (cell.empty() ? cell : "<bdi>" + cell + "</bdi>") << "</td>";
            ++i;
        }
        out_ << "</tr>\n";
    }

    Shapes fields_;
    std::ostream& out_;
};

}  // namespace

AnyFields fields_named(const AnyFields& fields, const std::vector<std::string>& names) {
    AnyFields named;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(fields, name, [](const AnyField& field) { return field.shape.name; });
        if (found == fields.end()) {
            const std::string known = joined(fields, " ", [](const AnyField& field) { return field.shape.name; });
            throw UsageError(tr("there is no column '{}'", name), tr("the columns are {}", known), "columns");
        }
        named.push_back(*found);
    }
    return named;
}

Value::Object object_at(const void* row, const AnyFields& fields) {
    Value::Object result;
    for (const AnyField& field : fields)
        if (field.value) result.add(field.shape.name, field.value.at(row));
    return result;
}

Shapes shapes_of(const AnyFields& fields) {
    Shapes shapes;
    for (const AnyField& field : fields) shapes.push_back(field.shape);
    return shapes;
}

std::string RowView::shown(std::size_t field) const {
    const RowFunction<std::string>& text = fields_[field].shown;
    return text ? text.at(row_) : plain_text(value(field));
}

std::string_view name_of(Type type) {
    static constexpr std::array<std::string_view, 6> names = {"text", "integer", "number", "boolean", "list", "object"};
    return names[static_cast<std::size_t>(type)];
}

std::unique_ptr<Writer> make_writer(Format format, const std::string& list, Shapes fields, const Value::Object& head,
                                    const Output& out) {
    switch (format) {
        case Format::json:
            return std::make_unique<JsonAnswer>(list, std::move(fields), head, JsonWriter::indented, out);
        case Format::ndjson: return std::make_unique<JsonAnswer>(list, std::move(fields), head, JsonWriter::line, out);
        case Format::csv_with_bom: out.stream << "\xEF\xBB\xBF"; [[fallthrough]];
        case Format::csv: return std::make_unique<CsvAnswer>(std::move(fields), CsvWriter::comma, out);
        case Format::tsv: return std::make_unique<CsvAnswer>(std::move(fields), CsvWriter::tab, out);
        case Format::html: return std::make_unique<HtmlAnswer>(list, std::move(fields), out);
        case Format::table: break;
    }
    return std::make_unique<TableAnswer>(std::move(fields), out);
}

MakeWriter writers_of(Format format, const Output& out) {
    return [format, out](const std::string& list, Shapes fields) {
        return make_writer(format, list, std::move(fields), {}, out);
    };
}

}  // namespace cofnod::reports
