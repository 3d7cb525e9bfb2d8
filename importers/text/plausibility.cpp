#include "importers/text/plausibility.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/characters.hpp"

namespace cofnod::importers {

namespace {

/// Returns true for text that may follow the letter of a piece: `f3`, `bxd5`, `1e2`, `x4`.
bool goes_on_as_move(std::string_view text) {
    const auto is_file = [](char c) { return c >= 'a' && c <= 'h'; };
    const auto is_rank = [](char c) { return c >= '1' && c <= '8'; };
    const auto is_capture = [](char c) { return c == 'x' || c == ':'; };
    const std::size_t end = std::min<std::size_t>(text.size(), 5);
    for (std::size_t i = 0; i + 1 < end; ++i) {
        if ((is_file(text[i]) || is_capture(text[i])) && is_rank(text[i + 1])) return true;
        if (!is_file(text[i]) && !is_rank(text[i]) && !is_capture(text[i])) return false;
    }
    return false;
}

/// The هـ of Arabic scores ends in a tatweel, which belongs to no alphabet.
constexpr char32_t tatweel = 0x640;

}  // namespace

std::uint32_t oddity_of(std::string_view text) {
    static constexpr std::u32string_view never_inside = U"ةىςךםןףץ", never_first = U"ъьы", quotes = U"«»‹›“”„";
    static constexpr std::u32string_view never_ours = U"ƒˆ";  // DOS "â" and "ê", read as Windows
    std::uint32_t odd = 0, accents = 0;
    UChar32 before = ' ', earlier = ' ';
    const auto is_mark = [](UChar32 c) { return u_charType(c) == U_NON_SPACING_MARK; };
    const auto script = [](UChar32 c) {
        UErrorCode error = U_ZERO_ERROR;
        return uscript_getScript(c, &error);
    };
    while (!text.empty()) {
        const auto next = utf8::decode(text);
        const bool is_of_move = before >= 0x80 && goes_on_as_move(text);  // Кf3
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
        const auto c = static_cast<UChar32>(next.code_point);
        if (c < 0x80 && before < 0x80) {
            accents = 0;
            earlier = before;
            before = c;
            continue;
        }
        accents = c >= 0x80 && script(c) == USCRIPT_LATIN ? accents + 1 : 0;
        if (accents > 2) odd += 2;  // "Áîòâèííèê" was Russian
        const bool letter = u_isalpha(c), after_letter = u_isalpha(before) || is_mark(before);
        if (c == 0xFFFD || (c >= 0x80 && c < 0xA0)) odd += 20;
        if (c >= 0x2500 && c < 0x25A0) odd += 4;  // DOS lines and boxes
        if (never_ours.find(next.code_point) != never_ours.npos) odd += 4;
        // Tanwin marks end a word, except before an alef: "الأبٍض" was "الأبيض" in a Windows set.
        if (letter && before >= 0x064B && before <= 0x064D && c != 0x0627 && c != 0x0649) odd += 4;
        if (letter && u_isalpha(earlier) && quotes.find(static_cast<char32_t>(before)) != quotes.npos)
            odd += 4;  // "Si“n" was Welsh in a DOS set
        // A low quotation mark begins a quotation: `Andr‚` was French in a DOS set.
        if (!letter && u_isalpha(earlier) && (before == 0x201A || before == 0x201E)) odd += 4;
        const bool is_form_of_mark = c >= 0xFE70 && c < 0xFE80;
        if ((is_mark(c) || is_form_of_mark) && !after_letter) odd += 4;
        // Vowel marks and direction marks belong to Arabic: "Gًyn" was Welsh.
        if (c >= 0x064B && c <= 0x0652 && after_letter && script(before) == USCRIPT_LATIN) odd += 4;
        if (c >= 0x200C && c <= 0x200F && script(before) == USCRIPT_LATIN) odd += 4;
        if (is_mark(c) && is_mark(before) && script(c) != USCRIPT_HEBREW && c != 0x0651 && before != 0x0651) odd += 2;
        if (letter && !after_letter && never_first.find(next.code_point) != never_first.npos) odd += 4;
        if (letter && u_isalpha(before)) {
            if (script(c) != script(before) && !is_of_move && c != tatweel && before != tatweel) odd += 4;
            if (u_islower(before) && u_isupper(c)) odd += 2;
            if (never_inside.find(static_cast<char32_t>(before)) != never_inside.npos) odd += 4;
        }
        // A sign other than punctuation attached to a letter: "Ren¤".
        const auto is_sign = [](UChar32 x) {
            return x >= 0xA0 && !u_isalnum(x) && !u_ispunct(x) && !u_isspace(x) && x != 0xD7;
        };
        if ((letter && is_sign(before) && !is_mark(before)) || (after_letter && is_sign(c) && !is_mark(c))) odd += 1;
        earlier = before;
        before = c;
    }
    return odd;
}

std::uint32_t capitalised_words(std::string_view text) {
    std::uint32_t words = 0, small = 0;
    bool begun = false;
    UChar32 before = ' ';
    const auto end_word = [&] {
        words += begun && small > 2;
        begun = false;
        small = 0;
    };
    while (!text.empty()) {
        const auto next = utf8::decode(text);
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
        const auto c = static_cast<UChar32>(next.code_point);
        const bool is_latin = c < 0x370;
        if (is_latin || !u_isalpha(c)) {
            end_word();
        } else if (u_isupper(c)) {
            end_word();
            begun = !u_isalpha(before);
        } else if (u_islower(c)) {
            ++small;
        } else {
            begun = false;
        }
        before = c;
    }
    end_word();
    return words;
}

namespace {

/// Returns the languages of the table of letter pairs, in its order.
const std::vector<std::string_view>& spelled_languages() {
    static const std::vector<std::string_view> all = [] {
        std::vector<std::string_view> names = {
#define LETTER_PAIRS(language, bits, pairs) language,
#include "importers/text/letter_pairs.def"
#undef LETTER_PAIRS
        };
        names.erase(std::unique(names.begin(), names.end()), names.end());
        return names;
    }();
    return all;
}

/// Bits for each language written in Latin script.
using BitsByLanguage = std::vector<std::uint32_t>;

/// Bits of a pair that a language does not have, of a word of a language other than that of the text, and of a text in
/// a language other than that of its moves.
constexpr std::uint32_t unknown_pair = 15, word_elsewhere = 4, text_elsewhere = 8;

char32_t pair_of(UChar32 first, UChar32 second) {
    return static_cast<char32_t>(first) << 16 | static_cast<char32_t>(second);
}

/// Returns what each pair of letters costs in each language, by the pair; `_` is the edge of a word.
const std::unordered_map<char32_t, BitsByLanguage>& letter_pairs() {
    static const auto all = [] {
        std::unordered_map<char32_t, BitsByLanguage> found;
        const BitsByLanguage unknown(spelled_languages().size(), unknown_pair);
        const auto add = [&](std::string_view language, std::uint32_t bits, std::string_view pairs) {
            const auto column = std::ranges::find(spelled_languages(), language) - spelled_languages().begin();
            while (!pairs.empty()) {
                const auto first = utf8::decode(pairs);
                pairs.remove_prefix(first.length);
                const auto second = utf8::decode(pairs);
                pairs.remove_prefix(std::min<std::size_t>(second.length + 1, pairs.size()));
                const char32_t pair =
                    pair_of(static_cast<UChar32>(first.code_point), static_cast<UChar32>(second.code_point));
                found.try_emplace(pair, unknown).first->second[static_cast<std::size_t>(column)] = bits;
            }
        };
#define LETTER_PAIRS(language, bits, pairs) add(language, bits, pairs);
#include "importers/text/letter_pairs.def"
#undef LETTER_PAIRS
        return found;
    }();
    return all;
}

bool is_punctuation(UChar32 c) {
    static constexpr std::u32string_view others = U"¡¿·…";
    const auto pairs_and_dashes = U_GC_PI_MASK | U_GC_PF_MASK | U_GC_PS_MASK | U_GC_PE_MASK | U_GC_PD_MASK;
    return (U_GET_GC_MASK(c) & pairs_and_dashes) != 0 || others.find(static_cast<char32_t>(c)) != others.npos;
}

/// Returns the words of a text that have a letter or sign beyond ASCII beside a letter, each once, in small letters.
std::set<std::u32string> spelled_words(std::string_view text) {
    std::set<std::u32string> words;
    std::u32string word;
    bool tells = false;
    const auto end_word = [&] {
        if (tells) words.insert(word);
        word.clear();
        tells = false;
    };
    while (!text.empty()) {
        const auto next = utf8::decode(text);
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
        const auto c = static_cast<UChar32>(next.code_point);
        const bool is_other = c >= 0x80 && !is_punctuation(c) && !u_isspace(c);
        if (u_isalpha(c) || is_other) {
            word += static_cast<char32_t>(u_tolower(c));
            tells = tells || c >= 0x80;
        } else {
            end_word();
        }
    }
    end_word();
    return words;
}

/// Returns the bits of a word in each language; 0 for a word of another script.
BitsByLanguage bits_of_word(std::u32string_view word) {
    BitsByLanguage bits(spelled_languages().size());
    const auto is_latin = [](char32_t c) { return c < 0x370; };
    if (!std::ranges::any_of(word, is_latin)) return bits;
    const auto& pairs = letter_pairs();
    char32_t before = U'_';
    for (std::size_t i = 0; i <= word.size(); ++i) {
        const char32_t c = i < word.size() ? word[i] : U'_';
        if (before >= 0x80 || c >= 0x80) {
            const auto found = pairs.find(pair_of(static_cast<UChar32>(before), static_cast<UChar32>(c)));
            for (std::size_t language = 0; language < bits.size(); ++language)
                bits[language] += found == pairs.end() ? unknown_pair : found->second[language];
        }
        before = c;
    }
    return bits;
}

}  // namespace

std::uint32_t spelling_bits(std::string_view text, std::string_view language_of_moves) {
    const std::vector<std::string_view>& languages = spelled_languages();
    BitsByLanguage total(languages.size());
    bool any = false;
    for (const std::u32string& word : spelled_words(text)) {
        const BitsByLanguage bits = bits_of_word(word);
        const std::uint32_t elsewhere = *std::ranges::min_element(bits) + word_elsewhere;
        for (std::size_t i = 0; i < bits.size(); ++i) total[i] += std::min(bits[i], elsewhere);
        any = any || elsewhere > word_elsewhere;
    }
    for (std::size_t i = 0; any && i < languages.size(); ++i)
        if (languages[i] != language_of_moves) total[i] += text_elsewhere;
    return *std::ranges::min_element(total);
}

}  // namespace cofnod::importers
