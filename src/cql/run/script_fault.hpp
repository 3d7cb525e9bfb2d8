#pragma once

#include "base/error.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// A script has found what it says must not be, or ends itself.
struct ScriptFault : Error {
    explicit ScriptFault(const std::string& what, std::string remedy = {})
        : Error(ExitCode::nothing_found, what, std::move(remedy)) {}
};

/// A script does too much of something.
struct ScriptLimit : LimitError {
    ScriptLimit(Span place, const std::string& what, std::string remedy = {})
        : LimitError(what, std::move(remedy)), at(place) {}

    Span at;  ///< the filter; empty where that is not known
};

}  // namespace cofnod::cql
