#pragma once

#include <string_view>

namespace cofnod::importers::page {

/// Returns the character of an entity, named without `&` and `;`: "frac12", "#9822", "#x265E". 0: unknown.
char32_t entity(std::string_view name);

}  // namespace cofnod::importers::page
