#include "search/camelot/question.hpp"

#include "base/counted.hpp"
#include "base/say.hpp"
#include "search/camelot/matcher.hpp"

namespace cofnod::search {

std::unique_ptr<QuestionMatcher> CamelotQuestion::matcher() const { return std::make_unique<CamelotMatcher>(*this); }

std::vector<std::string> CamelotQuestion::description() const {
    std::vector<std::string> lines = {board ? say("games of {}", board->name) : say("games of Camelot's family")};
    if (position && position->is_exact()) lines.push_back(say("the position with key {:016x}", position->key()));
    if (position && !position->is_exact())
        lines.push_back(say("these pieces") + (position->fields().turn ? ", " + say("side to move") : "") +
                        (position->fields().castle_moves ? ", " + say("castle moves") : ""));
    if (pieces) lines.push_back(say("pieces on squares"));
    if (pattern) lines.push_back(say("a pattern of positions and moves"));
    if (!played.empty()) lines.push_back(say("kinds of moves"));
    if (!opening.empty())
        lines.push_back(say("opening of {}, by the effect of its moves", counted_plies(opening.size())));
    return lines;
}

}  // namespace cofnod::search
