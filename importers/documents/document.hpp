#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "importers/text/archive.hpp"
#include "importers/text/recognition.hpp"

/// Documents of office programs, as the text in them.
namespace cofnod::importers::documents {

/// True for a file that starts as a document whose text is read: DOCX, ODT, XLSX, ODS, EPUB, RTF, PDF, pages that a
/// program has recognised, pictures of pages.
bool is_document(std::string_view start);

/// Returns the text of such a file in UTF-8, in reading order: a line for each paragraph; for a sheet of cells, lines
/// of CSV. `recognition`: set for a text that comes from pictures. Throws InputError if it cannot be read, LimitError
/// if it is larger than the limits allow.
std::string text_of_document(const FileHandle& file, const std::string& name, const ArchiveLimits& limits,
                             std::shared_ptr<const Recognition>& recognition);

}  // namespace cofnod::importers::documents
