#pragma once

#include <string>

#include "answers/found_games.hpp"
#include "cli/command.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::cli {

/// Options of `export --format parquet`, as typed.
struct ColumnOptions {
    std::string tables;     ///< "game,pos"; empty: those that are not of an option of their own
    std::string partition;  ///< "key:6", "year"; empty or "none": none
    bool boards = false, with_text = false;
    const notation::Language* positions_in = nullptr;  ///< notation of the table `position`; nullptr: without it

    [[nodiscard]] bool are_given() const { return !tables.empty() || !partition.empty() || boards || with_text; }
};

void add_columns(Command& command, ColumnOptions& options);

/// Writes the games as Parquet files into a new folder. Returns their number.
std::uint64_t export_columns(store::Store& store, const answers::GamesAsked& asked, const ColumnOptions& typed,
                             const std::string& folder, bool overwrite, Streams& io);

}  // namespace cofnod::cli
