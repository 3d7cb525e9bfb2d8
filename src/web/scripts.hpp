#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace cofnod::web {

/// Returns the text of a file of the page; throws std::logic_error if there is none of that name.
using ReadScript = std::function<std::string_view(std::string_view name)>;

/// The script that every page loads first.
inline constexpr std::string_view main_script = "main.js";

/// Returns a module of the page joined with all that it imports: one file for a browser to load. Each module keeps a
/// scope of its own. The other scripts take from `main_script` what that has, so that no module runs twice.
///
/// A module imports and exports line by line: `import { a, b as c } from "./name.js";` and a declaration behind
/// `export`. What `import("./name.js")` names is another script.
std::string joined_script(std::string_view name, const ReadScript& read);

/// Returns a script or style sheet without indentation, blank lines, and lines that are comments.
std::string squeezed(std::string_view text);

/// Returns a style sheet without those and without the blanks that separate nothing.
std::string squeezed_style(std::string_view text);

/// Returns JSON without the blanks between its values.
std::string squeezed_json(std::string_view text);

}  // namespace cofnod::web
