#pragma once

#include <span>

#include "base/embedded_file.hpp"

namespace cofnod::cluster::embedded {

/// The statements in schema/clickhouse.
extern const std::span<const EmbeddedFile> files;

}  // namespace cofnod::cluster::embedded
