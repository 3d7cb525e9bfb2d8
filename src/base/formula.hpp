#pragma once

#include <string_view>

namespace cofnod {

/// Whether a spreadsheet might run the text of a cell as a formula: it begins with `=`, `+`, `-`, `@`, also full-width,
/// or with a tab, and is more than the sign, and no number. Such a cell is written with a `'` in front.
bool is_formula(std::string_view text);

/// Whether a `'` stands in front of the text for that reason, or in front of such a text.
bool is_guarded_formula(std::string_view text);

}  // namespace cofnod
