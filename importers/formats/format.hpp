#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cofnod::importers {

/// The format of a text: one enumerator for each row of formats.def.
enum class Format : std::uint8_t {
    detect,
#define FORMAT(format, ...) format,
#include "importers/formats/formats.def"
#undef FORMAT
};

/// A row of formats.def, as far as people see it.
struct FormatName {
    Format format;
    std::string_view name;
    std::string_view kinds;
    std::string_view endings;  ///< ".csv .tsv"
};

/// All formats but `detect`, in the order of the rows.
std::span<const FormatName> format_names();

/// "csv"; "auto" for Format::detect.
std::string_view name_of(Format format);

}  // namespace cofnod::importers
