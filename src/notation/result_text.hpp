#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/result.hpp"

namespace cofnod::notation {

class Languages;

/// A result that is a word of its own: `1-0`, `½–½`, `1/2`, `1:0`, `+-`, `٠-١`, `*`. Not `0-0`, which is castling,
/// nor `=`, which is a draw offer or an evaluation.
std::optional<Result> read_result(std::string_view word);

/// Whether a word that read_result() knows may be something else where moves follow it: `+-` an evaluation, `½` an
/// offer.
bool is_doubtful_result(std::string_view word);

struct ResultWords {
    SaidResult result = SaidResult::unknown;
    std::size_t length = 0;  ///< bytes at the front of the text
    bool operator==(const ResultWords&) const = default;
};

/// A result in words at the front of `text`, in any of the languages: "Gwyn wedi ennill", "remis", "فاز الأبيض",
/// "Resigns". Case and vowel marks do not matter; the longest phrase counts, and it ends where a word ends.
std::optional<ResultWords> read_result_words(const Languages& languages, std::string_view text);

}  // namespace cofnod::notation
