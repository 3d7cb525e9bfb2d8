#include "curation/people.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "curation/person_name.hpp"
#include "store/aliases.hpp"

namespace cofnod::curation {

People::People(const store::Store& store) {
    families_.emplace_back();  // 0: unknown
    std::unordered_map<std::string, std::uint32_t> numbers = {{"", 0}};
    const std::vector<store::Spelling> spellings = store::people(store);
    for (const store::Spelling& spelling : spellings) {
        const PersonName name = PersonName::read(spelling.name);
        const auto number = static_cast<std::uint32_t>(families_.size());
        const auto [family, is_new] = numbers.try_emplace(name.family(), number);
        if (is_new) families_.push_back(name.family());
        people_[spelling.player] = {family->second, name.initial()};
    }
    std::vector<std::pair<std::int64_t, Person>> known_as;
    for (const store::Spelling& spelling : spellings)
        if (spelling.person != spelling.player) known_as.emplace_back(spelling.player, people_[spelling.person]);
    for (const auto& [player, person] : known_as) people_[player] = person;
}

Person People::of(std::int64_t player) const {
    const auto found = people_.find(player);
    return found == people_.end() ? Person{} : found->second;
}

std::vector<std::uint32_t> People::ranks_of_families() const {
    std::vector<std::uint32_t> order(families_.size()), ranks(families_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t family) -> const std::string& { return families_[family]; });
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
    return ranks;
}

}  // namespace cofnod::curation
