#include "importers/documents/document.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "importers/documents/page.hpp"
#include "importers/documents/parts.hpp"
#include "importers/formats/page/markup.hpp"
#include "importers/text/archive.hpp"
#include "importers/text/derived_text.hpp"

namespace cofnod::importers::documents {

namespace {

/// Returns true for a file that starts as a binary office document and is named as one of Word before 2007.
bool is_word(std::string_view start, std::string_view name) {
    const std::string plain = to_lower(name);
    return start.starts_with("\xD0\xCF\x11\xE0") && (plain.ends_with(".doc") || plain.ends_with(".dot"));
}

/// Returns the text of such a file as extracted by antiword. Throws InputError if the program is missing or cannot read
/// the file.
std::string text_of_word(const FileHandle& file, const std::string& name) {
    // One line per paragraph.
    const auto output = run_program({"antiword", "-m", "UTF-8.txt", "-w", "0", "-"}, fileno(file.get()));
    if (!output)
        throw InputError(tr("{}: is a document of Word, whose text antiword extracts, which is not installed", name),
                         tr("install antiword: apt-get install antiword; or save it as .docx"));
    if (output->status != 0)
        throw InputError(tr("{}: antiword cannot read it", name), tr("save it as .docx or as text"));
    return output->text;
}

/// Maximum unpacked size of the text read from a document.
constexpr std::size_t most_text = std::size_t{256} << 20;

bool is_pdf(std::string_view start) { return start.starts_with("%PDF"); }
bool is_rtf(std::string_view start) { return start.starts_with("{\\rtf"); }

/// Returns true for files in a document that may contain text: XML, and pages of books.
bool may_hold_text(std::string_view name) {
    static constexpr std::string_view endings[] = {".xml", ".rels", ".opf", ".xhtml", ".html", ".htm"};
    return name == "mimetype" ||
           std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

Parts parts_of(const FileHandle& file, const std::string& name, const ArchiveLimits& limits) {
    ArchiveReader archive(file, name, limits);
    Parts::Files files;
    std::size_t total = 0;
    while (archive.next()) {
        const std::string member =
            archive.name().size() > name.size() ? archive.name().substr(name.size() + 1) : archive.name();
        if (!archive.is_regular() || !may_hold_text(member)) {
            archive.skip();
            continue;
        }
        std::string& text = files[member];
        std::string buffer(std::size_t{1} << 16, '\0');
        while (const std::size_t count = archive.read(buffer.data(), buffer.size())) {
            text.append(buffer, 0, count);
            total += count;
            if (total > most_text)
                throw ArchiveLimitError(tr("{}: unpacks to more than {} bytes", name, most_text),
                                        tr("save it in several parts, or as plain text"));
        }
    }
    return {name, std::move(files)};
}

std::string all_of(const FileHandle& file) {
    std::string text, buffer(std::size_t{1} << 16, '\0');
    std::rewind(file.get());
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
        text.append(buffer, 0, count);
        if (text.size() > most_text) break;
    }
    return text;
}

}  // namespace

/// EPUB 3.3: the pages of a book in spine order.
std::string text_of_epub(const Parts& parts) {
    pugi::xml_document container, package;
    parts.read("META-INF/container.xml", container);
    const std::string path(attribute(descendant(container, "rootfile"), "full-path"));
    parts.read(path, package);
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    const pugi::xml_node root = package.document_element();
    std::map<std::string, std::string, std::less<>> pages;
    for (const pugi::xml_node& item : child(root, "manifest").children())
        pages.emplace(attribute(item, "id"), folder + std::string(attribute(item, "href")));
    std::string text;
    for (const pugi::xml_node& item : child(root, "spine").children())
        if (const auto page = pages.find(attribute(item, "idref")); page != pages.end())
            text.append(page::text_of_page(parts.find(page->second)).text()) += '\n';
    return text;
}

bool is_document(std::string_view start, std::string_view name) {
    if (is_word(start, name)) return true;
    if (is_rtf(start) || is_pdf(start) || is_picture(start) || is_recognised(start) || is_mets(start)) return true;
    if (!start.starts_with("PK\x03\x04")) return false;
    static constexpr std::size_t first_name = 30;
    const std::string_view first = start.substr(std::min(first_name, start.size()));
    static constexpr std::string_view names[] = {"mimetypeapplication/vnd.oasis.opendocument",
                                                 "mimetypeapplication/epub",
                                                 "[Content_Types].xml",
                                                 "_rels/.rels",
                                                 "docProps/",
                                                 "word/",
                                                 "xl/"};
    return std::ranges::any_of(names, [&](std::string_view each) { return first.starts_with(each); });
}

PagedText text_of_recognised(const std::string& file, const std::string& name) {
    const bool is_xml = trimmed(utf8::without_byte_order_mark(file)).starts_with('<');
    const ExpandedXml xml = is_xml ? with_entities(file) : ExpandedXml{.text = file, .unread = {}};
    PagedText text = layout::text_of(recognised_pages(xml.text, name), layout::Letters::logical);
    for (const std::string& reference : xml.unread)
        text.declared.push_back({.part = reference, .counts = declared::entities, .declared = 1, .found = 0});
    return text;
}

PagedText text_of_document(const FileHandle& file, const std::string& name, const ArchiveLimits& limits) {
    std::string start(4096, '\0');
    std::rewind(file.get());
    start.resize(std::fread(start.data(), 1, start.size(), file.get()));
    if (is_pdf(start)) return text_of_pdf(file, name, limits.ocr);
    if (is_picture(start)) return layout::text_of(pages_of_picture(file, name, limits.ocr), layout::Letters::logical);
    if (is_word(start, name)) return {text_of_word(file, name)};
    if (is_rtf(start)) return text_of_rtf(all_of(file));
    if (is_recognised(start)) return text_of_recognised(all_of(file), name);
    if (is_mets(start)) return read_mets(all_of(file), name, [](const std::string&) { return std::nullopt; });
    std::rewind(file.get());
    const Parts parts = parts_of(file, name, limits);
    if (parts.has("word/document.xml")) return {text_of_docx(parts)};
    if (parts.has("xl/workbook.xml")) return {text_of_xlsx(parts)};
    const std::string& type = parts.find("mimetype");
    if (type.find("epub") != type.npos) return {text_of_epub(parts)};
    if (type.find("spreadsheet") != type.npos) return {text_of_ods(parts)};
    if (parts.has("content.xml")) return {text_of_odt(parts)};
    throw InputError(tr("{}: is an office document of a kind that is not read", name),
                     tr("save it as text, a spreadsheet as CSV, for example with soffice --convert-to"));
}

}  // namespace cofnod::importers::documents
