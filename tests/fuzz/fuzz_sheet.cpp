// Any bytes as a sheet, with a first row of its own or one put before it: every byte is accounted for.

#include "account.hpp"
#include "importers/formats/sheet/score_sheets.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(text_of(data, size));
    for (const char* const rows : {"", "White,Black,Result,Moves\n", "Game;Number;White;Black\n", "Ply\tMove\n",
                                   "White,A\nBlack,B\n1,e4,e5\n", "White|A\nBlack|B\nMoves|1. e4 e5\n"}) {
        const std::string sheet = rows + text;
        const auto header = importers::sheet::read_header(sheet, languages(), {});
        require(!header || (header->size <= sheet.size() && !header->columns.empty()), "a header is the first row");
        if (header || importers::sheet::begins_as_score_sheet(sheet, languages(), {}))
            games_of(sheet, in_english(importers::Format::sheet));
    }
    return 0;
}
