#pragma once

#include <string>

#include "importers/text/archive.hpp"
#include "importers/text/page_map.hpp"

namespace cofnod::importers::documents {

/// Returns the text of a PDF in reading order, as pdftotext of poppler-utils finds its words. Throws InputError if the
/// program is not there, or the file has no text.
PagedText text_of_pdf(const FileHandle& file, const std::string& name);

}  // namespace cofnod::importers::documents
