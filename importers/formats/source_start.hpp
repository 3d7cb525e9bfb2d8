#pragma once

#include <string_view>

#include "importers/formats/sheet/sheet.hpp"

namespace cofnod::notation {
class Languages;
}

namespace cofnod::importers {

namespace bases {
class BaseFiles;
}

/// The start of a source, and its known properties.
struct SourceStart {
    std::string_view text;
    std::string_view name;  ///< of the source
    const notation::Languages& languages;
    const sheet::ColumnMap& columns;
    const bases::BaseFiles* base = nullptr;  ///< set for a database of another program, which has no text
};

}  // namespace cofnod::importers
