#pragma once

#include "base/embedded_file.hpp"

namespace cofnod::web::embedded {

/// The page, as `web/page` has it.
extern const PackedFiles files;

}  // namespace cofnod::web::embedded
