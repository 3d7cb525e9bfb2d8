#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers::json {

/// A word or comment of movetext: `{`, the text, `}`.
struct MovetextPiece {
    std::string_view before;
    std::string text;
    std::string_view after;
    bool is_of_main_line = false;  ///< a word of the moves
};

/// Puts together the movetext of a game that `export` has written as data: its moves, the list of its annotations as
/// JSON, and the text that could not be read. Any of them may be empty; annotations that are no such list are ignored.
std::vector<MovetextPiece> movetext_of(std::string_view moves, std::string_view annotations, std::string_view unread);

}  // namespace cofnod::importers::json
