#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cofnod::importers {

/// How unlikely a misreading is: hundredths of the natural logarithm of its odds. They add up.
using Cost = int;

/// What it costs that a recogniser has read the first `length` code points of a text where something was printed.
struct Likeness {
    std::size_t length;
    Cost cost;
};

/// Compares what may have been printed with what a recogniser has read. Knows the misreadings of misreadings.def,
/// letters that look alike, and that any sign may stand for a figurine. Returns an entry for each length whose cost is
/// below `most`.
std::vector<Likeness> likeness(std::u32string_view printed, std::u32string_view read, Cost most);

/// What it costs that a sign of the text stands for nothing that was printed.
Cost cost_of_extra(char32_t sign);

}  // namespace cofnod::importers
