// Any bytes as the XML in an office document; their first byte says of which kind.

#include "account.hpp"
#include "base/characters.hpp"
#include "base/error.hpp"
#include "importers/documents/parts.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;
using namespace cofnod::importers::documents;

namespace {

std::string text_of_kind(char kind, const std::string& xml) {
    switch (kind) {
        case 'w':
            return text_of_docx(
                {"a.docx", {{"word/document.xml", xml}, {"word/footnotes.xml", xml}, {"word/numbering.xml", xml}}});
        case 'o': return text_of_odt({"a.odt", {{"content.xml", xml}, {"styles.xml", xml}}});
        case 's': return text_of_ods({"a.ods", {{"content.xml", xml}}});
        case 'x':
            return text_of_xlsx(
                {"a.xlsx",
                 {{"xl/workbook.xml", "<workbook><sheets><sheet id='a'/></sheets></workbook>"},
                  {"xl/_rels/workbook.xml.rels", "<R><Relationship Id='a' Target='worksheets/a.xml'/></R>"},
                  {"xl/worksheets/a.xml", xml},
                  {"xl/sharedStrings.xml", xml},
                  {"xl/styles.xml", xml}}});
        default: return text_of_epub({"a.epub", {{"META-INF/container.xml", xml}, {"a.opf", xml}, {"a.xhtml", xml}}});
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string xml(text_of(data, size).substr(1));
    try {
        const std::string text = text_of_kind(static_cast<char>(data[0]), xml);
        require(text.size() <= 4096 * (size + 64), "a document stays small");
        require(!utf8::is_valid(xml) || utf8::is_valid(text), "the text is UTF-8");
    } catch (const InputError&) {  // it is no XML
    }
    return 0;
}
