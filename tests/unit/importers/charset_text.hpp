#pragma once

#include <random>
#include <string>
#include <string_view>

#include "notation/language.hpp"

/// Texts in old character sets, for tests.
namespace cofnod::importers {

std::string replaced(std::string text, std::string_view what, std::string_view with);

/// The text in another character set, made by ICU; of MacArabic, which ICU lacks, the other way round. Fails the test
/// where the set cannot hold the text.
std::string encoded(const std::string& text, const std::string& charset);

/// Signs that one old Arabic set or another lacks, as people wrote them instead.
std::string in_old_arabic(std::string text);

/// A legal game of that many plies, drawn at random.
std::string random_moves(const notation::Language& language, int plies, std::mt19937& random);

}  // namespace cofnod::importers
