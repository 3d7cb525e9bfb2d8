#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "web/http.hpp"

namespace cofnod::web {

/// Returns a page or one of its parts: the page's shell in the language of the reader, a style sheet, a script, a
/// picture, words. nullopt: nothing of that name. Nothing of the database is in them. `asks_for_token`: the page has to
/// show one with its questions.
std::optional<Response> page(const Request& request, const Target& target, bool asks_for_token);

/// Headers of every answer that does not have its own: nothing is loaded from elsewhere, no other site may show or read
/// it (web.md, 7).
const std::vector<std::pair<std::string, std::string>>& common_headers();

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
