#pragma once

#include "base/error.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// An assertion of a script failed, or the script stopped itself.
struct ScriptFault : Error {
    explicit ScriptFault(const std::string& what, std::string remedy = {})
        : Error(ExitCode::nothing_found, what, std::move(remedy)) {}
};

/// A script exceeded a limit.
struct ScriptLimit : LimitError {
    ScriptLimit(Span place, const std::string& what, std::string remedy = {})
        : LimitError(what, std::move(remedy)), at(place) {}

    Span at;  ///< the filter; empty if unknown
};

}  // namespace cofnod::cql
