// Any bytes, read as plain text: every byte is accounted for, and games that are played to their end are written as PGN
// and read again as the same.

#include "account.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto games = games_of(std::string(text_of(data, size)), {.format = importers::Format::prose});
    std::erase_if(games, [](const GameRecord& game) { return game.state != GameState::complete; });
    require_round_trip(games);
    return 0;
}
