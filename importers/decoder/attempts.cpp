#include "importers/decoder/attempts.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <iterator>

#include "base/characters.hpp"
#include "importers/decoder/written_move.hpp"
#include "notation/language.hpp"
#include "notation/letters.hpp"

namespace cofnod::importers {

namespace {

using Text = std::u32string;

/// Letters that look alike in Latin, Cyrillic and Greek print.
constexpr std::u32string_view look_alikes[] = {
    U"AАΑ", U"BВΒ", U"CСϹ", U"EЕΕ", U"GԌ",  U"HНΗ", U"IІΙ", U"JЈ",  U"KКΚ", U"MМΜ", U"NΝ", U"OОΟ",
    U"PРΡ", U"SЅ",  U"TТΤ", U"XХΧ", U"YУΥ", U"ZΖ",  U"aаα", U"cсϲ", U"dԁ",  U"eе",  U"hһ", U"iі",
    U"kкκ", U"oоο", U"pрρ", U"xхχ", U"ФΦ",  U"ПΠ",  U"ДΔ",  U"ЛΛ",  U"ГΓ",  U"bЬь", U"вβ", U"дδ",
};

/// A misprint and its intended text: mostly a letter for a digit or a digit for a letter.
struct Misread {
    std::u32string_view printed, meant;
};
#define MISREADING(text, printed, meant) MISREADING_##text(printed, meant)
#define MISREADING_anywhere(printed, meant) {U##printed, U##meant},
#define MISREADING_recognised(printed, meant)
#define MISREADING_often(printed, meant)
constexpr Misread misread[] = {
#include "importers/decoder/misreadings.def"
};
#undef MISREADING_anywhere
#undef MISREADING_recognised
#undef MISREADING_often

Text decoded(std::string_view word) {
    Text text;
    while (!word.empty()) {
        const utf8::Decoded next = utf8::decode(word);
        if (next.length == 0) return {};
        text += next.code_point;
        word.remove_prefix(next.length);
    }
    return text;
}

std::string encoded(const Text& text) {
    std::string word;
    for (const char32_t c : text) utf8::append(word, c);
    return word;
}

char32_t upper(char32_t c) { return static_cast<char32_t>(u_toupper(static_cast<UChar32>(c))); }
char32_t lower(char32_t c) { return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c))); }

void add(Words& words, std::string_view word, std::string other) {
    if (!other.empty() && other != word && std::find(words.begin(), words.end(), other) == words.end())
        words.push_back(std::move(other));
}

/// Returns true if a letter or sign of the language contains `c`, such as the р of Кр.
bool uses(const notation::Language& language, char32_t c) {
    std::string letter;
    utf8::append(letter, c);
    const auto& spellings = language.letters().all();
    return std::any_of(spellings.begin(), spellings.end(), [&](const notation::Spelling& spelling) {
        return spelling.view().find(letter) != std::string_view::npos;
    });
}

/// Returns `c` and its look-alikes that the language uses.
Text options_for(char32_t c, const notation::Language& language) {
    Text options(1, c);
    for (const std::u32string_view row : look_alikes)
        if (row.find(c) != row.npos)
            std::copy_if(row.begin(), row.end(), std::back_inserter(options),
                         [&](char32_t other) { return other != c && uses(language, other); });
    return options;
}

/// A replacement of one misread sign in a text.
struct Change {
    std::size_t at;
    const Misread* how;
};

std::vector<Change> changes_of(const Text& text) {
    std::vector<Change> changes;
    for (std::size_t at = 0; at < text.size(); ++at)
        for (const Misread& how : misread)
            if (std::u32string_view(text).substr(at).starts_with(how.printed)) changes.push_back({at, &how});
    return changes;
}

Text changed(Text text, const Change& change) {
    return text.replace(change.at, change.how->printed.size(), change.how->meant);
}

/// Returns true for digits of any script, including `²` and `①`.
bool is_digit(char32_t c) {
    if (c < 0x80) return c >= '0' && c <= '9';
    const auto type = u_charType(static_cast<UChar32>(c));
    return type == U_DECIMAL_DIGIT_NUMBER || type == U_LETTER_NUMBER || type == U_OTHER_NUMBER;
}

bool may_name_square(const Text& text) {
    constexpr std::size_t longest_without = 6;  // O-O-O+
    return text.size() <= longest_without || std::any_of(text.begin(), text.end(), is_digit);
}

/// Effort of looking up a cached word, and of searching for look-alike letters.
constexpr std::size_t cost_of_memory = 2, cost_of_look_alikes = 30;

constexpr std::size_t longest_word = 24;  ///< code points; a longer word is not a misprinted move
constexpr std::size_t most_words = 400;

}  // namespace

Words in_other_case(std::string_view word) {
    const Text text = decoded(word);
    Words words;
    if (text.empty() || text.size() > longest_word) return words;
    Text first = text, all = text, rest = text;
    first[0] = upper(first[0]);
    for (char32_t& c : all) c = lower(c);
    for (char32_t& c : rest) c = lower(c);
    rest[0] = upper(rest[0]);
    for (const Text& other : {first, all, rest}) add(words, word, encoded(other));
    return words;
}

Words without_trimmings(std::string_view word) {
    static constexpr std::string_view after[] = {"N", "D", "(D)", "(N)", ",", ".", ";", ":", "'", "\"",
                                                 "”", "’", "»",   "*",   "/", "-", "_", "–", "—"};
    static constexpr std::string_view before[] = {".", ",", "'", "\"", "“", "„", "‘",
                                                  "«", "*", "-", "_",  ":", "–", "—"};
    Words words;
    std::string_view text = word;
    for (int count = 0; count < 6; ++count) {
        const std::size_t size = text.size();
        for (const auto mark : after)
            if (text.ends_with(mark)) {
                text.remove_suffix(mark.size());
                break;
            }
        if (text.size() == size)
            for (const auto mark : before)
                if (text.starts_with(mark)) {
                    text.remove_prefix(mark.size());
                    break;
                }
        if (text.size() == size) break;
        add(words, word, std::string(text));
    }
    return words;
}

Words in_look_alikes(std::string_view word, const notation::Language& language) {
    const Text text = decoded(word);
    if (text.empty() || text.size() > longest_word) return {};
    std::vector<Text> options;  // for each letter
    std::size_t count = 1;
    for (const char32_t c : text) {
        options.push_back(options_for(c, language));
        count *= options.back().size();
        if (count > most_words) return {};
    }
    Words words;
    Text other = text;
    for (std::size_t number = 0; number < count; ++number) {
        std::size_t rest = number;
        for (std::size_t i = 0; i < text.size(); rest /= options[i++].size())
            other[i] = options[i][rest % options[i].size()];
        if (other != text) words.push_back(encoded(other));
    }
    return words;
}

bool look_alike(char32_t one, char32_t other) {
    static constexpr char32_t first_greek = 0x370;  // rows have letters of several alphabets
    return std::max(one, other) >= first_greek && std::ranges::any_of(look_alikes, [&](std::u32string_view row) {
               return row.find(one) != row.npos && row.find(other) != row.npos;
           });
}

Misreadings misreadings(std::string_view word, bool with_square) {
    const Text text = decoded(word);
    Misreadings result;
    if (text.empty() || text.size() > longest_word) return result;
    const auto add_text = [&](Words& words, const Text& other) {
        if (!with_square || may_name_square(other)) add(words, word, encoded(other));
    };
    const std::vector<Change> changes = changes_of(text);
    for (const Change& change : changes) add_text(result.of_one, changed(text, change));
    for (std::size_t second = 0; second < changes.size(); ++second)
        for (std::size_t first = 0; first < second && result.of_two.size() < most_words; ++first) {
            if (changes[first].at + changes[first].how->printed.size() > changes[second].at) continue;
            add_text(result.of_two, changed(changed(text, changes[second]), changes[first]));
        }
    return result;
}

bool may_name_square(std::string_view word) { return may_name_square(decoded(word)); }

Words Attempts::moves_among(const Words& words, const notation::Language& language) {
    effort().spend(words.size());
    Words moves;
    std::copy_if(words.begin(), words.end(), std::back_inserter(moves), [&](const std::string& word) {
        return may_begin_with(language, word) && !read_whole_word(language, word).empty();
    });
    return moves;
}

const CloseRespellings& Attempts::close_respellings(const notation::Language& language, std::string_view word) {
    effort().spend(cost_of_memory);
    return close_.get(language.serial(), word, [&]() -> CloseRespellings {
        effort().spend(cost_of_look_alikes);
        const bool may_be_move = language.system() != notation::System::algebraic || may_name_square(word);
        const Words look_alikes = may_be_move ? in_look_alikes(word, language) : Words();
        return {moves_among(in_other_case(word), language), moves_among(without_trimmings(word), language),
                moves_among(look_alikes, language)};
    });
}

const Misreadings& Attempts::misread_moves(const notation::Language& language, std::string_view word) {
    effort().spend(cost_of_memory);
    return misread_.get(language.serial(), word, [&]() -> Misreadings {
        const bool with_square = language.system() == notation::System::algebraic;
        const Misreadings& all = misread_words_.get(with_square, word, [&] {
            Misreadings made = misreadings(word, with_square);
            effort().spend(made.of_one.size() + made.of_two.size());
            return made;
        });
        return {moves_among(all.of_one, language), moves_among(all.of_two, language)};
    });
}

}  // namespace cofnod::importers
