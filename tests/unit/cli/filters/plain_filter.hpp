#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"

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

/// An option and its value, as typed: {"--since", "1900.05"}. The option may be negated: "--not-since".
struct Filter {
    std::string option;
    std::string value;
};

/// Whether a game is in the answer to all of these: one of the filters with the same option, but both of two --player,
/// and none that is negated. A value that is empty asks for nothing.
bool meets(const Game& game, const std::vector<Filter>& filters, const Aliases& aliases);

bool is_date(std::string_view text);

/// Whether a text has a letter or digit.
bool has_word(std::string_view text);

/// A name without case, accents, harakat and the like.
std::string folded(std::string_view name);

}  // namespace cofnod::cli::plain
