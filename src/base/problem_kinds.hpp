#pragma once

#include <cstdint>

/// Enumerators of problems.def, for code that names one; code that only stores or passes on a Reason needs problem.hpp.
namespace cofnod {

/// Kinds of problems of a game record: rows of problems.def.
enum class ProblemKind : std::uint8_t {
#define PROBLEM(name, template) name,
#include "base/problems.def"
};

/// Groups of related kinds: `illegal_move`.
enum class ProblemGroup : std::uint8_t {
#define GROUP(name) name,
#include "base/problems.def"
};

/// Sentences around that of a problem: "in a variation: ...".
enum class Frame : std::uint8_t {
#define FRAME(name, template) name,
#include "base/problems.def"
};

/// Remedies for a problem.
enum class Remedy : std::uint8_t {
#define REMEDY(name, template) name,
#include "base/problems.def"
};

}  // namespace cofnod
