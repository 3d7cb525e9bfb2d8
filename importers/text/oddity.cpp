#include "importers/text/oddity.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace cofnod::importers {

namespace {

/// Matches `f3`, `bxd5`, `1e2`, `x4` and a letter: what follows the letter of a piece, whichever it is.
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
    static constexpr std::u32string_view never_ours = U"ƒˆ";  // "â" and "ê" of DOS, read as of Windows
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
        if (c >= 0x2500 && c < 0x25A0) odd += 4;  // lines and boxes of DOS
        if (never_ours.find(next.code_point) != never_ours.npos) odd += 4;
        // They end a word, but for an alef: "الأبٍض" was "الأبيض" of Windows.
        if (letter && before >= 0x064B && before <= 0x064D && c != 0x0627 && c != 0x0649) odd += 4;
        if (letter && u_isalpha(earlier) && quotes.find(static_cast<char32_t>(before)) != quotes.npos)
            odd += 4;  // "Si“n" was Welsh of DOS
        const bool is_form_of_mark = c >= 0xFE70 && c < 0xFE80;
        if ((is_mark(c) || is_form_of_mark) && !after_letter) odd += 4;
        // Vowel marks and marks of direction belong to Arabic: "Gًyn" was Welsh.
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

}  // namespace cofnod::importers
