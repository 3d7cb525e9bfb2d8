#pragma once

#include <string>
#include <string_view>

namespace cofnod::web {

/// Returns the words of the page about problems, as JSON: "sentence.KIND" for each kind and frame of problems.def, and
/// "a.king" and the others for the pieces that they name. `language`: one that the program speaks, other than English.
/// The page sets its own isolates around what it fills in.
std::string words_about_problems(std::string_view language);

}  // namespace cofnod::web
