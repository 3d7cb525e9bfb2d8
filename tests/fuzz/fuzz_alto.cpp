// Any bytes as recognised pages: ALTO, PAGE XML, hOCR, the table of tesseract, XML of DjVu; and as METS whose pages
// they are themselves.

#include "base/error.hpp"
#include "importers/documents/document.hpp"
#include "pages.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;
using namespace cofnod::importers;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(text_of(data, size));
    try {
        if (documents::is_recognised(bytes)) require_places(documents::recognised_pages(bytes, "page"));
        if (documents::is_mets(bytes)) documents::read_mets(bytes, "issue", [&](const std::string&) { return bytes; });
    } catch (const InputError&) {  // it is no XML
    }
    return 0;
}
