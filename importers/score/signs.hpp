#pragma once

#include <string_view>

/// Words of a score that are signs alone.
namespace cofnod::importers {

/// `-`, in any of its lengths.
bool is_dash(std::string_view word);

/// A sign that stands between two parts of a move: x, :, a dash.
bool is_link(std::string_view word);

/// A dash, a rule or the edge of a table between moves: it says nothing.
bool is_mere_sign(std::string_view word);

}  // namespace cofnod::importers
