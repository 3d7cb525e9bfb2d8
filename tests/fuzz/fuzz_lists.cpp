// Any bytes as a list of positions and of moves, and as a text whose format is found out: every byte is accounted for.

#include "account.hpp"
#include "base/error.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;
using importers::Format;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(text_of(data, size));
    games_of(text, in_english(Format::positions));
    games_of(text, in_english(Format::uci));
    try {
        games_of(text, in_english(Format::detect));
    } catch (const InputError&) {  // what is not text is refused
    }
    return 0;
}
