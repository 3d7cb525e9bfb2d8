#pragma once

#include <string>

#include "base/reason.hpp"

namespace cofnod {

/// Returns the sentence of problems.def for people, in English, without a full stop: "no knight can reach f3".
std::string sentence(const Reason& reason);

/// Returns the sentence for a remedy; empty: there is none.
std::string sentence(const Advice& advice);

}  // namespace cofnod
