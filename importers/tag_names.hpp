#pragma once

#include <optional>
#include <string_view>

namespace cofnod::importers {

/// Returns the tag of grammar/tags.txt that a name stands for, in any case and with or without `_`, `-` or blanks:
/// `whiteELO` and `white_elo` are WhiteElo. nullopt: none.
std::optional<std::string_view> standard_tag(std::string_view name);

}  // namespace cofnod::importers
