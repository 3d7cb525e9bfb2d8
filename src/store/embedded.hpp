#pragma once

#include <span>

#include "base/embedded_file.hpp"

/// Files of schema/, compiled into the program.
namespace cofnod::store::embedded {

extern const std::span<const EmbeddedFile> files;

}  // namespace cofnod::store::embedded
