#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::cli {

/// Writes rows of CSV (RFC 4180, lines end with LF) or of tab-separated values. CSV is for spreadsheets: a cell that
/// one would run as a formula (base/formula.hpp) gets a `'` in front, which import takes away again. TSV is for cut,
/// awk and the like, which run nothing: values stay as they are, but for tabs and line breaks, which become blanks.
class CsvWriter {
public:
    enum Separator : char { comma = ',', tab = '\t' };

    CsvWriter(std::ostream& out, Separator separator) : out_(out), separator_(separator) {}

    void row(const std::vector<std::string>& cells);

private:
    [[nodiscard]] std::string cell(std::string_view text) const;

    std::ostream& out_;
    Separator separator_;
};

}  // namespace cofnod::cli
