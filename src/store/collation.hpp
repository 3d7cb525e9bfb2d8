#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cofnod::store {

/// Locale-specific order of names: Welsh Ll after L, Arabic regardless of harakat.
class Collation {
public:
    /// Returns the collation of the locale in LC_ALL, LC_COLLATE or LANG. If ICU has no
    /// collations at hand, names are ordered by name_key.
    static Collation of_environment();
    static Collation of_locale(const std::string& locale);

    /// Returns the sort key of a name, to be compared bytewise.
    [[nodiscard]] std::string key(std::string_view name) const;

private:
    struct Collator;
    explicit Collation(std::shared_ptr<const Collator> collator) : collator_(std::move(collator)) {}
    std::shared_ptr<const Collator> collator_;
};

}  // namespace cofnod::store
