#include "cli/games.hpp"

#include "cluster/answers.hpp"
#include "search/local_answers.hpp"

namespace cofnod::cli {

std::unique_ptr<search::Answers> open_games(const std::string& database) {
    if (cluster::is_address(database)) return std::make_unique<cluster::Answers>(cluster::Address::parse(database));
    return std::make_unique<search::FileAnswers>(database);
}

}  // namespace cofnod::cli
