#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"

namespace cofnod::cli {

struct ShowOptions {
    std::string database;
    std::int64_t id = 0;
    std::string ply;       ///< "7", "12w", "12b"; empty: the end
    bool all = false;      ///< every position, one after the other
    std::string notation;  ///< empty: that the game was written in
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;  ///< a board
    bool flip = false;
    bool ascii = false;
};

int run_show(const ShowOptions& options, Streams& io);

/// Whether the locale says that the terminal reads UTF-8 (LC_ALL, LC_CTYPE, LANG).
bool locale_is_utf8();

}  // namespace cofnod::cli
