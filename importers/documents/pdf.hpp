#pragma once

#include <optional>
#include <string>
#include <vector>

#include "importers/layout/page.hpp"
#include "importers/text/archive.hpp"
#include "importers/text/page_map.hpp"

namespace cofnod::importers::documents {

/// Returns the words of what pdftotext writes with -bbox-layout; nullopt if it is damaged.
std::optional<std::vector<layout::Page>> pages_of_words(const std::string& xml);

/// Returns the text of a PDF in reading order, as pdftotext of poppler-utils finds its words. Throws InputError if the
/// program is not there, or cannot read the file. Pages without any words are recognised as pictures (`languages`: as
/// for pages_of_picture).
PagedText text_of_pdf(const FileHandle& file, const std::string& name, const std::string& languages);

}  // namespace cofnod::importers::documents
