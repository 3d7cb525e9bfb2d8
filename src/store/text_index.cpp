#include "store/text_index.hpp"

#include <string>

#include "base/hash.hpp"
#include "store/comment_match.hpp"
#include "store/queries.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

namespace {

constexpr std::int64_t rows_of_a_game = 256;

void insert(Connection& connection, std::int64_t row, std::string_view words) {
    if (!words.empty()) Statement(connection, Sql::insert_words).with(row, words).run();
}

}  // namespace

bool has_text_index(const Connection& connection) { return Statement(connection, Sql::has_words).step(); }

void make_text_index(Connection& connection) {
    if (has_text_index(connection)) connection.run(Sql::drop_words);
    connection.run(Sql::create_words);
    Statement comments(connection, Sql::texts_of_comments);
    while (comments.step()) index_comments(connection, comments.integer(0), comments.blob(1));
    Statement separators(connection, Sql::texts_of_separators);
    while (separators.step()) insert(connection, -separators.integer(0), folded_words(separators.long_text(1)));
}

void index_comments(Connection& connection, std::int64_t game, std::string_view content) {
    const std::string words = words_of_comments(content);
    insert(connection, game * rows_of_a_game + static_cast<std::int64_t>(hash64(words) % rows_of_a_game), words);
}

void index_separator(Connection& connection, std::int64_t separator, std::string_view text) {
    if (has_text_index(connection)) insert(connection, -separator, folded_words(text));
}

std::int64_t bytes_of_text_index(const Connection& connection) {
    if (!has_text_index(connection)) return 0;
    Statement bytes(connection, Sql::bytes_of_words);
    bytes.step();
    return bytes.integer(0);
}

}  // namespace cofnod::store
