#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

/// The files of grammar/sheets and grammar/variants.tsv, compiled into the program.
namespace cofnod::importers::embedded {

struct File {
    std::string_view name;  ///< from the root of the source tree
    std::string_view text;
};

extern const std::span<const File> files;

/// The file of that name. An unknown one is a fault in the program: std::logic_error.
inline std::string_view text_of(std::string_view name) {
    for (const File& file : files)
        if (file.name == name) return file.text;
    throw std::logic_error("no embedded file " + std::string(name));
}

}  // namespace cofnod::importers::embedded
