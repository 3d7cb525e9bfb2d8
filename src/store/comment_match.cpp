#include "store/comment_match.hpp"

#include <unicode/uchar.h>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/utf8.hpp"
#include "game/annotations.hpp"
#include "store/content.hpp"
#include "store/name_match.hpp"

namespace cofnod::store {

std::string folded_words(std::string_view text) {
    const std::string key = name_key(text);
    std::string words;
    bool in_word = false;
    for (std::size_t at = 0; at < key.size();) {
        const utf8::Decoded next = utf8::decode(std::string_view(key).substr(at));
        const std::size_t length = next.length == 0 ? 1 : next.length;
        const bool is_word = next.length > 0 && u_isalnum(static_cast<UChar32>(next.code_point)) != 0;
        if (is_word && !in_word) words += ' ';
        if (is_word) words.append(key, at, length);
        in_word = is_word;
        at += length;
    }
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

std::string words_of_comments(std::string_view content) {
    std::string words;
    const auto annotations = annotations_in(content);
    if (!annotations) throw StoreError(say("the annotations of a game are damaged"));
    for (std::size_t i = 0; i < annotations->size(); ++i) {
        const Annotations::Item item = (*annotations)[i];
        if (item.kind != Annotations::Kind::comment) continue;
        words += folded_words(item.text);
    }
    return words;
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
