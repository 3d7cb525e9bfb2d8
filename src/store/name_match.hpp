#pragma once

#include <string>
#include <string_view>

namespace cofnod::store {

/// Returns the search key of a name: "Siân Hughes", "SIAN HUGHES" and "siân hughes" have one key, and so have "أحمد",
/// "احمد" and "أَحْمَد". Texts equal at the primary strength of ICU's collation have the same key (tested for all
/// alphabets). Also ignored: hamza, alone and on its carrier, tatweel, and the differences between ة and ه, ى and ي,
/// Persian ک ی and Arabic ك ي, Cyrillic й and и. Computed per code point, so that the key of a substring is a substring
/// of the key.
std::string name_key(std::string_view text);

/// Returns true if `name` contains `part`, compared by key: "Kasparov, Gary" contains "kasparov". A literal substring
/// always matches, even if its key is empty ("ء").
bool name_contains(std::string_view name, std::string_view part);

}  // namespace cofnod::store
