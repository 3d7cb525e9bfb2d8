#pragma once

#include <span>
#include <string_view>

/// The table of openings, compiled into the program.
namespace cofnod::search::embedded {

struct File {
    std::string_view name;  ///< from the root of the source tree
    std::string_view text;
};

extern const std::span<const File> files;

}  // namespace cofnod::search::embedded
