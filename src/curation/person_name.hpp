#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::curation {

/// A player's name, parsed for comparison: "Kasparov, G." and "Garry Kasparov" have equal family names and compatible
/// given names.
class PersonName {
public:
    static PersonName read(std::string_view name);

    /// Returns false for "?", "NN" and similar placeholders.
    [[nodiscard]] bool is_known() const { return !family_.empty(); }
    /// Key (store::name_key) of the family name: "kasparov".
    [[nodiscard]] const std::string& family() const { return family_; }
    /// First letter of the given name; 0 if unknown.
    [[nodiscard]] char32_t initial() const;
    /// Returns true if the names are compatible; an unknown name is compatible with any.
    [[nodiscard]] bool may_be(const PersonName& other) const;

private:
    std::string family_;
    std::string given_;
};

}  // namespace cofnod::curation
