#pragma once

#include "answers/writer.hpp"
#include "jobs/trace.hpp"
#include "store/game_reader.hpp"

namespace cofnod::answers {

/// A stored game beside its text.
struct GameSource {
    store::GameHeader header;
    const GameRecord& record;
    jobs::TracedGame traced;
};

/// Declares the document of a game's source.
Answer<GameSource> game_source();

}  // namespace cofnod::answers
