#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cofnod {

/// A file of the source tree, compiled into the program (cmake/CofnodBox.cmake, cofnod_embed).
struct EmbeddedFile {
    std::string_view name;  ///< path from the root of the source tree
    std::string_view text;
};

/// Files of the source tree, with their texts concatenated and compressed with zstd (cofnod_embed, PACKED).
struct PackedFile {
    std::string_view name;
    std::size_t size;  ///< uncompressed, in bytes
};
struct PackedFiles {
    std::span<const PackedFile> list;
    std::string_view packed;
};

/// Returns the text of the file; throws std::logic_error if it is not embedded.
inline std::string_view text_of(std::span<const EmbeddedFile> files, std::string_view name) {
    for (const EmbeddedFile& file : files)
        if (file.name == name) return file.text;
    throw std::logic_error("no file is embedded as " + std::string(name));
}

}  // namespace cofnod
