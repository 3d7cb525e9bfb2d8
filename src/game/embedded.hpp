#pragma once

#include <span>

#include "base/embedded_file.hpp"

/// The table of openings, compiled into the program.
namespace cofnod::game::embedded {

extern const std::span<const EmbeddedFile> files;

}  // namespace cofnod::game::embedded
