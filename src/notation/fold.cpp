#include "notation/fold.hpp"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/characters.hpp"

namespace cofnod::notation {

namespace {

constexpr bool in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

constexpr bool is_dropped(char32_t c) {
    return c == 0xAD || c == 0x61C || c == 0x640 || in(c, 0x64B, 0x65F) || c == 0x670 || in(c, 0x200B, 0x200F) ||
           in(c, 0x202A, 0x202E) || in(c, 0x2060, 0x2069) || in(c, 0xFE00, 0xFE0F) || c == 0xFEFF;
}

constexpr char32_t folded_arabic(char32_t c) {
    if (in(c, 0x660, 0x669)) return U'0' + (c - 0x660);
    if (in(c, 0x6F0, 0x6F9)) return U'0' + (c - 0x6F0);
    switch (c) {
        case U'\u0622':
        case U'\u0623':
        case U'\u0625':
        case U'\u0671': return U'\u0627';  // آ أ إ ٱ -> ا
        case U'\u0629':
        case U'\u06BE':
        case U'\u06C0':
        case U'\u06C1':
        case U'\u06D5': return U'\u0647';  // ة ھ ۀ ہ ە -> ه
        case U'\u0649':
        case U'\u06CC': return U'\u064A';  // ى ی -> ي
        case U'\u06A9': return U'\u0643';  // ک -> ك
        case U'\u061F': return U'?';
        default: return c;
    }
}

bool needs_composing(std::string_view text) {
    bool found = false;
    while (!text.empty() && !found) {
        const utf8::Decoded next = utf8::decode(text);
        found = folds_in_context(next.code_point);
        text.remove_prefix(next.length ? next.length : 1);
    }
    return found;
}

/// Writes the NFKC form of `text` to `buffer`; returns its length, or 0 if it does not fit.
std::size_t compose(std::string_view text, char* buffer, std::size_t size) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(status);
    if (U_FAILURE(status)) return 0;
    icu::CheckedArrayByteSink sink(buffer, static_cast<std::int32_t>(size));
    nfkc->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())), sink, nullptr,
                        status);
    return U_FAILURE(status) || sink.Overflowed() ? 0 : static_cast<std::size_t>(sink.NumberOfBytesWritten());
}

/// Appends `c` as UTF-8; folded characters are in the Basic Multilingual Plane.
char* encode(char32_t c, char* to) {
    const auto put = [&](char32_t byte) { *to++ = static_cast<char>(byte); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
    } else {
        put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
    }
    return to;
}

}  // namespace

char32_t folded(char32_t c) {
    if (c < 0x80) return c;
    if (is_dropped(c)) return 0;
    if (in(c, 0x600, 0x6FF)) return folded_arabic(c);
    if (in(c, 0x2010, 0x2015) || c == 0x2212 || c == 0x5BE) return U'-';  // including the Hebrew maqaf
    switch (c) {
        case U'\u00A0':
        case U'\u2009':
        case U'\u202F': return U' ';
        case U'\u00D7':
        case U'\u2715':
        case U'\u2716':
        case U'\u2A2F': return U'x';  // × ✕ ✖ ⨯
        case U'\u2018':
        case U'\u2019': return U'\'';
        default: return c;
    }
}

bool folds_in_context(char32_t c) {
    return in(c, 0x300, 0x36F) || in(c, 0xFB00, 0xFDFF) || in(c, 0xFE50, 0xFEFC) || in(c, 0xFF01, 0xFFEF);
}

FoldedWord::FoldedWord(std::string_view word) {
    if (is_ascii(word)) {
        view_ = word;
        return;
    }
    if (fold(word) != Outcome::needs_composing) return;
    std::array<char, 2 * capacity> composed;
    if (const std::size_t length = compose(word, composed.data(), composed.size()))
        fold({composed.data(), length}, true);
}

FoldedWord::Outcome FoldedWord::fold(std::string_view word, bool is_composed) {
    char* to = buffer_.data();
    const char* const last = to + capacity - 4;  // room for one more code point
    while (!word.empty()) {
        const utf8::Decoded next = utf8::decode(word);
        if (next.length == 0 || to > last) return Outcome::refused;
        if (!is_composed && folds_in_context(next.code_point)) return Outcome::needs_composing;
        const char32_t c = folded(next.code_point);
        if (c == next.code_point)
            to = std::copy_n(word.data(), next.length, to);
        else if (c)
            to = encode(c, to);
        word.remove_prefix(next.length);
    }
    view_ = {buffer_.data(), static_cast<std::size_t>(to - buffer_.data())};
    return Outcome::folded;
}

std::string folded_text(std::string_view text) {
    if (is_ascii(text)) return std::string(text);
    std::string composed;
    if (needs_composing(text)) {
        composed.resize(text.size() * 4 + 64);
        composed.resize(compose(text, composed.data(), composed.size()));
        text = composed;
    }
    std::string result;
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        if (const char32_t c = next.length ? folded(next.code_point) : 0) utf8::append(result, c);
        text.remove_prefix(next.length ? next.length : 1);
    }
    return result;
}

std::string turned(std::string_view text) {
    const auto is_digit = [](std::string_view letter) { return letter[0] >= '0' && letter[0] <= '9'; };
    std::string out(text.size(), '\0');
    std::size_t end = text.size();
    while (!text.empty()) {
        std::size_t length = std::max<std::size_t>(utf8::decode(text).length, 1);
        if (is_digit(text))
            while (length < text.size() && is_digit(text.substr(length))) ++length;
        end -= length;
        text.copy(out.data() + end, length);
        text.remove_prefix(length);
    }
    return out;
}

std::string word_key(std::string_view text) {
    std::string key;
    const auto add_ascii = [&](char c) {
        if (c != ' ' && c != '\t')
            key += to_lower(c);
        else if (!key.empty() && key.back() != ' ')
            key += ' ';
    };
    if (is_ascii(text)) {
        for (const char c : text) add_ascii(c);
    } else {
        const std::string folded = folded_text(text);
        for (std::string_view rest = folded; !rest.empty();) {
            const utf8::Decoded next = utf8::decode(rest);
            rest.remove_prefix(next.length ? next.length : 1);
            const auto c = static_cast<UChar32>(next.code_point);
            if (c < 0x80)
                add_ascii(static_cast<char>(c));
            else
                utf8::append(key, static_cast<char32_t>(u_foldCase(c, U_FOLD_CASE_DEFAULT)));
        }
    }
    if (key.ends_with(' ')) key.pop_back();
    return key;
}

std::size_t letters_changed(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j - 1] + (a[i - 1] != b[j - 1]), last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = std::exchange(last, row);
    }
    return last.back();
}

std::string nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string key = word_key(word);
    std::string nearest;
    std::size_t fewest = std::max<std::size_t>(1, key.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::string other = word_key(candidate);
        // The difference in length is a lower bound, so that a very long word is compared only with words of similar
        // length.
        if (std::max(key.size(), other.size()) - std::min(key.size(), other.size()) >= fewest) continue;
        const std::size_t changed = letters_changed(key, other);
        if (changed < fewest) fewest = changed, nearest = candidate;
    }
    return nearest;
}

}  // namespace cofnod::notation
