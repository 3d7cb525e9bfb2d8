#include "importers/formats/json/value.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cofnod::importers::json {

namespace {

using Json = nlohmann::ordered_json;

/// The library reads any depth, but prints by recursion.
constexpr int most_levels = 64;

bool is_shallow(std::string_view text) {
    int depth = 0, deepest = 0;
    for (const char c : text) {
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        deepest = std::max(deepest, depth);
    }
    return deepest <= most_levels;
}

std::string text_of(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    const bool is_plain_list = value.is_array() && std::none_of(value.begin(), value.end(), [](const Json& item) {
                                   return item.is_structured() || item.is_null();
                               });
    if (!is_plain_list) return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string text;
    for (const Json& item : value) (text += text.empty() ? "" : " ") += text_of(item);
    return text;
}

void add_leaves(const Json& object, const std::string& path, std::vector<Leaf>& leaves) {
    for (const auto& [name, value] : object.items()) {
        const std::string whole = path.empty() ? name : path + '.' + name;
        if (value.is_object())
            add_leaves(value, whole, leaves);
        else
            leaves.push_back({whole, value.is_null() ? std::string() : text_of(value), value.is_null()});
    }
}

}  // namespace

std::optional<std::vector<Leaf>> leaves_of(std::string_view object) {
    if (!is_shallow(object)) return std::nullopt;
    const Json read = Json::parse(object, nullptr, false);
    if (!read.is_object()) return std::nullopt;
    std::vector<Leaf> leaves;
    add_leaves(read, {}, leaves);
    return leaves;
}

}  // namespace cofnod::importers::json
