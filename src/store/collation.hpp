#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cofnod::store {

/// The order in which a language puts names: Welsh Ll behind L, Arabic by letters whatever the harakat.
class Collation {
public:
    /// Of the locale that LC_ALL, LC_COLLATE or LANG names. ICU's collation is loaded only here; where it is not
    /// installed, names are ordered by name_key.
    static Collation of_environment();
    static Collation of_locale(const std::string& locale);

    /// Two names stand in the order of their keys.
    [[nodiscard]] std::string key(std::string_view name) const;

private:
    struct Library;
    explicit Collation(std::shared_ptr<const Library> library) : library_(std::move(library)) {}
    std::shared_ptr<const Library> library_;
};

}  // namespace cofnod::store
