#include "store/name_match.hpp"

#include <fmt/format.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>

#include "base/characters.hpp"
#include "store/duplicates/name_sound.hpp"

// Uses only libicuuc, which is loaded anyway. ICU's collation is in libicui18n (3.3 MB), which would add 0.3 ms to
// every start of the program; its keys change with every version of ICU and do not support substrings. A test compares
// this file with that collation.

namespace cofnod::store {

namespace {

struct LetterKey {
    char32_t letter;
    std::string_view key;
};

/// Letters that Unicode does not decompose but that searchers treat as equivalent to others. Sorted.
constexpr LetterKey letter_keys[] = {
    {U'·', ""},  {U'ß', "ss"}, {U'æ', "ae"}, {U'ð', "d"}, {U'ø', "o"},  {U'đ', "d"}, {U'ħ', "h"}, {U'ı', "i"},
    {U'ł', "l"}, {U'œ', "oe"}, {U'ŧ', "t"},  {U'ς', "σ"}, {U'ґ', "г"},  {U'ך', "כ"}, {U'ם', "מ"}, {U'ן', "נ"},
    {U'ף', "פ"}, {U'ץ', "צ"},  {U'ء', ""},   {U'ة', "ه"}, {U'ـ', ""},   {U'ى', "ي"}, {U'ٱ', "ا"}, {U'ٴ', ""},
    {U'ک', "ك"}, {U'ی', "ي"},  {U'ۥ', "و"},  {U'ۦ', "ي"}, {U'ẞ', "ss"}, {U'ﹳ', ""},
};
static_assert(std::ranges::is_sorted(letter_keys, {}, &LetterKey::letter));

const LetterKey* find_letter_key(char32_t c) {
    const auto found = std::ranges::lower_bound(letter_keys, c, {}, &LetterKey::letter);
    return found != std::end(letter_keys) && found->letter == c ? found : nullptr;
}

/// Recognises accents, harakat and niqqud. Vowel signs of Indic scripts are marks too, but count as letters.
bool is_ignored_mark(UChar32 c) {
    switch (u_charType(c)) {
        case U_FORMAT_CHAR:
        case U_CONTROL_CHAR: return c != '\t' && c != '\n' && c != '\r';
        case U_ENCLOSING_MARK: return true;
        case U_NON_SPACING_MARK: break;
        default: return false;
    }
    UErrorCode error = U_ZERO_ERROR;
    switch (uscript_getScript(c, &error)) {
        case USCRIPT_COMMON:
        case USCRIPT_INHERITED:
        case USCRIPT_LATIN:
        case USCRIPT_GREEK:
        case USCRIPT_CYRILLIC:
        case USCRIPT_HEBREW:
        case USCRIPT_ARABIC: return true;
        default: return false;
    }
}

void append_base(std::string& key, UChar32 c) {
    if (is_ignored_mark(c)) return;
    const auto small = static_cast<char32_t>(u_foldCase(c, U_FOLD_CASE_DEFAULT));
    if (const LetterKey* letter_key = find_letter_key(small))
        key += letter_key->key;
    else if (const int digit = u_charDigitValue(c); digit >= 0)
        key += static_cast<char>('0' + digit);
    else
        utf8::append(key, small);
}

void append_key(std::string& key, char32_t code_point) {
    const auto c = static_cast<UChar32>(code_point);
    UErrorCode error = U_ZERO_ERROR;
    static const UNormalizer2* const decomposer = unorm2_getNFKDInstance(&error);
    constexpr std::int32_t longest = 32;  // U+FDFA alone is longer than 4: 18
    std::array<UChar, longest> parts{};
    const std::int32_t length = decomposer ? unorm2_getDecomposition(decomposer, c, parts.data(), longest, &error) : -1;
    if (length < 0 || U_FAILURE(error)) return append_base(key, c);
    for (std::int32_t i = 0; i < length;) {
        UChar32 part = 0;
        U16_NEXT(parts, i, length, part);
        const bool is_carrier = part == ' ' && u_isalpha(c);  // the space that carries an isolated vowel sign
        if (!is_carrier) append_base(key, part);
    }
}

/// Lazily filled cache of the keys from Latin to Arabic: 10 times as fast for names with accents.
class KnownKeys {
public:
    void append(std::string& key, char32_t c) {
        if (c >= entries_.size()) return append_key(key, c);
        Entry& entry = entries_[c];
        if (!entry.is_known) entry = make(c);
        key.append(entry.text.data(), entry.size);
    }

private:
    struct Entry {
        std::array<char, 6> text{};
        std::uint8_t size = 0;
        bool is_known = false;
    };

    static Entry make(char32_t c) {
        std::string key;
        append_key(key, c);
        Entry entry;
        entry.is_known = true;
        entry.size = static_cast<std::uint8_t>(std::min(key.size(), entry.text.size()));
        std::copy_n(key.begin(), entry.size, entry.text.begin());
        return entry;
    }

    std::array<Entry, 0x700> entries_;
};

void key_into(std::string& key, std::string_view text) {
    thread_local KnownKeys known;
    if (is_ascii(text)) {
        key.resize(text.size());
        std::ranges::transform(text, key.begin(), [](char c) { return to_lower(c); });
        return;
    }
    key.clear();
    for (std::size_t at = 0; at < text.size();) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            key += to_lower(text[at++]);
            continue;
        }
        const utf8::Decoded next = utf8::decode(text.substr(at));
        if (next.length == 0)
            key += text[at++];
        else
            known.append(key, next.code_point), at += next.length;
    }
}

/// Returns true if an ASCII text contains a key, which is non-empty and lower case.
bool contains_key(std::string_view text, std::string_view key) {
    if (text.size() < key.size()) return false;
    for (std::size_t at = 0; at <= text.size() - key.size(); ++at) {
        std::size_t same = 0;
        while (same < key.size() && to_lower(text[at + same]) == key[same]) ++same;
        if (same == key.size()) return true;
    }
    return false;
}

}  // namespace

std::string name_key(std::string_view text) {
    std::string key;
    key_into(key, text);
    return key;
}

bool name_contains(std::string_view name, std::string_view part) {
    // A search calls this for every name with the same part: no allocation once the buffers have grown, and no copy of
    // an ASCII name.
    thread_local std::string name_buffer, last_part, part_key;
    thread_local bool to_the_letter = true;
    if (part != last_part) {
        last_part = part;
        key_into(part_key, part);
        to_the_letter = part_key.empty() || !utf8::is_valid(part);
    }
    if (part.empty()) return true;
    if (!part_key.empty() && is_ascii(name)) {
        if (contains_key(name, part_key)) return true;
    } else if (!part_key.empty()) {
        key_into(name_buffer, name);
        if (name_buffer.find(part_key) != std::string::npos) return true;
    }
    return to_the_letter && name.find(part) != std::string_view::npos;
}

namespace {

/// Returns the script of the first letter of a text.
UScriptCode script_of(std::string_view text) {
    for (utf8::Decoded next; !text.empty(); text.remove_prefix(std::max<std::size_t>(next.length, 1))) {
        next = utf8::decode(text);
        UErrorCode error = U_ZERO_ERROR;
        if (next.length > 0 && u_isalpha(static_cast<UChar32>(next.code_point)))
            return uscript_getScript(static_cast<UChar32>(next.code_point), &error);
    }
    return USCRIPT_COMMON;
}

}  // namespace

bool names_player(std::string_view name, std::string_view part) {
    if (name_contains(name, part)) return true;
    thread_local std::string last_part;
    thread_local UScriptCode script = USCRIPT_COMMON;
    thread_local duplicates::NameSound sound;
    if (part != last_part) {
        last_part = part;
        script = script_of(part);
        sound = duplicates::NameSound::read(part);
    }
    if (script == USCRIPT_COMMON || (script == USCRIPT_LATIN && is_ascii(name))) return false;
    const UScriptCode other = script_of(name);
    if (other == script || other == USCRIPT_COMMON) return false;
    const duplicates::NameSound heard = duplicates::NameSound::read(name);
    return !sound.words.empty() && std::ranges::all_of(sound.words, [&](const auto& word) {
        return std::ranges::any_of(heard.words, [&](const auto& candidate) {
            return word.sounds_like(candidate) && word.begins_like(candidate);
        });
    });
}

namespace {

/// Words written where no player is known, besides question marks and hyphens.
constexpr std::string_view placeholder_words[] = {
    "–",         "—",       "nn",          "n n",         "nn nn",        "anon",        "anonymous", "anonym",
    "anonyme",   "anónimo", "anonimo",     "unknown",     "no name",      "noname",      "amateur",   "x",
    "unbekannt", "inconnu", "onbekend",    "desconocido", "desconhecido", "sconosciuto", "nieznany",  "anhysbys",
    "dienw",     "аноним",  "неизвестный", "неизвестен",  "مجهول",        "غير معروف",
};

}  // namespace

const std::set<std::string>& placeholder_keys() {
    static const std::set<std::string> keys = [] {
        std::set<std::string> all = {""};
        for (const std::string_view words : placeholder_words) all.insert(name_key(words));
        return all;
    }();
    return keys;
}

bool is_placeholder(std::string_view name) {
    constexpr std::size_t longest = 40;
    if (name.size() > longest) return false;
    const std::string key = name_key(name);
    return placeholder_keys().contains(fmt::format("{}", fmt::join(words_of(key, " \t?.,-/*"), " ")));
}

Collation::Collation(const char* locale) {
    UErrorCode error = U_ZERO_ERROR;
    collator_.reset(ucol_open(locale, &error), ucol_close);
}

Collation Collation::of_environment() {
    for (const char* name : {"LC_ALL", "LC_COLLATE", "LANG"})
        if (const char* value = std::getenv(name); value && *value) return of_locale(value);
    return of_locale("");
}

Collation Collation::of_locale(const std::string& locale) {
    std::string code = locale.substr(0, locale.find_first_of(".@"));
    if (code == "C" || code == "POSIX") code.clear();  // the root collation
    return Collation(code.c_str());
}

std::string Collation::key(std::string_view name) const {
    if (!collator_) return name_key(name) + '\0' + std::string(name);
    std::u16string text;
    UErrorCode error = U_ZERO_ERROR;
    text.resize(name.size());
    std::int32_t length = 0;
    u_strFromUTF8WithSub(text.data(), static_cast<std::int32_t>(text.size()), &length, name.data(),
                         static_cast<std::int32_t>(name.size()), 0xFFFD, nullptr, &error);
    std::string key(name.size() * 4 + 16, '\0');
    const auto write = [&] {
        return static_cast<std::size_t>(ucol_getSortKey(collator_.get(), text.data(), length,
                                                        reinterpret_cast<std::uint8_t*>(key.data()),
                                                        static_cast<std::int32_t>(key.size())));
    };
    if (const std::size_t size = write(); size > key.size()) {
        key.resize(size);
        write();
    } else {
        key.resize(size);
    }
    return key;
}

}  // namespace cofnod::store
