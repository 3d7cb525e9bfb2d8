#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/aliases.hpp"

namespace cofnod::answers {

/// The players of a database by name. All spellings of a player (aliases) are one person.
class People {
public:
    explicit People(const store::Store& store);

    /// Returns the person with this spelling; 0 for an unknown name: empty, or `?`.
    [[nodiscard]] std::int64_t person(std::string_view name) const;
    /// Returns the canonical name of a person.
    [[nodiscard]] const std::string& name(std::int64_t person) const;

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> persons_;
    std::unordered_map<std::int64_t, std::string> names_;
};

/// A person with all spellings, the canonical one first.
struct Person {
    std::int64_t id = 0;
    std::int64_t games = 0;
    std::vector<store::Spelling> spellings;
};

/// Returns the persons that `name` may mean, most games first: those with exactly this name if there are any, else
/// those with this family name, else all with a name that contains it.
std::vector<Person> persons_named(store::Store& store, std::string_view name);

}  // namespace cofnod::answers
