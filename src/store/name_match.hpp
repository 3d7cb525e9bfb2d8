#pragma once

#include <string>
#include <string_view>

namespace cofnod::store {

/// A name as people look for it: "Siân Hughes", "SIAN HUGHES" and "siân hughes" have one key, and so have "أحمد",
/// "احمد" and "أَحْمَد". Two texts that ICU's collation holds for equal at its primary strength have the same key
/// (a test goes through the alphabets); besides, these do not count: hamza on its own and on its carrier, tatweel,
/// ة for ه and ى for ي, Persian ک and ی, Cyrillic й for и. Made code point by code point, so that the key of a part
/// is a part of the key.
std::string name_key(std::string_view text);

/// Whether `part` stands somewhere in `name`, by their keys: "kasparov" is in "Kasparov, Gary". What stands there to
/// the letter is always found, even where it has no key ("ء").
bool name_contains(std::string_view name, std::string_view part);

}  // namespace cofnod::store
