#include "store/full_text.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>

#include "base/bytes.hpp"
#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "games/record/annotations.hpp"
#include "store/connection.hpp"
#include "store/name_match.hpp"
#include "store/queries.hpp"
#include "store/record_bytes.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"

namespace cofnod::store {

namespace {

bool is_of_word(char32_t c) { return u_isalnum(static_cast<UChar32>(c)) != 0; }

/// Contribution of a letter to the folded words of a text.
struct LetterKey {
    enum class Kind : std::uint8_t {
        unknown,
        nothing,  ///< ignored
        word,
        other,  ///< the key has non-word characters or is too long
    };
    Kind kind = Kind::unknown;
    std::uint8_t size = 0;
    std::array<char, 6> text{};
};

LetterKey key_of_letter(std::string_view letter) {
    const std::string key = name_key(letter);
    LetterKey made;
    made.kind = key.empty() ? LetterKey::Kind::nothing : LetterKey::Kind::word;
    if (key.size() > made.text.size()) made.kind = LetterKey::Kind::other;
    for (std::string_view rest = key; !rest.empty(); rest.remove_prefix(utf8::decode(rest).length))
        if (!is_of_word(utf8::decode(rest).code_point)) made.kind = LetterKey::Kind::other;
    if (made.kind != LetterKey::Kind::word) return made;
    made.size = static_cast<std::uint8_t>(key.size());
    std::ranges::copy(key, made.text.begin());
    return made;
}

/// Appends the folded words of texts to a string, through a buffer because words are short.
class WordFolder {
public:
    explicit WordFolder(std::string& words) : words_(words) {}

    void add(std::string_view text) {
        in_word_ = false;
        for (std::size_t at = 0; at < text.size();) {
            if (used_ > buffer_.size() - most_of_letter) flush();
            if (is_ascii(text[at])) {
                const char c = text[at++];
                is_alphanumeric(c) ? put_letter(to_lower(c)) : end_word();
            } else {
                at += take_letter(text.substr(at));
            }
        }
        flush();
    }

private:
    static constexpr std::size_t most_of_letter = 8;  ///< bytes, including the space before it

    /// Consumes the first letter, or one invalid byte; returns the number of bytes consumed.
    std::size_t take_letter(std::string_view text) {
        thread_local std::array<LetterKey, 0x700> keys;  // from Latin to Arabic
        const utf8::Decoded letter = decode(text);
        if (letter.length == 0) return end_word(), 1;
        text = text.substr(0, letter.length);
        if (letter.code_point >= keys.size()) return take_rare(text), letter.length;
        LetterKey& key = keys[letter.code_point];
        if (key.kind == LetterKey::Kind::unknown) key = key_of_letter(text);
        if (key.kind == LetterKey::Kind::other) return take_rare(text), letter.length;
        if (key.kind == LetterKey::Kind::nothing) return letter.length;
        begin_word();
        std::memcpy(buffer_.data() + used_, key.text.data(), key.text.size());
        used_ += key.size;
        return letter.length;
    }

    /// Equivalent to utf8::decode(), with a fast path for two-byte sequences.
    static utf8::Decoded decode(std::string_view text) {
        const auto lead = static_cast<unsigned char>(text[0]);
        const unsigned next = text.size() > 1 ? static_cast<unsigned char>(text[1]) : 0;
        if (lead < 0xC2 || lead >= 0xE0 || (next & 0xC0) != 0x80) return utf8::decode(text);
        return {static_cast<char32_t>((lead & 0x1Fu) << 6 | (next & 0x3Fu)), 2};
    }

    void take_rare(std::string_view letter) {
        flush();
        const std::string key = name_key(letter);
        for (std::string_view rest = key; !rest.empty();) {
            const utf8::Decoded next = utf8::decode(rest);
            if (is_of_word(next.code_point)) {
                begin_word();
                flush();
                words_ += rest.substr(0, next.length);
            } else {
                end_word();
            }
            rest.remove_prefix(next.length);
        }
    }

    void put_letter(char letter) {
        begin_word();
        buffer_[used_++] = letter;
    }
    void begin_word() {
        if (!in_word_) buffer_[used_++] = ' ';
        in_word_ = true;
    }
    void end_word() { in_word_ = false; }
    void flush() {
        words_.append(buffer_.data(), used_);
        used_ = 0;
    }

    std::string& words_;
    bool in_word_ = false;
    std::size_t used_ = 0;
    std::array<char, 512> buffer_;
};

}  // namespace

std::string folded_words(std::string_view text) {
    std::string words;
    words.reserve(text.size() + 1);
    WordFolder(words).add(text);
    return words;
}

std::string words_query(std::string_view words) { return '"' + folded_words(words) + "\" *"; }

namespace {

/// Returns stored annotations; nullopt if they are damaged.
std::optional<Annotations> annotations_in(std::string_view content) {
    thread_local ContentPacker packer;
    try {
        return Annotations::from_bytes(packer.unpack(content));
    } catch (const StoreError&) {
        return std::nullopt;
    }
}

/// Returns the comments of a game as folded_words(), one after another.
std::string words_of_comments(const Annotations& annotations) {
    std::string words;
    words.reserve(annotations.text_size());
    WordFolder folder(words);
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        const Annotations::Item item = annotations[i];
        if (item.kind == Annotations::Kind::comment) folder.add(item.text);
    }
    return words;
}

}  // namespace

bool text_contains(std::string_view text, std::string_view words) {
    const std::string wanted = folded_words(words);
    return !wanted.empty() && folded_words(text).find(wanted) != std::string::npos;
}

std::optional<bool> comment_contains(std::string_view content, std::string_view words) {
    // A search calls this for every game with the same words.
    thread_local std::string last_words, wanted;
    if (words != last_words) {
        last_words = words;
        wanted = folded_words(words);
    }
    if (wanted.empty() || content.empty()) return false;
    const auto annotations = annotations_in(content);
    if (!annotations) return std::nullopt;
    for (std::size_t i = 0; i < annotations->size(); ++i) {
        const Annotations::Item item = (*annotations)[i];
        if (item.kind == Annotations::Kind::comment && folded_words(item.text).find(wanted) != std::string::npos)
            return true;
    }
    return false;
}

std::optional<std::size_t> count_annotations(std::string_view content, Annotations::Kind kind) {
    const auto annotations = annotations_in(content);
    return annotations ? std::optional(annotations->count(kind)) : std::nullopt;
}

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
    Statement separators(connection, Sql::texts_of_separators);
    while (separators.step()) insert(connection, -separators.integer(0), folded_words(separators.long_text(1)));
    Statement comments(connection, Sql::texts_of_comments);
    while (comments.step()) {
        const auto annotations = annotations_in(comments.blob(1));
        if (!annotations) throw StoreError(tr("the annotations of a game are damaged"));
        index_comments(connection, comments.integer(0), *annotations);
    }
}

void index_comments(Connection& connection, std::int64_t game, const Annotations& annotations) {
    const std::string words = words_of_comments(annotations);
    insert(connection, game * rows_of_a_game + static_cast<std::int64_t>(hash64(words) % rows_of_a_game), words);
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
    return Statement(connection, Sql::bytes_of_words).first_integer().value_or(0);
}

void add_separator(Store& store, const Separator& separator) {
    std::array<std::string, 2> buffers;
    Statement(store.connection(), Sql::insert_separator)
        .with(separator.source, separator.byte, separator.bytes, separator.line, clean(separator.kind, buffers[0]),
              clean(separator.text, buffers[1]))
        .run();
    const std::int64_t row = store.connection().last_insert_id();
    if (has_text_index(store.connection())) insert(store.connection(), -row, folded_words(separator.text));
}

void for_each_separator(const Store& store, std::string_view words,
                        const std::function<void(const FoundSeparator&)>& each) {
    const std::string wanted = folded_words(words), query = words_query(words);
    const bool by_words = !wanted.empty() && has_text_index(store.connection());
    Statement rows(store.connection(), by_words ? Sql::list_separators_by_words : Sql::list_separators);
    if (by_words) rows.with(std::string_view(query));
    while (rows.step()) {
        const FoundSeparator found{std::string(rows.text(0)),
                                   {.source = rows.integer(1),
                                    .byte = static_cast<std::uint64_t>(rows.integer(2)),
                                    .bytes = static_cast<std::uint64_t>(rows.integer(3)),
                                    .line = static_cast<std::uint64_t>(rows.integer(4)),
                                    .kind = std::string(rows.text(5)),
                                    .text = std::string(rows.text(6))}};
        if (words.empty() || (!wanted.empty() && folded_words(found.text.text).find(wanted) != std::string::npos))
            each(found);
    }
}

}  // namespace cofnod::store
