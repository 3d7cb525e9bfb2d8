#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::notation {
class Language;
}

/// Other words that a word which is no legal move may have been meant for. They know no board and hardly any language:
/// most of them are no move at all. The word itself is never among them.
namespace cofnod::importers {

using Words = std::vector<std::string>;

/// `nf3` -> Nf3, `E4` -> e4, `QXD5` -> Qxd5.
Words in_other_case(std::string_view word);

/// Without marks that belong to no move: `Nf3N` (a novelty), `Nf3(D)` (a diagram), `"Nf3,`.
Words without_trimmings(std::string_view word);

/// With letters that look the same and that the language uses: a Latin C for a Cyrillic С, an A for a Greek Α.
Words in_look_alikes(std::string_view word, const notation::Language& language);

/// True for letters of two alphabets that look the same in print.
bool look_alike(char32_t one, char32_t other);

/// With one sign, or two, read as another that machines and tired eyes confuse with it: `Nfl` -> Nf1.
struct Misreadings {
    Words of_one, of_two;
};
/// `with_square`: only those that may name a square.
Misreadings misreadings(std::string_view word, bool with_square);

/// False for a word of more than six signs without a digit. In algebraic notation it is no move: short ones are
/// castling and `exd`, all others name a square.
bool may_name_square(std::string_view word);

}  // namespace cofnod::importers
