#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Other words that a word which is no legal move may have been meant for. They know no language and no board: most of
/// them are no move at all. The word itself is never among them.
namespace cofnod::importers {

using Words = std::vector<std::string>;

/// `nf3` -> Nf3, `E4` -> e4, `QXD5` -> Qxd5.
Words in_other_case(std::string_view word);

/// Without marks that belong to no move: `Nf3N` (a novelty), `Nf3(D)` (a diagram), `"Nf3,`.
Words without_trimmings(std::string_view word);

/// With letters of other alphabets that look the same: a Cyrillic С for a Latin C, a Greek Α for an A.
Words in_look_alikes(std::string_view word);

/// With one sign, or two, read as another that machines and tired eyes confuse with it: `Nfl` -> Nf1.
struct Misreadings {
    Words of_one, of_two;
};
Misreadings misreadings(std::string_view word);

}  // namespace cofnod::importers
