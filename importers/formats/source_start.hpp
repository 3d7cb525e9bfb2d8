#pragma once

#include <string_view>

#include "importers/formats/sheet/sheet.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// The text that a source begins with, and what is known besides.
struct SourceStart {
    std::string_view text;
    std::string_view name;  ///< of the source
    const notation::Languages& languages;
    const sheet::ColumnMap& columns;
};

}  // namespace cofnod::importers
