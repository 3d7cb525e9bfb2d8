#include "importers/text/derived_text.hpp"

#include <unicode/ubidi.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <cassert>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

void DerivedText::begin_stretch(const Stretch& stretch) {
    assert(stretches_.empty() || stretches_.back().from <= stretch.from);
    stretches_.push_back(stretch);
}

void DerivedText::copy(std::size_t begin, std::size_t end, std::size_t at) {
    if (begin == end) return;
    const auto goes_on = [&](const Stretch& last) {
        const std::size_t size = text_.size() - last.begin;
        return last.copied && last.from + size == at && last.seen + size == begin;
    };
    if (stretches_.empty() || !goes_on(stretches_.back())) begin_stretch({text_.size(), at, begin, true});
    text_ += from_.substr(begin, end - begin);
}

void DerivedText::add(std::string_view made, std::size_t at, std::size_t seen) {
    if (made.empty()) return;
    begin_stretch({text_.size(), at, seen, false});
    text_ += made;
}

std::size_t DerivedText::whence(std::size_t offset, bool seen) const {
    if (offset == 0 && !seen) return 0;
    if (offset >= text_.size()) return from_.size();
    const auto behind = std::ranges::upper_bound(stretches_, offset, {}, &Stretch::begin);
    const Stretch& stretch = *(behind - 1);
    return (seen ? stretch.seen : stretch.from) + (stretch.copied ? offset - stretch.begin : 0);
}

namespace {

constexpr char32_t tatweel = 0x640;
constexpr std::u32string_view only_at_the_end = U"ةىךםןףץ\u0640";

std::u32string decoded(std::string_view text) {
    std::u32string decoded;
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        decoded += next.length == 0 ? char32_t{0xFFFD} : next.code_point;
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
    }
    return decoded;
}

std::string encoded(std::u32string_view text) {
    std::string bytes;
    for (const char32_t c : text) utf8::append(bytes, c);
    return bytes;
}

bool is_right_to_left(char32_t c) {
    const auto direction = u_charDirection(static_cast<UChar32>(c));
    return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

bool is_word_letter(char32_t c) {
    return c == tatweel || (is_right_to_left(c) && u_isalpha(static_cast<UChar32>(c))) ||
           u_charType(static_cast<UChar32>(c)) == U_NON_SPACING_MARK;
}

bool is_known(const std::string& word, const notation::Languages& languages) {
    return languages.find_header(word) || languages.find_month(word) || languages.find_result_phrase(word);
}

void add_word(OrderSigns& signs, std::u32string_view word, const notation::Languages& languages) {
    constexpr std::size_t shortest_known = 3, shortest_with_article = 4;
    constexpr std::u32string_view article = U"ال", reversed_article = U"لا";
    if (word.size() < 2) return;
    signs.logical += only_at_the_end.find(word.back()) != only_at_the_end.npos;
    signs.visual += only_at_the_end.find(word.front()) != only_at_the_end.npos;
    if (word.size() >= shortest_with_article) {
        signs.logical += word.starts_with(article);
        signs.visual += word.ends_with(reversed_article);
    }
    if (word.size() >= shortest_known) {
        const std::string as_it_stands = encoded(word);
        signs.logical += is_known(as_it_stands, languages);
        signs.visual += is_known(notation::turned(as_it_stands), languages);
    }
}

/// Returns the value of a run of digits of any script; nullopt if it is empty or longer than a move number.
std::optional<int> number_in(std::u32string_view digits) {
    constexpr std::size_t most_digits = 3;
    if (digits.empty() || digits.size() > most_digits) return std::nullopt;
    int number = 0;
    for (const char32_t c : digits) number = number * 10 + u_charDigitValue(static_cast<UChar32>(c));
    return number;
}

bool is_digit(char32_t c) { return u_charType(static_cast<UChar32>(c)) == U_DECIMAL_DIGIT_NUMBER; }

void add_numbers(OrderSigns& signs, std::u32string_view line) {
    std::optional<int> left_before, right_before;
    for (std::size_t at = line.find('.'); at != line.npos; at = line.find('.', at + 1)) {
        std::size_t begin = at, end = at + 1;
        while (begin > 0 && is_digit(line[begin - 1])) --begin;
        while (end < line.size() && is_digit(line[end])) ++end;
        const auto left = number_in(line.substr(begin, at - begin));
        const auto right = number_in(line.substr(at + 1, end - at - 1));
        signs.logical += left && end == at + 1;
        signs.visual += right && begin == at;
        signs.logical += left && left_before && *left == *left_before + 1;
        signs.visual += right && right_before && *right == *right_before - 1;
        left_before = left;
        right_before = right;
    }
}

}  // namespace

OrderSigns signs_of_words(std::string_view text, const notation::Languages& languages) {
    OrderSigns signs;
    const std::u32string all = decoded(text);
    for (auto at = all.begin(); at != all.end();) {
        const auto begin = std::find_if(at, all.end(), is_word_letter);
        at = std::find_if_not(begin, all.end(), is_word_letter);
        add_word(signs, {begin, at}, languages);
    }
    return signs;
}

OrderSigns signs_of_numbers(std::string_view text) {
    OrderSigns signs;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\n\r"), text.size());
        const std::u32string line = decoded(text.substr(0, end));
        if (std::any_of(line.begin(), line.end(), is_right_to_left)) add_numbers(signs, line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return signs;
}

namespace {

struct CloseBidi {
    void operator()(UBiDi* bidi) const { ubidi_close(bidi); }
};
using Bidi = std::unique_ptr<UBiDi, CloseBidi>;

struct Character {
    char32_t code = 0;
    std::size_t at = 0;  ///< byte in the text
};

constexpr char32_t right_to_left_mark = 0x200F, neutral_sign = '|';

bool is_blank(char32_t c) { return c == ' ' || c == '\t' || c == 0xA0; }
bool is_combining(char32_t c) { return (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0; }

/// Recognises `[White "ىفروم لوب"]`: tags written by a program are displayed from left to right.
bool is_tag_from_the_left(std::string_view line) { return line.size() > 2 && line[0] == '[' && is_upper(line[1]); }

std::vector<Character> characters(std::string_view text, std::size_t begin, std::size_t end) {
    std::vector<Character> found;
    while (begin < end) {
        const auto next = utf8::decode(text.substr(begin, end - begin));
        found.push_back({next.length == 0 ? 0xFFFD : next.code_point, begin});
        begin += std::max<std::size_t>(next.length, 1);
    }
    return found;
}

bool is_castle(const std::u32string& line, std::size_t at) {
    return at + 2 < line.size() && (line[at] == 'O' || line[at] == '0') && line[at + 1] == '-' &&
           line[at + 2] == line[at];
}

/// Returns the end of one castling, or of both sides' castlings.
std::size_t castlings_end(const std::u32string& line, std::size_t at) {
    for (;; ++at) {
        at += 3;
        if (is_castle(line, at - 1)) at += 2;
        const bool another = at < line.size() && is_blank(line[at]) && is_castle(line, at + 1);
        if (!another) return at;
    }
}

std::size_t number_end(const std::u32string& line, std::size_t at) {
    while (at < line.size() && is_digit(line[at])) ++at;
    return at;
}

/// Returns true if the 8 of `X O-O 6.8` is the number of White's castling and X6 the move after it; otherwise Black has
/// castled, and 6. X8 is next. Decided by the numbers to the left in the line, else by the words to the right.
bool is_whites_castling(const std::u32string& line, std::size_t castle, std::size_t behind, std::size_t rank,
                        std::size_t number) {
    for (std::size_t at = castle; at-- > 0;) {
        if (line[at] != '.' || !is_digit(line[at + 1])) continue;
        const bool rank_follows = at > 0 && is_digit(line[at - 1]);  // 6.5 and a file
        const std::size_t last = rank_follows ? at - 1 : number_end(line, at + 1) - 1;
        const std::size_t next = line[last] - U'0';
        if (rank != number && (next == number + 1 || next == rank + 1)) return next == number + 1;
        break;
    }
    std::size_t words = 0;
    for (std::size_t at = behind; at < line.size() && line[at] != '.'; ++at)
        words += is_blank(line[at]) && at + 2 < line.size() && !is_blank(line[at + 2]);  // not the `ب` of a pawn
    return words % 2 == 0;
}

bool has_latin_square(const std::u32string& line) {
    for (std::size_t at = 0; at + 1 < line.size(); ++at)
        if (line[at] >= 'a' && line[at] <= 'h' && line[at + 1] >= '1' && line[at + 1] <= '8') return true;
    return false;
}

/// Returns the place of the rank in `O-O 7 7دبح`: where letters precede their rank, it is between a castling and the
/// letters.
std::optional<std::size_t> rank_of_letters(const std::u32string& line, std::size_t begin, std::size_t end) {
    const bool letter_behind = end < line.size() && u_isalpha(static_cast<UChar32>(line[end])) && line[end] > 0x2FF;
    const bool is_rank = letter_behind && begin + 2 <= end && line[end - 2] == ' ' && is_digit(line[end - 1]);
    return is_rank ? std::optional(end - 2) : std::nullopt;
}

/// Maximum length of a number, a rank and a result; a line may consist of castlings and digits alone.
constexpr std::size_t most_behind_castling = 32;

/// Returns the start of the move number in `O-O.12`, `O-O 6.8`: castlings are Latin and would take the numbers after
/// them along.
std::optional<std::size_t> number_behind_castling(const std::u32string& line, std::size_t castle, bool latin_squares) {
    const std::size_t at = castlings_end(line, castle);
    const std::size_t most_end = std::min(at + most_behind_castling, line.size());
    const std::u32string_view text = std::u32string_view(line).substr(0, most_end);
    const std::size_t tail_end = std::min(text.find_first_not_of(U"0123456789.-/ ", at), most_end);
    if (const auto rank = rank_of_letters(line, at, tail_end); rank && !latin_squares) return rank;
    const std::size_t apart = text.substr(at, tail_end - at).find(U" .");  // O-O 6 .8
    if (apart != line.npos && at + apart + 2 < line.size() && is_digit(line[at + apart + 2])) return at + apart;
    const std::size_t first = at < line.size() && is_blank(line[at]) ? at + 1 : at;
    std::size_t end = first;
    while (end < most_end && (is_digit(line[end]) || line[end] == '-' || line[end] == '/')) ++end;
    if (end + 1 >= line.size() || line[end] != '.' || !is_digit(line[end + 1])) return std::nullopt;
    const std::size_t behind = number_end(line, end + 1);
    if (behind + 1 < line.size() && line[behind] == '.' && is_digit(line[behind + 1])) return behind;  // O-O 6.4.5
    const bool is_letter_on_the_left = castle > 0 && line[castle - 1] != '.';
    const bool is_one_number = end > first && number_end(line, first) == end;
    if (!is_letter_on_the_left || !is_one_number) return end;
    const auto is_rank = [&](std::size_t from, std::size_t to) { return to == from + 1 && line[from] < '9'; };
    if (!is_rank(first, end)) return std::nullopt;
    if (!is_rank(end + 1, behind)) return end;
    const bool is_whites = is_whites_castling(line, castle, behind, line[first] - U'0', line[end + 1] - U'0');
    return is_whites ? std::optional(end) : std::nullopt;
}

/// Marks the boundary between a castling or a mate sign and the number after it: `#4جو`.
void part_numbers_from_signs(std::vector<Character>& characters) {
    std::u32string line;
    for (const Character& c : characters) line += c.code;
    const bool latin_squares = has_latin_square(line);
    std::vector<std::size_t> marks;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '#' && at + 1 < line.size() && is_digit(line[at + 1])) marks.push_back(at + 1);
        if (!is_castle(line, at) || (at > 0 && is_digit(line[at - 1]))) continue;
        if (const auto mark = number_behind_castling(line, at, latin_squares)) marks.push_back(*mark);
        at = castlings_end(line, at);
    }
    std::vector<Character> parted;
    std::size_t copied = 0;
    for (const std::size_t mark : marks) {
        parted.insert(parted.end(), characters.begin() + static_cast<std::ptrdiff_t>(copied),
                      characters.begin() + static_cast<std::ptrdiff_t>(mark));
        parted.push_back({right_to_left_mark, characters[mark].at});
        copied = mark;
    }
    parted.insert(parted.end(), characters.begin() + static_cast<std::ptrdiff_t>(copied), characters.end());
    characters = std::move(parted);
}

/// Appends a run of a line, as cut by the bidirectional algorithm.
void append_run(std::vector<Character>& out, const std::vector<Character>& line, const std::vector<std::size_t>& at,
                std::int32_t begin, std::int32_t length, bool right_to_left) {
    const std::size_t first = at[static_cast<std::size_t>(begin)];
    const std::size_t last = at[static_cast<std::size_t>(begin + length)];
    if (!right_to_left) {
        out.insert(out.end(), line.begin() + static_cast<std::ptrdiff_t>(first),
                   line.begin() + static_cast<std::ptrdiff_t>(last));
        return;
    }
    for (std::size_t end = last; end > first;) {
        std::size_t base = end - 1;
        while (base > first && is_combining(line[base].code)) --base;
        for (std::size_t i = base; i < end; ++i)
            out.push_back({static_cast<char32_t>(u_charMirror(static_cast<UChar32>(line[i].code))), line[i].at});
        end = base;
    }
}

int bracket_type(char32_t c) { return u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_BIDI_PAIRED_BRACKET_TYPE); }

/// Returns true if brackets nest deeper than the bidirectional algorithm requires (its rule BD16); ICU follows all of
/// them, in quadratic time.
bool nests_too_deep(const std::vector<Character>& line) {
    constexpr int deepest = 63;
    int depth = 0;
    for (const Character& c : line) {
        const int type = bracket_type(c.code);
        if (type == U_BPT_OPEN && ++depth > deepest) return true;
        if (type == U_BPT_CLOSE && depth > 0) --depth;
    }
    return false;
}

/// Returns the characters of a line in logical order: the bidirectional algorithm is its own inverse.
std::vector<Character> turned(const std::vector<Character>& line, bool from_the_left) {
    const bool brackets_are_pairs = !nests_too_deep(line);
    icu::UnicodeString units;
    std::vector<std::size_t> at;  // the character of each UTF-16 unit
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char32_t code = line[i].code;
        units.append(
            static_cast<UChar32>(brackets_are_pairs || bracket_type(code) == U_BPT_NONE ? code : neutral_sign));
        at.resize(static_cast<std::size_t>(units.length()), i);
    }
    at.push_back(line.size());
    UErrorCode status = U_ZERO_ERROR;
    const Bidi bidi(ubidi_open());
    ubidi_setPara(bidi.get(), units.getBuffer(), units.length(), from_the_left ? UBIDI_LTR : UBIDI_RTL, nullptr,
                  &status);
    const std::int32_t runs = ubidi_countRuns(bidi.get(), &status);
    if (U_FAILURE(status)) return line;
    std::vector<Character> out;
    for (std::int32_t run = 0; run < runs; ++run) {
        std::int32_t begin = 0, length = 0;
        const bool right_to_left = ubidi_getVisualRun(bidi.get(), run, &begin, &length) == UBIDI_RTL;
        append_run(out, line, at, begin, length, right_to_left);
    }
    return out;
}

/// Returns the start of the word of each character, as a byte offset in the line.
std::vector<std::size_t> word_begins(const std::vector<Character>& line, std::size_t size) {
    std::vector<std::size_t> begins(size);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const std::size_t at = line[i].at - line.front().at;
        if (i > 0 && is_blank(line[i - 1].code)) begin = at;
        begins[at] = begin;
    }
    return begins;
}

void add_turned(DerivedText& text, std::size_t begin, std::size_t end) {
    const std::string_view line = text.from().substr(begin, end - begin);
    std::vector<Character> seen = characters(text.from(), begin, end);
    const std::vector<std::size_t> begins = word_begins(seen, line.size());
    part_numbers_from_signs(seen);
    std::string word;
    std::size_t word_at = begin;
    // Places never decrease, although the words of a turned line do: if a line contains several games, each gets as
    // many bytes of the line as its words have, even if these bytes belong to another game.
    std::size_t done = 0;
    const auto add = [&] {
        std::size_t at = std::min(done, line.size());
        const auto in_character = [&] {
            return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80;
        };
        for (int i = 0; i < 3 && at > 0 && in_character(); ++i) --at;
        text.add(word, begin + at, word_at);
        done += word.size();
        word.clear();
    };
    for (const Character& c : turned(seen, is_tag_from_the_left(line))) {
        if (c.code == right_to_left_mark) continue;
        if (word.empty()) word_at = is_blank(c.code) ? c.at : begin + begins[c.at - begin];
        utf8::append(word, c.code);
        if (is_blank(c.code)) add();
    }
    add();
}

}  // namespace

DerivedText logical_text(std::string_view visual) {
    DerivedText text(visual);
    for (std::size_t begin = 0; begin < visual.size();) {
        const std::size_t end = std::min(visual.find_first_of("\n\r", begin), visual.size());
        if (end > begin) add_turned(text, begin, end);
        const std::size_t next = std::min(visual.find_first_not_of("\n\r", end), visual.size());
        text.copy(end, next);
        begin = next;
    }
    return text;
}

const notation::Language* logical_form(const notation::Language* language, const notation::Languages& languages) {
    if (!language || !language->is_visual()) return language;
    const notation::LanguageData& data = language->data();
    for (const notation::Language& other : languages)
        if (!other.is_visual() && other.data().pieces == data.pieces && other.data().files == data.files &&
            other.rank_first() == language->rank_first())
            return &other;
    return language;
}

}  // namespace cofnod::importers
