#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

/// Tags that are not written as PGN has them, but are meant as such: `[White “A”]`, `[Round 3]`, `[White]`.
namespace cofnod::importers::pgn {

struct OddTag {
    std::string_view name, value;
    std::size_t length;  ///< up to the end of its line
    bool is_quoted;      ///< in whatever signs
};

/// Returns the odd tag at the front of the text, the start of a line. Its name is that of a standard tag; without
/// quotes it must also stand `among_tags`, or above another tag.
std::optional<OddTag> read_odd_tag(std::string_view text, bool among_tags);

/// Returns true for a tag pair or an odd tag at the front of the text.
bool begins_tag(std::string_view text, bool among_tags);

}  // namespace cofnod::importers::pgn
