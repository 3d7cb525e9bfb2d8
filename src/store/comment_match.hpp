#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "game/annotations.hpp"

/// Full text: what people wrote, compared word by word.
namespace cofnod::store {

/// Returns the words of a text by name_key, each preceded by a blank: " chwe mlynedd". Punctuation separates words.
std::string folded_words(std::string_view text);

/// Returns the query of FTS5 for words in a row, of which the last may go on, in texts that are folded_words().
std::string words_query(std::string_view words);

/// Returns the comments of a game as folded_words(), one after another.
std::string words_of_comments(const Annotations& annotations);
/// Does so for stored annotations. Throws StoreError if the content is damaged.
std::string words_of_comments(std::string_view content);

/// Returns true if a text has these words in a row; the last may be the beginning of a word.
bool text_contains(std::string_view text, std::string_view words);

/// Returns true if the stored annotations of a game (game_annotation.content) have a comment with these words in a row;
/// the last may be the beginning of a word. nullopt: the content is damaged.
std::optional<bool> comment_contains(std::string_view content, std::string_view words);

/// Returns the number of stored annotations of one kind; nullopt: the content is damaged.
std::optional<std::size_t> count_annotations(std::string_view content, Annotations::Kind kind);

}  // namespace cofnod::store
