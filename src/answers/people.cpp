#include "answers/people.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "curation/person_name.hpp"
#include "search/game_numbers.hpp"
#include "store/name_match.hpp"

namespace cofnod::answers {

namespace {

using store::Spelling;

bool is_unknown(std::string_view name) { return name.empty() || name == "?"; }

/// Keeps the persons with a spelling for which `fits` is true, if there are any.
template <typename Fits>
bool narrow(std::vector<Person>& people, const Fits& fits) {
    std::vector<Person> fitting;
    for (const Person& person : people)
        if (std::ranges::any_of(person.spellings, fits)) fitting.push_back(person);
    if (fitting.empty()) return false;
    people = std::move(fitting);
    return true;
}

}  // namespace

People::People(const store::Store& store) {
    for (const Spelling& spelling : store::people(store)) {
        if (is_unknown(spelling.name)) continue;
        persons_.emplace(spelling.name, spelling.person);
        names_.emplace(spelling.person, spelling.known_as.empty() ? spelling.name : spelling.known_as);
    }
}

std::int64_t People::person(std::string_view name) const {
    const auto found = persons_.find(name);
    return found == persons_.end() ? 0 : found->second;
}

const std::string& People::name(std::int64_t person) const {
    static const std::string unknown;
    const auto found = names_.find(person);
    return found == names_.end() ? unknown : found->second;
}

std::vector<Person> persons_named(store::Store& store, std::string_view name) {
    std::map<std::int64_t, Person> by_id;
    for (Spelling& spelling : store::spellings(store, name, search::visit_numbers(store))) {
        if (is_unknown(spelling.name)) continue;
        Person& person = by_id[spelling.person];
        person.id = spelling.person;
        person.games += spelling.games;
        person.spellings.push_back(std::move(spelling));
    }
    std::vector<Person> people;
    for (auto& [id, person] : by_id) {
        if (person.games == 0) continue;
        std::ranges::stable_sort(person.spellings, {}, [](const Spelling& each) { return !each.known_as.empty(); });
        people.push_back(std::move(person));
    }
    std::ranges::stable_sort(people, std::greater(), &Person::games);
    const std::string key = store::name_key(name);
    narrow(people, [&](const Spelling& each) { return each.name == name; }) ||
        narrow(people, [&](const Spelling& each) { return store::name_key(each.name) == key; }) ||
        narrow(people, [&](const Spelling& each) { return curation::PersonName::read(each.name).family() == key; });
    return people;
}

}  // namespace cofnod::answers
