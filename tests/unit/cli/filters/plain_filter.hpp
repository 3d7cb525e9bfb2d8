#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"

/// Reference implementation of the header options of `search`, `export` and `tree`, from their help texts alone: slow,
/// without SQL, columns or keys. The program's answers are compared with it.
namespace cofnod::cli::plain {

/// A game from its record, with data that only the database has.
struct Game {
    std::int64_t id = 0;
    GameRecord record;
    std::string source;    ///< path
    std::string citation;  ///< citation of the source

    [[nodiscard]] std::string tag(std::string_view name) const;
};

/// Spellings of a player, each with the others of the same person.
using Aliases = std::map<std::string, std::vector<std::string>>;

/// An option and its value, as typed: {"--since", "1900.05"}. The option may be negated: "--not-since".
struct Filter {
    std::string option;
    std::string value;
};

/// Returns true if a game meets all filters: at least one of those with the same option, but both of two --player or
/// --with, and no negated one. An empty value sets no condition.
bool meets(const Game& game, const std::vector<Filter>& filters, const Aliases& aliases);

bool is_date(std::string_view text);

/// Returns true if a text has a letter or digit.
bool has_word(std::string_view text);

/// Returns a name without case, accents, harakat and similar marks.
std::string folded(std::string_view name);

}  // namespace cofnod::cli::plain
