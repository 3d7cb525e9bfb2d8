#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/layout/page.hpp"
#include "importers/text/archive.hpp"

/// Pictures of pages, through tesseract and, for those in a PDF, pdftoppm of poppler-utils.
namespace cofnod::importers::documents {

/// True for a file that starts as a picture that can be recognised: PNG, JPEG, TIFF.
bool is_picture(std::string_view start);

/// Recognises a picture. `languages`: as tesseract names them, "cym+eng"; empty: that of the locale, if the script of
/// the picture is its own, or the installed ones of that script, and English. Throws InputError if tesseract or a
/// language is not installed, or the picture cannot be read.
std::vector<layout::Page> pages_of_picture(const FileHandle& file, const std::string& name,
                                           const std::string& languages);

/// Does the same for each page of a PDF, rendered at 300 dots an inch.
std::vector<layout::Page> pages_of_pictures_in_pdf(const FileHandle& file, const std::string& name, std::size_t count,
                                                   const std::string& languages);

}  // namespace cofnod::importers::documents
