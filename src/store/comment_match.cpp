#include "store/comment_match.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "base/utf8.hpp"
#include "game/annotations.hpp"
#include "store/content.hpp"
#include "store/name_match.hpp"

namespace cofnod::store {

namespace {

bool is_of_word(char32_t c) { return u_isalnum(static_cast<UChar32>(c)) != 0; }

/// What a letter adds to the words of a text.
struct LetterKey {
    enum class Kind : std::uint8_t {
        unknown,
        nothing,  ///< it is ignored
        word,
        other,  ///< its key has what is no word, or is too long
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

/// Adds the words of texts to others. What it writes passes through a buffer: a word is a few letters.
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
    static constexpr std::size_t most_of_letter = 8;  ///< bytes, with the blank before it

    /// Takes the letter at the front, or a byte that is none; returns how many bytes it took.
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

    /// utf8::decode(), at once for Greek to Arabic.
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

}  // namespace

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

std::string words_of_comments(std::string_view content) {
    const auto annotations = annotations_in(content);
    if (!annotations) throw StoreError(say("the annotations of a game are damaged"));
    return words_of_comments(*annotations);
}

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

}  // namespace cofnod::store
