#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// The arguments of `str`, `comment` and `message`, written one after another.
using Describers = std::vector<std::function<std::string(Context&)>>;
Describers describers(Compiler& compiler, const Node& node);
/// `at`: the filter that has them.
std::string described(const Describers& describers, Context& context, Span at);

}  // namespace cofnod::cql
