// Any bytes as rich text and as recognised pages: none of them goes on for ever.

#include "account.hpp"
#include "base/error.hpp"
#include "importers/documents/parts.hpp"
#include "importers/documents/recognised.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;
using namespace cofnod::importers;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(text_of(data, size));
    documents::text_of_rtf(bytes);
    if (!documents::is_recognised(bytes)) return 0;
    try {
        for (const layout::Letters letters : {layout::Letters::logical, layout::Letters::visual})
            layout::text_of(documents::recognised_pages(bytes, "page"), letters);
    } catch (const InputError&) {  // it is no XML
    }
    return 0;
}
