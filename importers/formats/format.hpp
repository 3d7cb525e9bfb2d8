#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cofnod::importers {

/// The format of a text: one enumerator per row of formats.def.
enum class Format : std::uint8_t {
    detect,
#define FORMAT(format, ...) format,
#include "importers/formats/formats.def"
#undef FORMAT
};

/// The user-visible part of a row of formats.def.
struct FormatName {
    Format format;
    std::string_view name;
    std::string_view kinds;
    std::string_view endings;  ///< ".csv .tsv"
};

/// Returns all formats except `detect`, in the order of the rows.
std::span<const FormatName> format_names();

/// Returns the name, "csv"; "auto" for Format::detect.
std::string_view name_of(Format format);

}  // namespace cofnod::importers
