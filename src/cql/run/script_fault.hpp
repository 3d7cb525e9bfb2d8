#pragma once

#include "base/error.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// An assertion of a script failed, or the script stopped itself.
struct ScriptFault : Error {
    explicit ScriptFault(const std::string& what, WayOut way_out = {})
        : Error(ExitCode::nothing_found, what, std::move(way_out)) {}
};

/// A script exceeded a limit.
struct ScriptLimit : LimitError {
    ScriptLimit(Span place, const std::string& what, WayOut way_out = {})
        : LimitError(what, std::move(way_out)), at(place) {}

    Span at;  ///< the filter; empty if unknown
};

}  // namespace cofnod::cql
