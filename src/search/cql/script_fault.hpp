#pragma once

#include "base/error.hpp"

namespace cofnod::search::cql {

/// A script has found what it says must not be, or ends itself.
struct ScriptFault : Error {
    explicit ScriptFault(const std::string& what, std::string remedy = {})
        : Error(ExitCode::nothing_found, what, std::move(remedy)) {}
};

}  // namespace cofnod::search::cql
