#pragma once

#include <string>
#include <vector>

#include "cli/streams.hpp"
#include "importers/import.hpp"

namespace cofnod::cli {

struct ConvertOptions {
    std::string file;  ///< "-", or empty where standard input is no terminal
    importers::Format from = importers::Format::detect;
    importers::sheet::ColumnMap columns;  ///< what columns of sheets mean
    importers::Limits limits;
    std::string from_notation;
    std::string prefer_notation;
    std::string charset;          ///< empty: find out
    std::string notation = "en";  ///< a language, "uci" or "lan"
    std::vector<std::string> notation_files;
    bool reduced = false;
    bool strict = false;
};

/// Games from a file to PGN on `out`, without a database. Faults are told on `err`; what could not be read stays in the
/// PGN as a comment.
int run_convert(const ConvertOptions& options, Streams& io);

}  // namespace cofnod::cli
