#pragma once

#include <span>

#include "base/embedded_file.hpp"

namespace cofnod::print::embedded {

/// Style sheet of pages, and the beginning of LaTeX documents.
extern const std::span<const EmbeddedFile> files;

}  // namespace cofnod::print::embedded
