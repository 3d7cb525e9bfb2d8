#include "search/camelot/move_traits.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/say.hpp"

namespace cofnod::search {

MoveTraits traits_of(const camelot::Position& before, const camelot::Path& path) {
    MoveTraits traits;
    const camelot::Bitboard& enemies = before.pieces(!before.turn());
    bool canters = false, jumps = false;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const int files = std::abs(path[i].file() - path[i - 1].file());
        const int ranks = std::abs(path[i].rank() - path[i - 1].rank());
        if (files < 2 && ranks < 2) continue;
        const auto middle = camelot::Square::from_index((path[i].index() + path[i - 1].index()) / 2);
        (enemies.contains(middle) ? jumps : canters) = true;
    }
    const camelot::Bitboard& castle = before.enemy_castle();
    const bool from_castle = castle.contains(path.front()), to_castle = castle.contains(path.back());
    if (from_castle) traits.add(MoveTrait::castle_move);
    if (to_castle && !from_castle) traits.add(MoveTrait::castle_entry);
    if (!canters && !jumps && !from_castle) traits.add(MoveTrait::plain);
    if (canters) traits.add(MoveTrait::canter);
    if (jumps) traits.add(MoveTrait::jump);
    if (canters && jumps) traits.add(MoveTrait::charge);
    return traits;
}

Expected<MoveTraits, TextFault> read_move_traits(std::string_view text) {
    constexpr std::string_view separators = " ,\t";
    std::string names;
    for (const std::string_view name : move_trait_names)
        names.append(name).append(name == move_trait_names.back() ? "" : ", ");
    const std::string remedy = say("write one or more of {}", names);
    MoveTraits traits;
    for (std::size_t at = text.find_first_not_of(separators); at != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        const auto found = std::find(move_trait_names.begin(), move_trait_names.end(), text.substr(at, end - at));
        if (found == move_trait_names.end()) return Unexpected{TextFault{at, end, say("unknown kind of move"), remedy}};
        traits.add(static_cast<MoveTrait>(found - move_trait_names.begin()));
        at = text.find_first_not_of(separators, end);
    }
    if (traits.empty()) return Unexpected{TextFault{0, text.size(), say("no kind of move"), remedy}};
    return traits;
}

}  // namespace cofnod::search
