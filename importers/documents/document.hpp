#pragma once

#include <pugixml.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/documents/page.hpp"
#include "importers/limits.hpp"
#include "importers/text/archive.hpp"
#include "importers/text/page_map.hpp"
#include "importers/text/source.hpp"

/// Text extraction from documents.
namespace cofnod::importers::documents {

/// Returns true for a file that starts as a supported document: DOCX, ODT, XLSX, ODS, EPUB, RTF, PDF, recognised pages,
/// METS, page images, or DOC (which is also identified by its name).
bool is_document(std::string_view start, std::string_view name);

/// Returns the text of recognised pages with the boxes of its words. Throws InputError.
PagedText text_of_recognised(const std::string& file, const std::string& name);

/// Returns the text of a document in UTF-8, in reading order: a line per paragraph, CSV for a spreadsheet, or text with
/// word boxes for pages. Throws InputError if it cannot be read, and LimitError if it exceeds the limits. METS is read
/// by read_mets() instead, as its pages are other files.
PagedText text_of_document(const FileHandle& file, const std::string& name, const ArchiveLimits& limits);

// Mail and news: messages (RFC 5322) with parts (RFC 2045, 2046) and encoded words (RFC 2047), alone or in a mailbox
// (mbox, RFC 4155).

/// Returns true if a text begins with a mailbox, or with the header of a message that may have encoded parts.
bool is_mail(std::string_view start);

/// Returns the text of messages line by line. Quoted-printable and base64 are decoded, and declared character sets are
/// converted to UTF-8. HTML becomes text unless an alternative plain text precedes it; attached documents become text
/// too. Quote marks are removed from quoted PGN. All other lines are unchanged. Images are skipped; an unreadable
/// attachment is a fault at the end. `name` is the file name, for messages.
std::unique_ptr<ByteStream> text_of_mail(std::unique_ptr<ByteStream> mail, std::string name,
                                         const ArchiveLimits& limits);

// Recognised pages: the output of OCR programs.

/// Returns true for a file that starts as recognised pages: ALTO, PAGE XML, hOCR, tesseract's TSV, DjVu XML.
bool is_recognised(std::string_view start);

/// Returns true for a file that starts as ALTO, a page to which METS may refer.
bool is_alto(std::string_view start);

/// Adds the words of an ALTO TextLine to a page.
void add_line_of_alto(const pugi::xml_node& line, layout::Page& page);

/// Returns the words of recognised pages. Throws InputError if the file is damaged.
std::vector<layout::Page> recognised_pages(const std::string& file, const std::string& name);

/// Returns the words in tesseract's table (`tesseract ... tsv`), which has one row of level 5 per word.
std::vector<layout::Page> pages_of_table(std::string_view text);

// METS (Library of Congress): the articles of an issue, whose pages are ALTO files in its folder.

/// Returns the bytes of a file in the folder of a document or below, "alto/0001.xml"; nullopt if there is none.
using Beside = std::function<std::optional<std::string>(const std::string& path)>;

/// Returns true for a file that starts as METS.
bool is_mets(std::string_view start);

/// Returns the existing ALTO pages to which a file refers, as paths relative to its folder; empty if it is not METS or
/// is damaged.
std::vector<std::string> pages_of_issue(const std::string& path);

/// Returns the articles in order, each with its blocks in article order, followed by the remaining text page by page,
/// with rules between them. Boxes are in the units of the pages. Throws InputError if `mets` is damaged or none of its
/// pages exists.
PagedText read_mets(const std::string& mets, const std::string& name, const Beside& beside);

// Page images, recognised by tesseract; those in a PDF are rendered by pdftoppm of poppler-utils.

/// Returns true for a file that starts as a supported image: PNG, JPEG, TIFF.
bool is_picture(std::string_view start);

/// Recognises an image. `languages` are tesseract language codes, "cym+eng"; if empty, English and the language of the
/// locale, or, if that is not in the script of the image, installed languages of that script. Throws InputError if
/// tesseract or a language is not installed, or if the image cannot be read.
std::vector<layout::Page> pages_of_picture(const FileHandle& file, const std::string& name,
                                           const std::string& languages);

/// Recognises each page of a PDF, rendered at 300 dpi.
std::vector<layout::Page> pages_of_pictures_in_pdf(const FileHandle& file, const std::string& name, std::size_t count,
                                                   const std::string& languages);

/// Returns the words in the output of pdftotext -bbox-layout; nullopt if it is damaged.
std::optional<std::vector<layout::Page>> pages_of_words(const std::string& xml);

/// Returns the text of a PDF in reading order, using pdftotext of poppler-utils. Throws InputError if the program is
/// missing or cannot read the file. Pages without words are recognised as images (`languages`: see pages_of_picture).
PagedText text_of_pdf(const FileHandle& file, const std::string& name, const std::string& languages);

}  // namespace cofnod::importers::documents
