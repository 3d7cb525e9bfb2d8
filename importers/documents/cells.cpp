#include "importers/documents/cells.hpp"

#include <algorithm>

namespace cofnod::importers::documents {

namespace {

/// As many as spreadsheets have; more are damage.
constexpr std::size_t most_columns = 16'384, most_empty_rows = 1000;

}  // namespace

void CellWriter::begin_sheet() {
    if (has_rows_) text_ += '\n';
    has_rows_ = false;
    empty_rows_ = 0;
}

void CellWriter::add(std::string_view text, std::size_t count) {
    if (text.empty()) {
        column_ += std::min(count, most_columns);
        return;
    }
    for (; count > 0 && column_ < most_columns; --count, ++column_) write(text);
}

void CellWriter::move_to(std::size_t column) { column_ = std::max(column_, std::min(column, most_columns)); }

void CellWriter::write(std::string_view text) {
    if (written_ == 0)
        row_.append(column_, separator_);
    else
        row_.append(column_ + 1 - written_, separator_);
    written_ = column_ + 1;
    if (separator_ == '\t' || text.find_first_of(",\"\n\r;\t") == text.npos) {
        row_ += text;
        return;
    }
    row_ += '"';
    for (const char c : text) {
        if (c == '"') row_ += '"';
        row_ += c;
    }
    row_ += '"';
}

void CellWriter::end_row(std::size_t count) {
    if (row_.empty()) {
        empty_rows_ = std::min(empty_rows_ + count, most_empty_rows);
    } else {
        if (has_rows_) text_.append(empty_rows_, '\n');
        empty_rows_ = 0;
        for (std::size_t i = 0; i < std::min(count, most_empty_rows); ++i) text_ += row_ + '\n';
        has_rows_ = true;
    }
    row_.clear();
    column_ = written_ = 0;
}

}  // namespace cofnod::importers::documents
