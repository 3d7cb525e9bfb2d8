#pragma once

#include <cstddef>
#include <string_view>

#include "games/record/record.hpp"
#include "importers/import.hpp"
#include "importers/limits.hpp"
#include "importers/sink.hpp"
#include "importers/text/block_reader.hpp"

namespace cofnod::importers {

class MixedCharsets;

/// Passes the games of a block from their reader to the sink: applies limits, adds notes about the text, and sets
/// places in the source.
class Delivery {
public:
    struct How {
        bool is_turned = false;          ///< the lines of the text were in visual order
        MixedCharsets* mixed = nullptr;  ///< set if a game may be in another character set than its source
    };

    Delivery(const Options& options, How how, Sink& next) : options_(options), how_(how), next_(next) {}

    /// Adds a game. Its span and the ranges of its problems are bytes of the map's text. `keeps_text`: export would not
    /// reproduce the text. `line`: the line of the game, or nullptr.
    void add_game(GameRecord&& game, const TextMap& map, bool keeps_text, PlayedLine* line = nullptr);
    /// Adds a game quoted in a comment of the next game. It has a place there but no bytes of its own; its text is
    /// kept.
    void add_quoted_game(GameRecord&& game, const TextMap& map);
    /// Adds a separator. Games and separators arrive in the order of the text and cover all of it.
    void add_separator(const TextMap& map, std::size_t begin, std::size_t end);

private:
    void note_rival(GameRecord& game, const Charset& charset, std::string_view bytes) const;
    void note_charset(GameRecord& game) const;

    const Options& options_;
    How how_;
    Sink& next_;
};

/// Removes excess tags, shortens overlong tags and comments, and adds a note for each limit exceeded. Returns true if
/// any was exceeded. Tags that determine the start of the game are kept. `keeps_rest`: what is removed becomes unread
/// text, for a game that has no source text.
bool limit(GameRecord& game, const Limits& limits, bool keeps_rest);

}  // namespace cofnod::importers
