#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// Formatters of the arguments of `str`, `comment` and `message`.
using Describers = std::vector<std::function<std::string(Context&)>>;
Describers describers(Compiler& compiler, const Node& node);
/// Concatenates the formatted arguments of the filter `at`.
std::string described(const Describers& describers, Context& context, Span at);

}  // namespace cofnod::cql
