// Any bytes as what pdftotext writes of a PDF.

#include "base/error.hpp"
#include "importers/documents/document.hpp"
#include "pages.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;
using namespace cofnod::importers;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto pages = documents::pages_of_words(std::string(text_of(data, size)))) require_places(*pages);
    return 0;
}
