// Any bytes as a move of Camelot and as a score of it. A move that is resolved is playable, and is written and read
// again as the same; of scores every byte is accounted for, and what was read is written and read again.

#include "account.hpp"
#include "games/camelot/judge.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

namespace {

void read_as_move(std::string_view text) {
    const auto front = camelot::read_move(text);
    if (!front) return;
    require(front->length > 0 && front->length <= text.size(), "a move stands at the front");
    const auto position = camelot::Position::initial();
    const auto resolution = resolve(position, front->move);
    require(resolution || explain(position, text, front->move, resolution), "what is not played is explained");
    if (!resolution) return;
    require(judge(position, resolution.path).is_playable(), "a move that is resolved is playable");
    const auto again = camelot::read_move(write_path(position, resolution.path));
    require(again && again->move.path == resolution.path, "a path is written and read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(text_of(data, size));
    read_as_move(text);
    require_round_trip(games_of("[GameType \"Camelot\"]\n\n" + text, in_english(importers::Format::pgn)));
    games_of(text, in_english(importers::Format::prose));
    return 0;
}
