#pragma once

#include <cstdint>

/// The enumerators of problems.def, for those that name one; what holds or hands on a Reason needs problem.hpp alone.
namespace cofnod {

/// Kinds of problems of a game record: rows of problems.def.
enum class ProblemKind : std::uint8_t {
#define PROBLEM(name, template) name,
#include "base/problems.def"
};

/// Kinds of problems that belong together: `illegal_move`.
enum class ProblemGroup : std::uint8_t {
#define GROUP(name) name,
#include "base/problems.def"
};

/// Sentences around that of a problem: "in a variation: ...".
enum class Frame : std::uint8_t {
#define FRAME(name, template) name,
#include "base/problems.def"
};

/// Ways to deal with a problem.
enum class Remedy : std::uint8_t {
#define REMEDY(name, template) name,
#include "base/problems.def"
};

}  // namespace cofnod
