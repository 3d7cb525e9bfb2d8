#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Full text: what people wrote, compared word by word.
namespace cofnod::store {

/// Returns the words of a text by name_key, each preceded by a blank: " chwe mlynedd". Punctuation separates words.
std::string folded_words(std::string_view text);

/// Returns true if the stored annotations of a game (game_annotation.content) have a comment with these words in a row;
/// the last may be the beginning of a word. nullopt: the content is damaged.
std::optional<bool> comment_contains(std::string_view content, std::string_view words);

}  // namespace cofnod::store
