#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/say.hpp"

namespace cofnod::answers {

/// Returns what a table shows of a member whose value is a name such as "incomplete": that name in the language in
/// force.
template <typename Row>
std::function<std::string(const Row&)> in_words(std::string_view (*name)(const Row&)) {
    return [name](const Row& row) { return std::string(translated(name(row))); };
}

}  // namespace cofnod::answers
