#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>

struct UCollator;

namespace cofnod::store {

/// Returns the search key of a name: "Siân Hughes", "SIAN HUGHES" and "siân hughes" share one key, as do "أحمد", "احمد"
/// and "أَحْمَد". Texts equal at the primary strength of ICU's collation have the same key (tested for all alphabets).
/// Also ignored: hamza, alone and on its carrier, tatweel, and the differences between ة and ه, ى and ي, Persian ک ی
/// and Arabic ك ي, Cyrillic й and и. Computed per code point, so that the key of a substring is a substring of the key.
std::string name_key(std::string_view text);

/// Returns true if `name` contains `part`, compared by key: "Kasparov, Gary" contains "kasparov". A literal substring
/// always matches, even if its key is empty ("ء").
bool name_contains(std::string_view name, std::string_view part);

/// Returns true if a player's name contains `part`, or has its words as they sound in another alphabet: `kasparov`
/// names "كاسباروف", and "مورفي" names "Morphy, Paul".
bool names_player(std::string_view name, std::string_view part);

/// Returns true for a text in place of a name, which denotes no person: empty, `?`, `-`, `N.N.`, `Unknown`. The one
/// definition for lists of players, tables, suggestions and duplicates.
bool is_placeholder(std::string_view name);
/// Returns the keys of these texts, without the signs `?`, `.`, `,`, `-`, `/` and `*`.
const std::set<std::string>& placeholder_keys();

/// Locale-specific order of names: Welsh Ll after L, Arabic regardless of harakat.
class Collation {
public:
    /// Returns the collation of the locale in LC_ALL, LC_COLLATE or LANG. If ICU has no collation data, names are
    /// ordered by name_key.
    static Collation of_environment();
    static Collation of_locale(const std::string& locale);

    /// Returns the sort key of a name, to be compared bytewise.
    [[nodiscard]] std::string key(std::string_view name) const;

private:
    explicit Collation(const char* locale);
    std::shared_ptr<UCollator> collator_;  ///< nullptr: ICU has no data
};

}  // namespace cofnod::store
