#include "cli/commands/parquet_rows.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/tr.hpp"
#include "export/parquet/parquet.hpp"
#include "operations/host.hpp"
#include "reports/value.hpp"

namespace cofnod::cli {

namespace {

using reports::Value;

parquet::Type column_type(reports::Type type) {
    switch (type) {
        case reports::Type::integer: return parquet::Type::int64;
        case reports::Type::number: return parquet::Type::real;
        case reports::Type::boolean: return parquet::Type::boolean;
        default: return parquet::Type::text;
    }
}

/// Returns a value for a column of this type; `space` holds a text that the value does not.
parquet::Cell cell_of(const Value& value, reports::Type type, std::string& space) {
    const auto* const integer = std::get_if<std::int64_t>(&value.variant());
    const auto* const real = std::get_if<double>(&value.variant());
    const auto* const truth = std::get_if<bool>(&value.variant());
    switch (type) {
        case reports::Type::integer:
            if (integer) return *integer;
            break;
        case reports::Type::number:
            if (integer) return static_cast<double>(*integer);
            if (real && std::isfinite(*real)) return *real;
            break;
        case reports::Type::boolean:
            if (truth) return std::int64_t{*truth};
            break;
        default:
            if (!value.is_null()) return reports::cell_text(value, space);
    }
    assert(value.is_null() || real);  // NaN, as in JSON
    return nullptr;
}

class ParquetRows final : public reports::Writer {
public:
    ParquetRows(std::string list, reports::Shapes fields, std::ostream& out)
        : list_(std::move(list)),
          fields_(std::move(fields)),
          columns_(columns_of(fields_)),
          table_{.name = list_, .ordered_by = 0, .about = {}, .columns = columns_},
          batch_(table_),
          file_(out, table_, {{"schema_version", std::to_string(reports::json_schema_version)}},
                fmt::format("cofnod {}", operations::program_version())) {}

    void add(const reports::RowView& row) override {
        const Speaking english(nullptr);
        std::size_t column = 0;
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (fields_[i].name.empty()) continue;
            const Value value = row.value(i);
            batch_.set(column++, cell_of(value, fields_[i].type, space_));
        }
        batch_.end_row();
        if (batch_.is_full()) write_group();
    }
    void finish() override {
        write_group();
        file_.finish();
    }

private:
    static std::vector<parquet::Column> columns_of(const reports::Shapes& fields) {
        std::vector<parquet::Column> columns;
        for (const reports::FieldShape& field : fields)
            if (!field.name.empty())
                columns.push_back(
                    {.name = field.name, .type = column_type(field.type), .about = {}, .is_optional = true});
        return columns;
    }
    void write_group() {
        file_.write(batch_);
        batch_.clear();
    }

    std::string list_;
    reports::Shapes fields_;
    std::vector<parquet::Column> columns_;
    parquet::Table table_;
    parquet::Batch batch_;
    parquet::ParquetWriter file_;
    std::string space_;
};

}  // namespace

reports::MakeWriter parquet_rows(std::ostream& out) {
    return [&out](const std::string& list, reports::Shapes fields) {
        return std::make_unique<ParquetRows>(list, std::move(fields), out);
    };
}

}  // namespace cofnod::cli
