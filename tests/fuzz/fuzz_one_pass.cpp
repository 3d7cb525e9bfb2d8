// Any bytes, read as PGN in one pass and by the grammar: the same records, notes and separators.

#include "../unit/importers/events.hpp"
#include "fuzz.hpp"

using namespace cofnod::fuzz;
using namespace cofnod::importers;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Options options;
    options.format = Format::pgn;
    if (size % 2 == 0) options.notation = &languages().english();  // otherwise that of the game before
    options.keep_san = false;
    options.block_size = 1024;
    const std::string text(text_of(data, size));
    const auto at_once = events_of(text, options).texts;
    options.one_pass = false;
    require(at_once == events_of(text, options).texts, "one pass reads what the grammar reads");
    return 0;
}
