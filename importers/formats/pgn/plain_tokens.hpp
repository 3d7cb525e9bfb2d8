#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "importers/score/token.hpp"

/// What nearly all of most PGN is made of, read in a tenth of the grammar's time. The grammar would read it just so.
namespace cofnod::importers::pgn {

/// `[Round "3"]`, without anything out of the ordinary.
struct PlainTag {
    std::string_view name, value;
    std::size_t length;  ///< with its brackets
};
/// The tag at the front of the text; nullopt: there is none, or it needs a closer look.
std::optional<PlainTag> read_plain_tag(std::string_view text);

struct PlainRun {
    const char* end;  ///< where something else stands
    bool has_words;
};
/// Appends the numbers (`12.`, `12...`) and words from `at` on, up to `end` or to the first that needs a closer look.
/// `block`: what tokens count from.
PlainRun take_plain_tokens(std::string_view block, const char* at, const char* end, std::vector<Token>& tokens);

}  // namespace cofnod::importers::pgn
