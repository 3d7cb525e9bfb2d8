#include "notation/letters.hpp"

#include <algorithm>
#include <cassert>

namespace cofnod::notation {

void LetterTable::add(Sign sign, std::uint8_t value, std::string_view folded) {
    assert(!folded.empty() && folded.size() <= Spelling::max_length);
    Spelling spelling{{}, static_cast<std::uint8_t>(folded.size()), sign, value};
    std::copy(folded.begin(), folded.end(), spelling.text.begin());
    const bool known = std::any_of(spellings_.begin(), spellings_.end(),
                                   [&](const Spelling& s) { return s.sign == sign && s.view() == folded; });
    if (!known) spellings_.push_back(spelling);
}

void LetterTable::seal() {
    std::stable_sort(spellings_.begin(), spellings_.end(), [](const Spelling& a, const Spelling& b) {
        const std::size_t in_a = bucket_of(a), in_b = bucket_of(b);
        return in_a != in_b ? in_a < in_b : a.length > b.length;
    });
    for (const Spelling& spelling : spellings_)
        signs_[bucket_of(spelling)] =
            static_cast<std::uint16_t>(signs_[bucket_of(spelling)] | 1u << static_cast<unsigned>(spelling.sign));
    std::uint16_t first = 0;
    for (std::size_t bucket = 0; bucket <= bucket_count; ++bucket) {
        while (first < spellings_.size() && bucket_of(spellings_[first]) < bucket) ++first;
        begins_[bucket] = first;
    }
}

}  // namespace cofnod::notation
