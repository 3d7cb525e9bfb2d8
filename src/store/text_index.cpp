#include "store/text_index.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "base/hash.hpp"
#include "store/comment_match.hpp"
#include "store/connection.hpp"
#include "store/queries.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

namespace {

constexpr std::int64_t rows_of_a_game = 256;

void insert(Connection& connection, std::int64_t row, std::string_view words) {
    if (!words.empty()) Statement(connection, Sql::insert_words).with(row, words).run();
}

void insert_comments(Connection& connection, std::int64_t game, std::string_view words) {
    insert(connection, game * rows_of_a_game + static_cast<std::int64_t>(hash64(words) % rows_of_a_game), words);
}

}  // namespace

bool has_text_index(const Connection& connection) { return Statement(connection, Sql::has_words).step(); }

void make_text_index(Connection& connection) {
    if (has_text_index(connection)) connection.run(Sql::drop_words);
    connection.run(Sql::create_words);
    Statement separators(connection, Sql::texts_of_separators);
    while (separators.step()) insert(connection, -separators.integer(0), folded_words(separators.long_text(1)));
    Statement comments(connection, Sql::texts_of_comments);
    while (comments.step()) insert_comments(connection, comments.integer(0), words_of_comments(comments.blob(1)));
}

void index_comments(Connection& connection, std::int64_t game, const Annotations& annotations) {
    insert_comments(connection, game, words_of_comments(annotations));
}

void index_separator(Connection& connection, std::int64_t separator, std::string_view text) {
    if (has_text_index(connection)) insert(connection, -separator, folded_words(text));
}

void PendingSeparators::add(Connection& connection, std::int64_t separator, std::string_view text) {
    static constexpr std::size_t most_bytes = std::size_t{1} << 20;
    words_.emplace_back(separator, folded_words(text));
    bytes_ += words_.back().second.size();
    if (bytes_ > most_bytes) flush(connection);
}

void PendingSeparators::flush(Connection& connection) {
    std::ranges::sort(words_, std::ranges::greater());
    for (const auto& [separator, words] : words_) insert(connection, -separator, words);
    words_.clear();
    bytes_ = 0;
}

std::int64_t bytes_of_text_index(const Connection& connection) {
    if (!has_text_index(connection)) return 0;
    Statement bytes(connection, Sql::bytes_of_words);
    bytes.step();
    return bytes.integer(0);
}

}  // namespace cofnod::store
