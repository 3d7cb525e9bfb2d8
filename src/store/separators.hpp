#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "store/separator.hpp"
#include "store/store.hpp"

namespace cofnod::store {

/// A text between games, and the file that it stands in.
struct FoundSeparator {
    std::string source;
    Separator text;
};

/// Passes on the texts between games, in the order of the files: those with the words in a row, the last of which may
/// be the beginning of a word, or all if `words` is empty.
void for_each_separator(const Store& store, std::string_view words,
                        const std::function<void(const FoundSeparator&)>& each);

/// Writes a row. Call within a transaction; the caller counts it.
void add_separator(Store& store, const Separator& separator);

}  // namespace cofnod::store
