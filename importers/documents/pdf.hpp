#pragma once

#include <string>
#include <vector>

#include "importers/layout/page.hpp"
#include "importers/text/archive.hpp"

namespace cofnod::importers::documents {

/// Returns the words of a PDF in visual order, as pdftotext of poppler-utils finds them; pages without words are
/// pictures. Throws InputError if the program is not there, or cannot read the file.
std::vector<layout::Page> pages_of_pdf(const FileHandle& file, const std::string& name);

}  // namespace cofnod::importers::documents
