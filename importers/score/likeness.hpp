#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cofnod::importers {

/// Unlikelihood of a misreading: hundredths of the natural logarithm of its odds. Costs add up.
using Cost = int;

/// The first `length` code points of a text as a misreading of something printed, and what it costs.
struct Likeness {
    std::size_t length;
    Cost cost;
};

/// Compares what may have been printed with what a recogniser has read. Knows the misreadings of misreadings.def,
/// letters that look alike, and that any sign may stand for a figurine. Returns an entry for each length whose cost is
/// below `most`.
std::vector<Likeness> likeness(std::u32string_view printed, std::u32string_view read, Cost most);

/// Cost of a sign of the text that stands for nothing that was printed.
Cost cost_of_extra(char32_t sign);

}  // namespace cofnod::importers
