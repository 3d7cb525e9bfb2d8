#include "game/record.hpp"

#include <array>

namespace cofnod {

std::string_view name_of(GameState state) {
    static constexpr std::array<std::string_view, 3> names = {"complete", "incomplete", "rejected"};
    return names[static_cast<std::size_t>(state)];
}

std::string_view name_of(Decision decision) {
    static constexpr std::array<std::string_view, 8> names = {"given",   "only",     "tied",       "best",
                                                              "nothing", "disputed", "neighbours", "preferred"};
    return names[static_cast<std::size_t>(decision)];
}

}  // namespace cofnod
