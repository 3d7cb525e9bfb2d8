#pragma once

#include <functional>
#include <string>
#include <vector>

#include "search/cql/compiler.hpp"

namespace cofnod::search::cql {

/// The arguments of `str`, `comment` and `message`, written one after another.
using Describers = std::vector<std::function<std::string(Context&)>>;
Describers describers(Compiler& compiler, const Node& node);
std::string described(const Describers& describers, Context& context);

}  // namespace cofnod::search::cql
