#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers::json {

/// A text, number or list within an object of JSON.
struct Leaf {
    std::string path;   ///< "players.white.user.name"
    std::string value;  ///< of a list of texts, numbers and moves, these with blanks between them; of others, JSON
    bool is_null = false;
};

/// Returns true if lists and objects are not so deep in each other that reading them by recursion is dangerous.
bool is_shallow(std::string_view text);

/// Returns the leaves of an object of JSON, or of a dictionary as Python prints it, in their order; nullopt if the text
/// is not one object, or too deep to be a game's. A list in an object `tags` is a leaf for each of its items.
std::optional<std::vector<Leaf>> leaves_of(std::string_view object);

/// Returns those of an object `tags`.
std::optional<std::vector<Leaf>> tags_of(std::string_view object);

}  // namespace cofnod::importers::json
