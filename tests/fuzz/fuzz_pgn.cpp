// Any bytes, read as PGN, in one block and in many: every byte is accounted for, and what was read is written and read
// again as the same.

#include "account.hpp"

using namespace cofnod::fuzz;
using cofnod::importers::Format;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(text_of(data, size));
    require_round_trip(games_of(text, {.format = Format::pgn}));
    auto in_blocks = in_english(Format::pgn);
    in_blocks.block_size = 256;
    games_of(text, in_blocks);
    return 0;
}
