#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/annotations.hpp"

/// The full-text index of comments and of texts between games (schema/queries/text_index.sql). A database has it or has
/// not; if it has, whatever writes such texts writes their words too.
namespace cofnod::store {

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

}  // namespace cofnod::store
