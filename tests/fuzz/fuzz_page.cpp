// Any bytes as a page of the web: places in its text go forward in the page, and every byte is accounted for.

#include "account.hpp"
#include "importers/formats/page/markup.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string page(text_of(data, size));
    const auto text = importers::page::text_of_page(page);
    std::size_t before = 0;
    for (std::size_t at = 0; at <= text.text().size(); ++at) {
        const std::size_t origin = text.origin(at);
        require(before <= origin && origin <= size && text.seen_at(at) <= size, "places go forward in the page");
        before = origin;
    }
    require(!utf8::is_valid(page) || utf8::is_valid(text.text()), "the text of a page in UTF-8 is UTF-8");
    games_of(page, in_english(importers::Format::page));
    return 0;
}
