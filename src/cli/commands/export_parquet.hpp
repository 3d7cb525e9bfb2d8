#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "cli/command.hpp"
#include "cli/terminal/streams.hpp"
#include "reports/found_games.hpp"
#include "reports/writer.hpp"

namespace cofnod::store {

class Store;

}  // namespace cofnod::store

namespace cofnod::cli {

/// Options of `export --format parquet -o FOLDER`, as typed.
struct ColumnOptions {
    std::string tables;     ///< "game,pos"; empty: all that have no option of their own
    std::string partition;  ///< "key:6", "year"; empty or "none": none
    bool boards = false, with_text = false;
    const notation::Language* positions_in = nullptr;  ///< notation of the table `position`; nullptr: omit the table

    [[nodiscard]] bool are_given() const { return !tables.empty() || !partition.empty() || boards || with_text; }
};

void add_columns(Command& command, ColumnOptions& options);

/// Writes the games as Parquet files into a new folder. Returns their number.
std::uint64_t export_columns(store::Store& store, const reports::GamesAsked& asked, const ColumnOptions& typed,
                             const std::string& folder, bool overwrite, Streams& io);

/// Returns what creates the writer of a list as one Parquet file: the columns of its CSV, with the types that their
/// members have. Unknown values are NULL; lists and objects are texts, as in CSV. The stream must outlive the writer.
reports::MakeWriter parquet_rows(std::ostream& out);

}  // namespace cofnod::cli
