#include "importers/decoder/running/running_text.hpp"

#include <unicode/uchar.h>

#include <algorithm>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "importers/decoder/running/words.hpp"

namespace cofnod::importers::running {

namespace {

/// Returns the sign that represents a code point; 0: none.
char32_t comparable(char32_t c) {
    if (c < 0x80) return c;
    if (c >= 0x2010 && c <= 0x2015) return U'-';
    switch (c) {
        case 0x2212:
        case 0xAD: return U'-';
        case 0xD7: return U'x';
        case 0x2018:
        case 0x2019:
        case 0xB4:
        case 0x2032: return U'\'';
        case 0x201C:
        case 0x201D:
        case 0x201E: return U'"';
        case 0x60C: return U',';
        case 0x61B: return U';';
        case 0x61F: return U'?';
        case 0xFEFF:
        case 0x200B:
        case 0x200C:
        case 0x200D:
        case 0x200E:
        case 0x200F:
        case 0x0640: return 0;
        default: break;
    }
    if (c >= 0x064B && c <= 0x0652) return 0;                                                          // vowel marks
    if (c == 0xB9 || c == 0xB2 || c == 0xB3 || c == 0x2070 || (c >= 0x2074 && c <= 0x2079)) return 0;  // of notes
    if (c >= 0x0660 && c <= 0x0669) return U'0' + (c - 0x0660);
    if (c >= 0x06F0 && c <= 0x06F9) return U'0' + (c - 0x06F0);
    if (c >= 0xFF10 && c <= 0xFF19) return U'0' + (c - 0xFF10);
    return c;
}

bool is_blank(char32_t c) {
    return c == U' ' || c == U'\t' || c == U'\r' || c == U'\f' ||
           (c >= 0x80 && u_isUWhiteSpace(static_cast<UChar32>(c)));
}

/// Calls `take(sign, byte)` for each code point of a text; a byte that is no UTF-8 is a sign of its own.
template <typename Take>
void for_each_code_point(std::string_view text, Take take) {
    std::uint32_t at = 0;
    while (at < text.size()) {
        const utf8::Decoded next = utf8::decode(text.substr(at));
        take(next.length > 0 ? next.code_point : char32_t{0xFFFD}, at);
        at += std::max<std::uint32_t>(next.length, 1);
    }
}

/// Measures how much of each line is words in small letters.
class ProseOfLine {
public:
    void add(char32_t c) {
        ++size_;
        if (is_letter_sign(c) && !is_capital_sign(c)) {
            ++run_;
            return;
        }
        end_run();
    }
    [[nodiscard]] bool end_line() {
        end_run();
        static constexpr std::size_t least = 10, parts = 4;
        const bool is_prose = letters_ * parts > size_ + least;
        size_ = letters_ = 0;
        return is_prose;
    }

private:
    void end_run() {
        static constexpr std::size_t shortest_word = 3;
        if (run_ >= shortest_word) letters_ += run_;
        run_ = 0;
    }
    std::size_t size_ = 0, letters_ = 0, run_ = 0;
};

}  // namespace

bool is_number_sign(char32_t sign) { return sign >= U'0' && sign <= U'9'; }

bool is_letter_sign(char32_t sign) {
    if (sign < 0x80) return is_letter(static_cast<char>(sign));
    return u_isalpha(static_cast<UChar32>(sign)) != 0;
}

bool is_capital_sign(char32_t sign) {
    if (sign < 0x80) return is_upper(static_cast<char>(sign));
    return u_isupper(static_cast<UChar32>(sign)) != 0;
}

bool is_small_sign(char32_t sign) {
    if (sign < 0x80) return is_lower(static_cast<char>(sign));
    return u_islower(static_cast<UChar32>(sign)) != 0;
}

std::u32string comparable(std::string_view text) {
    std::u32string signs;
    for_each_code_point(text, [&](char32_t c, std::uint32_t) {
        if (c == 0x2026)
            signs += U"...";
        else if (const char32_t sign = comparable(c); sign && !is_blank(c) && c != U'\n')
            signs += sign;
    });
    return signs;
}

RunningText::RunningText(std::string_view bytes, std::uint32_t begin, std::uint32_t end, const WordsOfText& words,
                         std::span<const Diagram> boards, std::span<const Extent> stamps)
    : bytes_(bytes), begin_(begin), end_(end) {
    const auto first_board = std::ranges::lower_bound(boards, begin, {}, &Diagram::begin);
    const auto last_board = std::ranges::lower_bound(boards, end, {}, &Diagram::begin);
    boards_ = boards.subspan(static_cast<std::size_t>(first_board - boards.begin()),
                             static_cast<std::size_t>(last_board - first_board));
    std::vector<Extent> left_out(stamps.begin(), stamps.end());
    for (const Diagram& board : boards_) left_out.emplace_back(board.begin, board.end);
    std::ranges::sort(left_out);
    read_signs(words, left_out);
    measure_brackets();
    find_numbers();
    find_ends(words);
}

void RunningText::read_signs(const WordsOfText& words, std::span<const Extent> left_out) {
    static constexpr std::int32_t tab = 8;
    std::int32_t line = 0, column = 0;
    bool is_first_in_line = true, is_line_empty = true, is_above_empty = true, is_cue = false;
    bool is_supposed = false;  // in this sentence
    int blanks = 0;
    char32_t before = U' ';
    std::u32string word;
    ProseOfLine prose_of_line;
    std::size_t begin_of_line = 0;
    const auto end_line = [&] {
        if (prose_of_line.end_line())
            for (std::size_t i = begin_of_line; i < places_.size(); ++i) places_[i].flags |= prose;
        begin_of_line = places_.size();
        ++line;
        column = 0;
        is_above_empty = is_line_empty;
        is_first_in_line = is_line_empty = true;
        before = U' ';
        blanks = 0;
    };
    const auto end_word = [&] {
        if (!word.empty()) {
            is_cue = words.cues.contains(word);
            is_supposed = is_supposed || words.cues.supposes(word);
        }
        word.clear();
    };
    const auto add = [&](char32_t c, std::uint32_t byte) {
        const bool is_number = is_number_sign(c), is_letter = is_letter_sign(c);
        std::uint8_t flags = 0;
        if (blanks == 0 && !is_first_in_line) flags |= glued;
        if (!is_word_sign(before) || is_number_sign(before) != is_number) flags |= apart;
        if (is_first_in_line) flags |= first;
        if (is_first_in_line && is_above_empty) flags |= paragraph;
        if (is_first_in_line || blanks > 1) flags |= wide;
        if (!is_letter && !(c == U'.' && !word.empty())) end_word();
        if (blanks > 0 || is_first_in_line) end_word();
        if (is_letter || c == U'.') {
            if (is_cue && word.empty() && is_letter) flags |= cue;
            if (is_letter || !word.empty()) word += c;
        } else if (is_cue) {
            flags |= cue;
        }
        is_cue = is_cue && is_one_of(c, ",:([");
        const bool ends_sentence = is_one_of(c, "!?;") || (c == U'.' && !is_number_sign(before));
        if (ends_sentence || (is_first_in_line && (is_number || is_above_empty))) is_supposed = false;
        if (is_supposed) flags |= supposed;
        places_.push_back({byte, line, static_cast<std::uint16_t>(std::min(column, 0xFFFF)), flags, 0});
        signs_ += c;
        ++column;
        before = c;
        blanks = 0;
        is_first_in_line = is_line_empty = false;
    };
    for_each_code_point(bytes(), [&](char32_t c, std::uint32_t at) {
        const std::uint32_t byte = begin_ + at;
        if (c == U'\n') {
            line_begins_.push_back(byte + 1);
            end_word();
            return end_line();
        }
        if (is_blank(c)) {
            column += c == U'\t' ? tab - column % tab : 1;
            ++blanks;
            before = U' ';
            return end_word();
        }
        while (!left_out.empty() && left_out.front().second <= byte) left_out = left_out.subspan(1);
        if (!left_out.empty() && left_out.front().first <= byte) return;
        prose_of_line.add(c);
        if (c == 0x2026)
            for (int i = 0; i < 3; ++i) add(U'.', byte);
        else if (const char32_t sign = comparable(c))
            add(sign, byte);
    });
    end_line();
    line_count_ = line;
}

std::uint32_t RunningText::end_byte(PlaceInText at) const {
    if (at <= 0) return 0;
    const std::uint32_t begin = byte(at - 1);
    return begin + std::max<std::uint32_t>(utf8::decode(bytes_.substr(begin)).length, 1);
}

bool RunningText::may_be_move(PlaceInText at) const {
    static constexpr PlaceInText shortest = 3, longest = 9;
    PlaceInText end = at;
    int digits = 0, letters = 0;
    while (end < size() && end - at <= longest && (end == at || is_glued(end)) && !is_one_of((*this)[end], ",;.")) {
        const char32_t c = (*this)[end++];
        digits += is_number_sign(c) || c == U'-';
        letters += is_letter_sign(c);
    }
    if (end - at == shortest - 1) return is_glued(at);  // to the number: `1.eâ`
    return end - at >= shortest && end - at <= longest && digits > 0 && letters > 0;
}

PlaceInText RunningText::place_of(std::uint32_t byte) const {
    const auto at = std::ranges::lower_bound(places_, byte, {}, &Sign::begin);
    return static_cast<PlaceInText>(at - places_.begin());
}

void RunningText::measure_brackets() {
    static constexpr PlaceInText longest_square = 8;
    static constexpr std::int8_t deepest = 100;
    std::vector<PlaceInText> open;
    std::vector<std::int8_t> change(places_.size() + 1, 0);
    for (PlaceInText i = 0; i < size(); ++i) {
        if (has(i, paragraph)) {
            open.clear();
            if (const PlaceInText end = end_of_note(i); end > i) {
                ++change[static_cast<std::size_t>(i)];
                --change[static_cast<std::size_t>(end)];
            }
        }
        const char32_t c = (*this)[i];
        if (c == U'(' || c == U'[') open.push_back(i);
        if ((c != U')' && c != U']') || open.empty()) continue;
        const PlaceInText begin = open.back();
        open.pop_back();
        if (i - begin <= longest_square) continue;
        auto& up = change[static_cast<std::size_t>(begin)];
        auto& down = change[static_cast<std::size_t>(i) + 1];
        if (up < deepest && down > -deepest) ++up, --down;
    }
    int depth = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        depth += change[i];
        places_[i].depth = static_cast<std::int8_t>(std::min<int>(depth, deepest));
    }
}

/// Returns the end of a paragraph that begins with the mark of a note in the text above it, `(a)` or `[1]`; the place
/// itself if there is none.
PlaceInText RunningText::end_of_note(PlaceInText at) const {
    static constexpr PlaceInText size_of_mark = 3, reach = 1 << 14;
    const std::u32string_view mark = from(at).substr(0, size_of_mark);
    if (mark.size() < size_of_mark) return at;
    const bool is_mark = (mark[0] == U'(' && mark[2] == U')' && is_letter_sign(mark[1])) ||
                         (mark[0] == U'[' && mark[2] == U']' && is_word_sign(mark[1]));
    const PlaceInText begin = std::max(0, at - reach);
    if (!is_mark || from(begin).substr(0, static_cast<std::size_t>(at - begin)).find(mark) == std::u32string_view::npos)
        return at;
    PlaceInText end = at + 1;
    while (end < size() && !has(end, paragraph)) ++end;
    return end;
}

void RunningText::find_numbers() {
    static constexpr PlaceInText longest = 3, most_signs = 14;
    const auto is_like = [&](PlaceInText at) {
        const char32_t c = (*this)[at];
        return is_number_sign(c) || is_one_of(c, "lIO") || (c == U']' && is_apart(at) && !is_glued(at));
    };
    for (PlaceInText i = 0; i < size();) {
        const bool is_inside = is_glued(i) && is_word_sign((*this)[i - 1]);
        if (!is_like(i) || is_inside) {
            ++i;
            continue;
        }
        PlaceInText end = i, digits = 0;
        while (end < size() && (end == i || is_glued(end)) && is_like(end)) digits += is_number_sign((*this)[end++]);
        const bool is_misread = digits < end - i;
        const bool is_word = is_misread && is_glued(end) && is_letter_sign((*this)[end]);
        if (end - i > longest || (digits == 0 && end - i > 1) || is_word) {
            i = end;
            continue;
        }
        NumberInText number{.is_misread = is_misread};
        for (PlaceInText k = i; k < end; ++k) {
            const char32_t c = (*this)[k];
            number.value = number.value * 10 + (is_number_sign(c) ? static_cast<int>(c - U'0') : c == U'O' ? 0 : 1);
        }
        number.has_open = i > 0 && is_one_of((*this)[i - 1], "([");
        number.begin = number.has_open ? i - 1 : i;
        number.line = line(i);
        number.column = sign(end - 1).column;
        number.is_first = begins_line(number.begin);
        number.may_be_column = has(number.begin, wide);
        const PlaceInText last = std::min(size(), end + most_signs);
        int dashes = 0;
        i = end;
        for (; end < last && is_one_of((*this)[end], ".,:;)]-*_|"); ++end) {
            const char32_t c = (*this)[end];
            number.has_close = number.has_close || c == U')' || c == U']';
            number.has_dot = number.has_dot || c == U'.';
            number.dots += is_one_of(c, ".*");
            dashes += c == U'-';
            if (end == i && c == U'-' && !number.is_first) {
                ++end;
                break;
            }
        }
        if (dashes > 1) number.dots += dashes;
        number.end = end;
        by_value_[number.value].push_back(static_cast<std::uint32_t>(numbers_.size()));
        numbers_.push_back(number);
    }
}

std::span<const std::uint32_t> RunningText::numbers_of(int value) const {
    const auto found = by_value_.find(value);
    return found == by_value_.end() ? std::span<const std::uint32_t>() : found->second;
}

void RunningText::find_ends(const WordsOfText& words) {
    for (PlaceInText i = 0; i < size(); ++i) {
        const EndWords::Found found = words.ends.at(*this, i);
        if (found == EndWords::Found::none) continue;
        ends_.push_back(i);
        if (found == EndWords::Found::strong) strong_ends_.push_back(i);
    }
}

}  // namespace cofnod::importers::running
