#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/record/annotations.hpp"
#include "store/store.hpp"

/// Full text: what people wrote, compared word by word.
namespace cofnod::store {

/// Returns the words of a text, folded by name_key, each preceded by a space: " chwe mlynedd". Punctuation separates
/// words.
std::string folded_words(std::string_view text);

/// Returns the FTS5 query for consecutive words, the last of which may be a prefix, in folded_words() texts.
std::string words_query(std::string_view words);

/// Returns true if a text contains these consecutive words; the last may be a prefix.
bool text_contains(std::string_view text, std::string_view words);

/// Returns true if the stored annotations of a game (game_annotation.content) have a comment with these consecutive
/// words; the last may be a prefix. nullopt: the content is damaged.
std::optional<bool> comment_contains(std::string_view content, std::string_view words);

/// Returns the number of stored annotations of one kind; nullopt: the content is damaged.
std::optional<std::size_t> count_annotations(std::string_view content, Annotations::Kind kind);

/// Text between the games of a source, a row of table separator.
struct Separator {
    std::int64_t source = 0;
    std::uint64_t byte = 0, bytes = 0;  ///< offset and length in the source
    std::uint64_t line = 1;             ///< line number in the source, from 1
    std::string kind, text;             ///< text: UTF-8
};

// The full-text index of comments and of texts between games (schema/queries/text_index.sql). The index is optional; in
// a database that has one, whatever writes such texts must index their words too.

class Connection;

bool has_text_index(const Connection& connection);

/// Builds or rebuilds the index of all texts. Call within a transaction.
void make_text_index(Connection& connection);

/// Adds the comments of a game to the index, which must exist.
void index_comments(Connection& connection, std::int64_t game, const Annotations& annotations);

/// Buffer of texts between games for the index. FTS5 flushes its pending words whenever a row id is not larger than the
/// previous one, and these texts have negative ids: they are collected, then added in ascending order.
class PendingSeparators {
public:
    void add(Connection& connection, std::int64_t separator, std::string_view text);
    /// Adds the buffered texts to the index, which must exist. Call before the transaction is committed.
    void flush(Connection& connection);

private:
    std::vector<std::pair<std::int64_t, std::string>> words_;  ///< by separator
    std::size_t bytes_ = 0;
};

/// Returns the size of the index in bytes; 0: there is none.
std::int64_t bytes_of_text_index(const Connection& connection);

/// A text between games and the path of its source.
struct FoundSeparator {
    std::string source;
    Separator text;
};

/// Calls `each` for every text between games that contains these consecutive words (the last may be a prefix), or for
/// all texts if `words` is empty, in the order of the files.
void for_each_separator(const Store& store, std::string_view words,
                        const std::function<void(const FoundSeparator&)>& each);

/// Writes a row. Call within a transaction; the caller counts it.
void add_separator(Store& store, const Separator& separator);

}  // namespace cofnod::store
