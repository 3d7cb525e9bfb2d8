#pragma once

#include <cstdint>

/// For headers that name a reason; those that look into one include reason.hpp.
namespace cofnod {

enum class ProblemKind : std::uint8_t;
struct Reason;

}  // namespace cofnod
