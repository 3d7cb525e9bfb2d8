#pragma once

#include <span>

#include "base/embedded_file.hpp"

namespace cofnod::web::embedded {

extern const std::span<const EmbeddedFile> files;

}  // namespace cofnod::web::embedded
