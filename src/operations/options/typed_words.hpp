#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "operations/options/arguments.hpp"
#include "operations/placed.hpp"

/// Options as one text: `--player "Paul Morphy" --result 1-0`.
namespace cofnod::options {

/// A word of a text, and its bytes there, quotes included.
struct TypedWord {
    std::string text;
    std::size_t begin = 0, end = 0;

    bool operator==(const TypedWord&) const = default;
};

/// Splits a text at blanks outside '...' and "...", as a shell does; nothing else has a meaning. Throws UsageError,
/// with a caret, for a quote without its other one.
std::vector<TypedWord> split_words(const operations::TextOrigin& origin, const std::string& text);

/// Hands the words of a text to the options of a table. Throws UsageError, with a caret, for a word that is none of
/// them. Lists of ids in files are refused: the text is read again elsewhere.
void take_words(const Arguments& table, const operations::TextOrigin& origin, const std::string& text);

}  // namespace cofnod::options
