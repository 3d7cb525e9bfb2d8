#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "answers/value.hpp"

namespace cofnod::answers {

/// Writes rows of CSV (RFC 4180, lines end with LF) or of tab-separated values. CSV is for spreadsheets: a cell that
/// one would run as a formula (base/formula.hpp) gets a `'` in front, which import takes away again. TSV is for cut and
/// awk, which run nothing: values stay as they are, but for tabs and line breaks, which become blanks.
class CsvWriter {
public:
    enum Separator : char { comma = ',', tab = '\t' };

    CsvWriter(std::ostream& out, Separator separator) : out_(out), separator_(separator) {}

    CsvWriter& cell(const Value& value);
    void end_row();

private:
    void append_csv(std::string_view text);
    void append_tsv(std::string_view text);

    std::ostream& out_;
    Separator separator_;
    std::string row_, text_;
    bool is_first_ = true;  ///< no cell of the row is there yet
};

}  // namespace cofnod::answers
