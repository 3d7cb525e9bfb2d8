#include "store/comment_match.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "base/utf8.hpp"
#include "game/annotations.hpp"
#include "store/content.hpp"
#include "store/name_match.hpp"

namespace cofnod::store {

namespace {

/// Lazily filled cache of the words in the keys of letters from Latin to Arabic.
class KnownLetters {
public:
    struct Letter {
        enum class Kind : std::uint8_t {
            unknown,
            nothing,  ///< ignored
            word,     ///< part of a word
            other,    ///< its key has what is no word
        };
        Kind kind = Kind::unknown;
        std::uint8_t size = 0;
        std::array<char, 6> key{};
    };

    /// Returns nullptr for a code point behind them.
    const Letter* find(char32_t c, std::string_view bytes) {
        if (c >= letters_.size()) return nullptr;
        Letter& letter = letters_[c];
        if (letter.kind == Letter::Kind::unknown) letter = make(bytes);
        return &letter;
    }

    static bool is_of_word(char32_t c) { return u_isalnum(static_cast<UChar32>(c)) != 0; }

private:
    static Letter make(std::string_view bytes) {
        const std::string key = name_key(bytes);
        Letter letter;
        letter.kind = key.empty() ? Letter::Kind::nothing : Letter::Kind::word;
        for (std::string_view rest = key; !rest.empty(); rest.remove_prefix(utf8::decode(rest).length))
            if (!is_of_word(utf8::decode(rest).code_point)) letter.kind = Letter::Kind::other;
        if (key.size() > letter.key.size()) letter.kind = Letter::Kind::other;
        letter.size = static_cast<std::uint8_t>(std::min(key.size(), letter.key.size()));
        std::copy_n(key.begin(), letter.size, letter.key.begin());
        return letter;
    }

    std::array<Letter, 0x700> letters_;
};

/// Adds the words of a text to others.
class WordFolder {
public:
    explicit WordFolder(std::string& words) : words_(words) {}

    void add(std::string_view text) {
        in_word_ = false;
        for (std::size_t at = 0; at < text.size();) {
            if (static_cast<unsigned char>(text[at]) < 0x80) {
                at += take_ascii(text.substr(at));
                continue;
            }
            const utf8::Decoded next = utf8::decode(text.substr(at));
            if (next.length == 0)
                in_word_ = false, ++at;
            else
                take(next.code_point, text.substr(at, next.length)), at += next.length;
        }
    }

private:
    /// Takes the letters and digits at the front, or one other byte; returns how many bytes it took.
    std::size_t take_ascii(std::string_view text) {
        std::size_t length = 0;
        while (length < text.size() && is_alphanumeric(text[length])) ++length;
        if (length == 0) {
            in_word_ = false;
            return 1;
        }
        append(text.substr(0, length));
        std::transform(words_.end() - static_cast<std::ptrdiff_t>(length), words_.end(),
                       words_.end() - static_cast<std::ptrdiff_t>(length), [](char c) { return to_lower(c); });
        return length;
    }

    void take(char32_t c, std::string_view bytes) {
        using Kind = KnownLetters::Letter::Kind;
        thread_local KnownLetters known;
        const KnownLetters::Letter* const letter = known.find(c, bytes);
        if (letter && letter->kind == Kind::nothing) return;
        if (letter && letter->kind == Kind::word) return append({letter->key.data(), letter->size});
        const std::string key = name_key(bytes);
        for (std::string_view rest = key; !rest.empty();) {
            const utf8::Decoded next = utf8::decode(rest);
            if (KnownLetters::is_of_word(next.code_point))
                append(rest.substr(0, next.length));
            else
                in_word_ = false;
            rest.remove_prefix(next.length);
        }
    }

    void append(std::string_view part) {
        if (!in_word_) words_ += ' ';
        words_ += part;
        in_word_ = true;
    }

    std::string& words_;
    bool in_word_ = false;
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
