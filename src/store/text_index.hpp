#pragma once

#include <cstdint>
#include <string_view>

#include "store/connection.hpp"

/// The full-text index of comments and of texts between games (schema/queries/text_index.sql). A database has it or has
/// not; if it has, whatever writes such texts writes their words too.
namespace cofnod::store {

bool has_text_index(const Connection& connection);

/// Makes the index, of all texts there are; one that is there is made again. Call within a transaction.
void make_text_index(Connection& connection);

/// Adds the stored annotations of a game (game_annotation.content) to the index, which must exist.
void index_comments(Connection& connection, std::int64_t game, std::string_view content);

/// Adds a text between games to the index, if there is one.
void index_separator(Connection& connection, std::int64_t separator, std::string_view text);

/// Returns the size of the index in bytes; 0: there is none.
std::int64_t bytes_of_text_index(const Connection& connection);

}  // namespace cofnod::store
