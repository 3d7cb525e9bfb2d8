// Any bytes as rich text.

#include "account.hpp"
#include "base/characters.hpp"
#include "importers/documents/parts.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes = text_of(data, size);
    const std::string text = importers::documents::text_of_rtf(bytes).text;
    require(text.size() <= 16 * (size + 1), "rich text says no more than it has");
    require(utf8::is_valid(text), "the text is UTF-8");
    return 0;
}
