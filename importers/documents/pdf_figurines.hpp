#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/layout/page.hpp"
#include "importers/text/archive.hpp"

/// Letters of chess fonts on pages of PDF, which stand for pieces: `nf3` in Chess Merida.
namespace cofnod::importers::documents {

/// True if one of the fonts that pdffonts lists is a chess font.
bool lists_chess_font(std::string_view fonts);

/// Puts figurines in the place of letters of chess fonts. `xml`: what pdftohtml writes of the same pages with -xml and
/// -zoom 3. Lines of several such letters are rows of diagrams, and stay as they are. Damaged XML changes nothing.
void set_figurines(std::vector<layout::Page>& pages, const std::string& xml);

/// Does so where the fonts of a PDF ask for it.
void read_figurines(std::vector<layout::Page>& pages, const FileHandle& pdf);

}  // namespace cofnod::importers::documents
