#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "importers/layout/page.hpp"

/// Pages that a program has recognised in pictures.
namespace cofnod::importers::documents {

/// True for a file that starts as recognised pages: ALTO, PAGE XML, hOCR, the table of tesseract, XML of DjVu.
bool is_recognised(std::string_view start);

/// True for a file that starts as ALTO, pages that METS may name.
bool is_alto(std::string_view start);

/// Adds the words of a TextLine of ALTO to a page.
void add_line_of_alto(const pugi::xml_node& line, layout::Page& page);

/// Returns the words of such a file. Throws InputError if it is damaged.
std::vector<layout::Page> recognised_pages(const std::string& file, const std::string& name);

}  // namespace cofnod::importers::documents
