#include "cli/games.hpp"

#include "search/local_answers.hpp"

namespace cofnod::cli {

std::unique_ptr<search::Answers> open_games(const std::string& database) {
    return std::make_unique<search::FileAnswers>(database);
}

}  // namespace cofnod::cli
