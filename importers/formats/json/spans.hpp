#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cofnod::importers::json {

/// An object or list in a text, by its brackets.
struct Span {
    std::size_t begin;
    std::size_t end;  ///< behind its last bracket; the end of the text if that is missing
    std::size_t depth;
    bool is_object;
    bool is_closed;
};

/// Returns the place behind the quoted text that begins at `at`; it ends with its line at the latest.
std::size_t behind_quoted(std::string_view text, std::size_t at);

/// Returns the objects and lists of a text in the order of their first brackets. The text may begin and end within any
/// of them; texts are in double quotes or, as Python writes them, in single ones.
std::vector<Span> spans_of(std::string_view text);

}  // namespace cofnod::importers::json
