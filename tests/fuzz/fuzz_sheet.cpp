// Any bytes as a sheet, with a first row of its own or one put before it: every byte is accounted for.

#include "account.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(text_of(data, size));
    for (const char* const row : {"", "White,Black,Result,Moves\n", "Game;Number;White;Black\n", "Ply\tMove\n"}) {
        const std::string sheet = row + text;
        const auto header = importers::sheet::read_header(sheet, languages(), {});
        if (!header) continue;
        require(header->size <= sheet.size() && !header->columns.empty(), "a header is the first row");
        games_of(sheet, in_english(importers::Format::sheet));
    }
    return 0;
}
