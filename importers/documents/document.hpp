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

/// Documents of office programs, as the text in them.
namespace cofnod::importers::documents {

/// True for a file that starts as a document whose text is read: DOCX, ODT, XLSX, ODS, EPUB, RTF, PDF, pages that a
/// program has recognised, METS, pictures of pages; and of Word, by its name too.
bool is_document(std::string_view start, std::string_view name);

/// Returns the text of pages that a program has recognised, with the boxes of its words. Throws InputError.
PagedText text_of_recognised(const std::string& file, const std::string& name);

/// Returns the text of a document in UTF-8, in reading order: a line for each paragraph; for a sheet of cells, lines
/// of CSV; for pages, with the boxes of its words. Throws InputError if it cannot be read, LimitError if it is larger
/// than the limits allow. The pages of METS
/// are other files: read_mets.
PagedText text_of_document(const FileHandle& file, const std::string& name, const ArchiveLimits& limits);

// Mail and news: messages (RFC 5322) with parts (RFC 2045, 2046) and encoded words (RFC 2047), alone or in a mailbox
// (mbox, RFC 4155).

/// Returns true if a text begins with the header of a message that may have encoded parts, or with a mailbox.
bool is_mail(std::string_view start);

/// Returns the text of messages line by line: what is quoted-printable or base64 is decoded, texts in character sets
/// that they declare become UTF-8; HTML becomes text where the same text does not stand before it, and so do documents
/// that are attached; marks of quotes are taken away from quoted PGN. All other lines stay as they are. Pictures are
/// left out; an attachment that cannot be read is a fault at the end. `name`: of the file, for messages.
std::unique_ptr<ByteStream> text_of_mail(std::unique_ptr<ByteStream> mail, std::string name,
                                         const ArchiveLimits& limits);

// Pages that a program has recognised in pictures.

/// True for a file that starts as recognised pages: ALTO, PAGE XML, hOCR, the table of tesseract, XML of DjVu.
bool is_recognised(std::string_view start);

/// True for a file that starts as ALTO, pages that METS may name.
bool is_alto(std::string_view start);

/// Adds the words of a TextLine of ALTO to a page.
void add_line_of_alto(const pugi::xml_node& line, layout::Page& page);

/// Returns the words of such a file. Throws InputError if it is damaged.
std::vector<layout::Page> recognised_pages(const std::string& file, const std::string& name);

/// Returns the words in the table of tesseract (`tesseract ... tsv`): a row for each, of level 5.
std::vector<layout::Page> pages_of_table(std::string_view text);

// METS (Library of Congress): the articles of an issue, whose pages are files of ALTO beside it.

/// Returns the bytes of a file that stands beside a document, or below: "alto/0001.xml"; nullopt if there is none.
using Beside = std::function<std::optional<std::string>(const std::string& path)>;

/// True for a file that starts as METS.
bool is_mets(std::string_view start);

/// Returns the pages of ALTO that a file names, as paths from its folder; empty if it is not METS, or damaged. Those
/// that are not there are left out.
std::vector<std::string> pages_of_issue(const std::string& path);

/// Returns the articles in their order, each with its blocks in the order of the article, and behind them what stands
/// in none, page by page; rules stand between. Boxes are in the units of the pages. Throws InputError if `mets` is
/// damaged, or none of its pages is there.
PagedText read_mets(const std::string& mets, const std::string& name, const Beside& beside);

// Pictures of pages, through tesseract and, for those in a PDF, pdftoppm of poppler-utils.

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

// Text that a recogniser makes of a page when it is given each column alone.

/// A rectangle of a picture, in pixels from its upper left corner.
struct Zone {
    long left, top, width, height;
};

/// True if so many words with digits were read without certainty that a page is worth a second look.
bool leaves_doubt(const layout::Page& page);

/// Returns the zones of a page that hold some lines, without another column beside them, in reading order.
std::vector<Zone> zones_of(layout::Page page);

/// Gives words the readings of `other`, the same page read again, as alternatives.
void add_alternatives(layout::Page& page, const layout::Page& other);

/// Returns the words of what pdftotext writes with -bbox-layout; nullopt if it is damaged.
std::optional<std::vector<layout::Page>> pages_of_words(const std::string& xml);

/// Returns the text of a PDF in reading order, as pdftotext of poppler-utils finds its words. Throws InputError if the
/// program is not there, or cannot read the file. Pages without any words are recognised as pictures (`languages`: as
/// for pages_of_picture).
PagedText text_of_pdf(const FileHandle& file, const std::string& name, const std::string& languages);

}  // namespace cofnod::importers::documents
