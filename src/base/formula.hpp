#pragma once

#include <string_view>

namespace cofnod {

/// True if a spreadsheet might run the text of a cell as a formula (CSV injection): it begins with `=`, `+`, `-`, `@`,
/// also full-width, or a tab, and is neither the sign alone nor a number. Such cells are written with a leading `'`.
bool is_formula(std::string_view text);

/// True for a formula guarded by one or more leading `'`.
bool is_guarded_formula(std::string_view text);

}  // namespace cofnod
