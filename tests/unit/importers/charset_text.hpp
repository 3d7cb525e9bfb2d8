#pragma once

#include <random>
#include <string>
#include <string_view>

#include "notation/language.hpp"

/// Texts in old character sets, for tests.
namespace cofnod::importers {

std::string replaced(std::string text, std::string_view what, std::string_view with);

/// Encodes a text with ICU, or for MacArabic, which ICU lacks, by inverting our decoder. Fails the test if the
/// character set cannot represent the text.
std::string encoded(const std::string& text, const std::string& charset);

/// Replaces characters that one of the old Arabic character sets lacks by what people wrote instead.
std::string in_old_arabic(std::string text);

/// Returns a random legal game of `plies` plies.
std::string random_moves(const notation::Language& language, int plies, std::mt19937& random);

}  // namespace cofnod::importers
