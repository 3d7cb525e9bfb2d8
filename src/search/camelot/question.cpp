#include "search/camelot/question.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"
#include "search/camelot/matcher.hpp"

namespace cofnod::search {

std::unique_ptr<QuestionMatcher> CamelotQuestion::matcher() const { return std::make_unique<CamelotMatcher>(*this); }

std::vector<std::string> CamelotQuestion::description() const {
    std::vector<std::string> lines = {fmt::format("games of {}", board ? board->name : "Camelot's family")};
    if (position && position->is_exact())
        lines.push_back(fmt::format("the position with key {:016x}", position->key()));
    if (position && !position->is_exact())
        lines.push_back(fmt::format("these pieces{}{}", position->fields().turn ? ", side to move" : "",
                                    position->fields().castle_moves ? ", castle moves" : ""));
    if (pieces) lines.emplace_back("pieces on squares");
    if (pattern) lines.emplace_back("a pattern of positions and moves");
    if (!played.empty()) lines.emplace_back("kinds of moves");
    if (!opening.empty())
        lines.push_back(
            fmt::format("opening of {}, by the effect of its moves", counted(opening.size(), "ply", "plies")));
    return lines;
}

}  // namespace cofnod::search
