#include "notation/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "notation/fold.hpp"

namespace cofnod::notation {

std::size_t letters_changed(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j - 1] + (a[i - 1] != b[j - 1]), last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = std::exchange(last, row);
    }
    return last.back();
}

std::string nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string key = word_key(word);
    std::string nearest;
    std::size_t fewest = std::max<std::size_t>(1, key.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::string other = word_key(candidate);
        // So many letters are missing at least. A word of any length is compared with words of about its length only.
        if (std::max(key.size(), other.size()) - std::min(key.size(), other.size()) >= fewest) continue;
        const std::size_t changed = letters_changed(key, other);
        if (changed < fewest) fewest = changed, nearest = candidate;
    }
    return nearest;
}

}  // namespace cofnod::notation
