#include "terminal/tally_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/comma.hpp"
#include "base/counted.hpp"
#include "base/say.hpp"
#include "jobs/notation_choice.hpp"

namespace cofnod::terminal {

std::string games_text(const jobs::Tally& tally) {
    return say("{}: {} complete, {} incomplete, {} rejected", counted_games(tally.found()), grouped(tally.complete),
               grouped(tally.incomplete), grouped(tally.rejected));
}

std::string notations_text(const jobs::Tally& tally, const notation::Languages& languages) {
    std::vector<std::pair<std::string, std::uint64_t>> notations(tally.notations.begin(), tally.notations.end());
    std::stable_sort(notations.begin(), notations.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (const auto& [code, count] : notations)
        text +=
            fmt::format("{}{} {}", text.empty() ? "" : comma(), jobs::notation_titles(languages, code), grouped(count));
    return text;
}

}  // namespace cofnod::terminal
