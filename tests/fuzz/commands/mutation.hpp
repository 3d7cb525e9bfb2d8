#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace cofnod::fuzz {

class Random {
public:
    explicit Random(std::uint64_t seed) : next_(seed) {}

    /// 0 where `end` is 0.
    std::size_t below(std::size_t end) { return end == 0 ? 0 : static_cast<std::size_t>(next_() % end); }
    bool one_in(std::size_t count) { return below(count) == 0; }
    template <typename List>
    const auto& any(const List& list) {
        return list[below(std::size(list))];
    }

private:
    SplitMix64 next_;
};

/// How the text stands in its file.
enum class Packing : std::uint8_t { none, gzip, zstd, bzip2, zip, tar };

/// An input of the commands: what is written into a file.
struct Input {
    std::string text;
    std::string extension;  ///< of the sample that it was made of
    Packing packing = Packing::none;
};

/// Packed as the input says.
std::string file_contents(const Input& input);

struct Sample {
    std::string extension;
    std::vector<std::string> games;  ///< put together, they are the whole text
};

/// Cut where a game begins, as far as that can be seen from outside.
Sample cut_into_games(const std::string& text, std::string extension);

/// Some games of the samples, changed in structure and spelling a few times.
Input mutated(const std::vector<Sample>& samples, Random& random);

}  // namespace cofnod::fuzz
