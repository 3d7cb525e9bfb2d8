#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/result.hpp"

namespace cofnod::notation {

class Languages;

/// Reads a result that is a single word: `1-0`, `½–½`, `1/2`, `1:0`, `+-`, `٠-١`, `*`. Not `0-0`, which is castling,
/// nor `=`, which is a draw offer or an evaluation.
std::optional<Result> read_result(std::string_view word);

/// Reads a result with blanks in it or signs around it: `1 : 0`, `(1-0)`, `**0-1**`, `«½-½»`.
std::optional<Result> read_framed_result(std::string_view text);

/// True if a word that read_result() accepts may mean something else when moves follow: `+-` an evaluation, `½` a draw
/// offer.
bool is_doubtful_result(std::string_view word);

struct ResultWords {
    SaidResult result = SaidResult::unknown;
    std::size_t length = 0;  ///< bytes at the front of the text
    bool operator==(const ResultWords&) const = default;
};

/// Reads a result in words at the front of `text`, in any of the languages: "Gwyn wedi ennill", "remis", "فاز الأبيض",
/// "Resigns". Case and vowel marks are ignored; the longest phrase that ends at the end of a word is taken.
std::optional<ResultWords> read_result_words(const Languages& languages, std::string_view text);

}  // namespace cofnod::notation
