#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::curation {

/// A player's name, taken apart for comparing: "Kasparov, G." and "Garry Kasparov" have one family name, and given
/// names that do not contradict.
class PersonName {
public:
    static PersonName read(std::string_view name);

    /// False for "?", "NN" and the like: anybody.
    [[nodiscard]] bool is_known() const { return !family_.empty(); }
    /// As a key (store::name_key): "kasparov".
    [[nodiscard]] const std::string& family() const { return family_; }
    /// The first letter of the given name; 0 where that is not known.
    [[nodiscard]] char32_t initial() const;
    /// Whether nothing says that these are two people; a name that is not known contradicts none.
    [[nodiscard]] bool may_be(const PersonName& other) const;

private:
    std::string family_;
    std::string given_;
};

}  // namespace cofnod::curation
