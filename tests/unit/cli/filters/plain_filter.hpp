#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.hpp"

/// The header options of `search`, `export` and `tree`, as their help describes them and nothing else: slow, without
/// SQL, columns or keys. What the program answers is compared with this.
namespace cofnod::cli::plain {

/// A game as its record has it, and what a database knows besides.
struct Game {
    std::int64_t id = 0;
    GameRecord record;
    std::string source;    ///< path
    std::string citation;  ///< of the source

    [[nodiscard]] std::string tag(std::string_view name) const;
};

/// A player's spellings, each with the others of the same person.
using Aliases = std::map<std::string, std::vector<std::string>>;

/// An option and its value, as typed: {"--since", "1900.05"}.
struct Filter {
    std::string option;
    std::string value;
};

/// Whether a game meets one condition. A value that is empty asks for nothing.
bool meets(const Game& game, const Filter& filter, const Aliases& aliases);

bool is_date(std::string_view text);

/// A name without case, accents, harakat and the like.
std::string folded(std::string_view name);

}  // namespace cofnod::cli::plain
