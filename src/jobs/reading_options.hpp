#pragma once

#include <string>
#include <vector>

#include "importers/formats/format.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/limits.hpp"

namespace cofnod::jobs {

/// Options for reading files of games.
struct ReadingOptions {
    importers::Format from = importers::Format::detect;
    importers::sheet::ColumnMap columns = {};  ///< meaning of the columns of sheets
    importers::Limits limits = {};
    std::string from_notation = {};    ///< notation of all moves; empty: detected per game
    std::string prefer_notation = {};  ///< notation assumed for games that are legal in several
    std::string charset = {};          ///< empty: detected
    std::string ocr = {};              ///< languages in which pictures are recognised; empty: found out
    std::vector<std::string> notation_files = {};
};

}  // namespace cofnod::jobs
