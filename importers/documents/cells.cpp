#include "importers/documents/cells.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "importers/documents/parts.hpp"

namespace cofnod::importers::documents {

namespace {

/// As many as spreadsheets have; more are damage.
constexpr std::size_t most_columns = 16'384, most_empty_rows = 1000;

/// True for a text in which a digit stands behind a letter, as in a move, or that is castling; not for a code of ECO.
bool may_hold_moves(std::string_view text) {
    const auto is_like_letter = [](char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; };
    if (text.size() == 3 && is_letter(text[0]) && is_digit(text[1]) && is_digit(text[2])) return false;
    for (std::size_t i = 1; i < text.size(); ++i)
        if (is_digit(text[i]) && is_like_letter(text[i - 1])) return true;
    return text.starts_with("O-O") || text.starts_with("0-0");
}

}  // namespace

void CellWriter::begin_sheet() {
    if (has_rows_) text_ += '\n';
    has_rows_ = false;
    empty_rows_ = width_ = 0;
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

void CellWriter::add_with_comment(std::string_view text, std::string_view comment) {
    if (!may_hold_moves(text)) {
        add(text);
        return add_comment(comment);
    }
    std::string both(text);
    both += comment;
    end_note(both, text.size());
    add(both);
}

void CellWriter::add_comment(std::string_view text) {
    comments_.emplace_back(text);
    end_note(comments_.back(), 0);
}

void CellWriter::end_row(std::size_t count) {
    width_ = std::max(width_, written_);
    if (!comments_.empty()) column_ = width_;
    for (const std::string& comment : std::exchange(comments_, {})) add(trimmed(comment));
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
