#pragma once

#include <cstddef>
#include <string_view>

#include "importers/import.hpp"
#include "importers/sink.hpp"
#include "importers/text/text_map.hpp"

namespace cofnod::importers {

class MixedCharsets;

/// Takes the games of a block from those who read its text, and hands them to the sink: within the limits, with notes
/// about their text, and in their places in the source.
class Delivery {
public:
    struct How {
        bool is_turned = false;          ///< the lines of the text stood in visual order
        MixedCharsets* mixed = nullptr;  ///< where a game may be in another character set than its source
    };

    Delivery(const Options& options, How how, Sink& next) : options_(options), how_(how), next_(next) {}

    /// The span of the game and the ranges of its problems are bytes of the text of the map. `keeps_text`: export would
    /// not give the text back.
    void add_game(GameRecord&& game, const TextMap& map, bool keeps_text);
    /// Games and separators come in the order of the text, and all of it.
    void add_separator(const TextMap& map, std::size_t begin, std::size_t end);

private:
    void note_rival(GameRecord& game, const Charset& charset, std::string_view bytes) const;
    void note_charset(GameRecord& game) const;

    const Options& options_;
    How how_;
    Sink& next_;
};

}  // namespace cofnod::importers
