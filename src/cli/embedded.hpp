#pragma once

#include <span>

#include "base/embedded_file.hpp"

namespace cofnod::cli::embedded {

/// Descriptions of the database for other programs, from schema/.
extern const std::span<const EmbeddedFile> files;

}  // namespace cofnod::cli::embedded
