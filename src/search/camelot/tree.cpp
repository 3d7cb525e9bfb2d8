#include "game/camelot_game.hpp"
#include "search/camelot/wanted_position.hpp"
#include "search/tree_growth.hpp"

namespace cofnod::search {

template <>
struct WantedOf<CamelotGame> {
    using Type = WantedCamelotPosition;
};

template Tree<CamelotGame> OpeningTree::at(const camelot::Position&);
template void OpeningTree::count_reached(const camelot::Position&, Tree<CamelotGame>&);

}  // namespace cofnod::search
