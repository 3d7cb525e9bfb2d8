#pragma once

#include <span>

#include "base/embedded_file.hpp"

namespace cofnod::answers::embedded {

/// The pieces of the page, from which diagrams are made too.
extern const std::span<const EmbeddedFile> files;

}  // namespace cofnod::answers::embedded
