#pragma once

#include <iosfwd>

#include "reports/writer.hpp"

namespace cofnod::cli {

/// Returns what creates the writer of a list as one Parquet file: the columns of its CSV, with the types that their
/// members have. Unknown values are NULL; lists and objects are texts, as in CSV. The stream must outlive the writer.
reports::MakeWriter parquet_rows(std::ostream& out);

}  // namespace cofnod::cli
