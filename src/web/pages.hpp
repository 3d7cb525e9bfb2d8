#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "web/http.hpp"

namespace cofnod::web {

/// Returns a page or one of its parts: the page's shell in the reader's language, a style sheet, a script, a picture,
/// translations; nullopt if it does not exist. None of them contains data from the database. `asks_for_token`: the page
/// must send a token with its questions.
std::optional<Response> page(const Request& request, const Target& target, bool asks_for_token);

/// Headers for every answer that does not set them itself: no external resources, and no other site may embed or read
/// the page (web.md, 7).
const std::vector<std::pair<std::string, std::string>>& common_headers();

/// Returns the text of one of the page's files; throws std::logic_error if it does not exist.
using ReadScript = std::function<std::string_view(std::string_view name)>;

/// Script that every page loads first.
inline constexpr std::string_view main_script = "main.js";

/// Returns a module bundled with all its imports into one file for a browser. Each module keeps its own scope. Other
/// scripts import the modules bundled in `main_script` from there, so that no module runs twice.
///
/// Imports and exports are single lines: `import { a, b as c } from "./name.js";`, and a declaration after `export`. A
/// module named in `import("./name.js")` remains a separate script.
std::string joined_script(std::string_view name, const ReadScript& read);

/// Returns a script or style sheet without indentation, blank lines and comment lines.
std::string squeezed(std::string_view text);

}  // namespace cofnod::web
