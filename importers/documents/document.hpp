#pragma once

#include <string>
#include <string_view>

#include "importers/text/archive.hpp"
#include "importers/text/page_map.hpp"

/// Documents of office programs, as the text in them.
namespace cofnod::importers::documents {

/// True for a file that starts as a document whose text is read: DOCX, ODT, XLSX, ODS, EPUB, RTF, PDF, pages that a
/// program has recognised, METS.
bool is_document(std::string_view start);

/// Returns the text of pages that a program has recognised, with the boxes of its words. Throws InputError.
PagedText text_of_recognised(const std::string& file, const std::string& name);

/// Returns the text of a document in UTF-8, in reading order: a line for each paragraph; for a sheet of cells, lines
/// of CSV; for pages, with the boxes of its words. Throws InputError if it cannot be read, LimitError if it is larger
/// than the limits allow. The pages of METS
/// are other files: read_mets.
PagedText text_of_document(const FileHandle& file, const std::string& name, const ArchiveLimits& limits);

}  // namespace cofnod::importers::documents
