#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "options/arguments.hpp"
#include "sqlite/virtual_table.hpp"

namespace cofnod::sqlite {

/// Adds the columns that are asked by a table of options, those named in `first` before all others: `min_elo` for
/// `--min-elo`. One that the rows have too is asked as `of_opening`. Options that read files, and those that SQL has
/// itself (sort, limit), have none.
void add_asked(std::vector<Column>& columns, const options::Arguments& options, const std::vector<std::string>& first);

/// The options that the columns of a table stand for.
class AskedOptions {
public:
    /// Keeps references to both.
    AskedOptions(const options::Arguments& options, const std::vector<Column>& columns);
    /// Hands the values of a question to the options.
    void take(const Asked& asked) const;

private:
    const std::vector<Column>& columns_;
    std::vector<const options::Option*> options_;       ///< by column; nullptr: none
    std::vector<std::vector<std::size_t>> exclusions_;  ///< columns of which one may be asked
};

}  // namespace cofnod::sqlite
