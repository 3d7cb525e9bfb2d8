#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "answers/value.hpp"

namespace cofnod::answers {

/// Writes rows of CSV (RFC 4180, lines end with LF) or of tab-separated values. CSV is for spreadsheets: cells that
/// would be run as formulas (base/formula.hpp) get a leading `'`, which import removes. TSV is for cut and awk: values
/// are unchanged except that tabs and line breaks become blanks.
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
    bool is_first_ = true;  ///< the row has no cell yet
};

}  // namespace cofnod::answers
