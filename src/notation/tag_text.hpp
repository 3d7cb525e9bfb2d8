#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cofnod::notation {

class Languages;

/// Converts a date in any of the languages to PGN: `2 Tachwedd 1858` to 1858.11.02, `1858` to 1858.??.??. nullopt if it
/// is ambiguous (3/4/1910) or any part is not understood.
std::optional<std::string> read_date(const Languages& languages, std::string_view text);

/// Returns all dates that a text can mean, in PGN form, with day and month in either order and any quotes around it:
/// `2011.19.11` has one reading, `05/11/2009` two, `12.19` none.
std::vector<std::string> readings_of_date(const Languages& languages, std::string_view text);

/// Returns true if there is such a day; nullopt: not known.
bool is_possible_day(std::optional<int> year, std::optional<int> month, std::optional<int> day);

/// Converts a date in the Islamic calendar to PGN: "12 محرم 1369 هـ", "١٢/١/١٣٦٩ هـ" and "12 Muharram 1369 AH" are
/// 1949.11.04, give or take a day: uses the tabular calendar (ICU's islamic-civil), whereas months began when the moon
/// was sighted. "محرم 1369" spans October and November: 1949.??.??. Without a month name the calendar must be named.
/// nullopt if it is not such a date, or if even the year is ambiguous.
std::optional<std::string> read_hijri_date(std::string_view text);

/// Reads a result that is a single word: `1-0`, `½–½`, `1/2`, `1:0`, `+-`, `٠-١`, `*`, or with the signs of a forfeit
/// `1-0F`, `0F-0F`. Rejects `0-0`, which is castling, and `=`, which is a draw offer or an evaluation.
std::optional<Result> read_result(std::string_view word);

/// Reads a result that contains blanks or is enclosed in signs: `1 : 0`, `(1-0)`, `**0-1**`, `«½-½»`.
std::optional<Result> read_framed_result(std::string_view text);

/// Reads the value of a result tag or of a cell, where `0-0` and `-:-` say that both players lose, and `+/-` is no
/// evaluation.
std::optional<Result> read_result_value(std::string_view text);

/// True for points of both players that are no result of a game: `½-0`, `1-1`.
bool are_odd_points(std::string_view word);

/// True if a word that read_result() accepts may mean something else before further moves: `+-` an evaluation, `½` a
/// draw offer.
bool is_doubtful_result(std::string_view word);

struct ResultWords {
    SaidResult result = SaidResult::unknown;
    std::size_t length = 0;  ///< bytes at the front of the text
    bool operator==(const ResultWords&) const = default;
};

/// Reads a result in words at the front of `text`, in any of the languages: "Gwyn wedi ennill", "remis", "فاز الأبيض",
/// "Resigns". Ignores case and vowel marks; the longest phrase that ends at a word boundary wins.
std::optional<ResultWords> read_result_words(const Languages& languages, std::string_view text);

}  // namespace cofnod::notation
