#pragma once

#include <span>

#include "base/embedded_file.hpp"

/// The files of grammar/sheets, grammar/tags.txt and grammar/variants.tsv, compiled into the program.
namespace cofnod::importers::embedded {

extern const std::span<const EmbeddedFile> files;

}  // namespace cofnod::importers::embedded
