#pragma once

#include <span>

#include "base/embedded_file.hpp"

/// Files of grammar/languages, compiled into the program.
namespace cofnod::notation::embedded {

extern const std::span<const EmbeddedFile> files;

}  // namespace cofnod::notation::embedded
