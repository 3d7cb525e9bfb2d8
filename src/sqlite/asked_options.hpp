#pragma once

#include <string>
#include <vector>

#include "options/arguments.hpp"
#include "sqlite/virtual_table.hpp"

namespace cofnod::sqlite {

/// Adds the columns that are asked by a table of options, those named in `first` before all others: `min_elo` for
/// `--min-elo`. One that the rows have too is asked as `of_opening`. Options that read files, and those that SQL has
/// itself (sort, limit), have none.
void add_asked(std::vector<Column>& columns, const options::Arguments& options, const std::vector<std::string>& first);

/// Hands the values of a question to a table of options. `columns`: of the table, by number.
void take_values(const options::Arguments& options, const std::vector<Column>& columns, const Asked& asked);

}  // namespace cofnod::sqlite
