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

/// Text between the games of a source, a row of table separator.
struct Separator {
    std::int64_t source = 0;
    std::uint64_t byte = 0, bytes = 0;  ///< of the source, from 0
    std::uint64_t line = 1;             ///< of the source, from 1
    std::string kind, text;             ///< text: UTF-8
};

// The full-text index of comments and of texts between games (schema/queries/text_index.sql). A database has it or has
// not; if it has, whatever writes such texts writes their words too.

class Connection;

bool has_text_index(const Connection& connection);

/// Makes the index, of all texts there are; one that is there is made again. Call within a transaction.
void make_text_index(Connection& connection);

/// Adds the comments of a game to the index, which must exist.
void index_comments(Connection& connection, std::int64_t game, const Annotations& annotations);

/// Adds a text between games to the index, if there is one.
void index_separator(Connection& connection, std::int64_t separator, std::string_view text);

/// Texts between games on their way to the index. FTS5 writes out all words that it has gathered whenever a row comes
/// before the one before it, and these have negative numbers: they are kept until there are many, then added in order.
class PendingSeparators {
public:
    void add(Connection& connection, std::int64_t separator, std::string_view text);
    /// Adds to the index, which must exist, what is kept. Call before the transaction is committed.
    void flush(Connection& connection);

private:
    std::vector<std::pair<std::int64_t, std::string>> words_;  ///< by separator
    std::size_t bytes_ = 0;
};

/// Returns the size of the index in bytes; 0: there is none.
std::int64_t bytes_of_text_index(const Connection& connection);

/// A text between games, and the file that it stands in.
struct FoundSeparator {
    std::string source;
    Separator text;
};

/// Passes on the texts between games, in the order of the files: those with the words in a row, the last of which may
/// be the beginning of a word, or all if `words` is empty.
void for_each_separator(const Store& store, std::string_view words,
                        const std::function<void(const FoundSeparator&)>& each);

/// Writes a row. Call within a transaction; the caller counts it.
void add_separator(Store& store, const Separator& separator);

}  // namespace cofnod::store
