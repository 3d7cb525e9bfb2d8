#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/decoder/token.hpp"

namespace cofnod::importers::running {

struct WordsOfText;

/// A place in a text: the index of a sign.
using PlaceInText = std::int32_t;

/// Returns the signs of a text as the search compares them: without blanks, vowel marks and kashida; one sign for all
/// dashes, multiplication signs and quotation marks; European digits.
std::u32string comparable(std::string_view text);

bool is_number_sign(char32_t sign);
/// Returns true for a letter of any script.
bool is_letter_sign(char32_t sign);
bool is_capital_sign(char32_t sign);
bool is_small_sign(char32_t sign);
/// Returns true for a letter or a digit.
inline bool is_word_sign(char32_t sign) { return is_letter_sign(sign) || is_number_sign(sign); }
/// Returns true for one of a few ASCII signs.
inline bool is_one_of(char32_t sign, std::string_view signs) {
    return sign != 0 && std::ranges::any_of(signs, [&](char each) { return static_cast<char32_t>(each) == sign; });
}

/// A number of up to three digits.
struct NumberInText {
    int value = 0;
    PlaceInText begin = 0;  ///< with its opening bracket
    PlaceInText end = 0;    ///< after its signs
    std::int32_t line = 0;
    std::int32_t column = 0;  ///< column of its last digit
    int dots = 0;
    bool is_first = false;       ///< begins its line
    bool may_be_column = false;  ///< begins its line, or follows a gap
    bool has_open = false, has_close = false, has_dot = false;
    bool is_misread = false;  ///< has letters for digits

    /// Returns the way in which numbers of this kind are written: two numbers of one score have the same.
    [[nodiscard]] std::uint8_t form() const {
        return static_cast<std::uint8_t>(has_open << 1 | has_close << 2 | (has_dot && !has_close) << 3);
    }
};

/// Bytes of a text, [begin, end).
using Extent = std::pair<std::uint32_t, std::uint32_t>;

/// A text as a search sees it: without blanks, so that `Kt - K B 3`, `Kt-KB3`, a move broken over a line and two moves
/// glued together are one thing. Each sign keeps its place.
class RunningText {
public:
    /// `begin`, `end`: the bytes that are read. `boards`: those of the whole text; `stamps`: of messages. Neither has
    /// signs.
    RunningText(std::string_view bytes, std::uint32_t begin, std::uint32_t end, const WordsOfText& words,
                std::span<const Diagram> boards, std::span<const Extent> stamps = {});

    [[nodiscard]] PlaceInText size() const { return static_cast<PlaceInText>(signs_.size()); }
    /// Returns the sign at a place; 0 at the end.
    [[nodiscard]] char32_t operator[](PlaceInText at) const {
        return at < size() ? signs_[static_cast<std::size_t>(at)] : U'\0';
    }
    [[nodiscard]] std::u32string_view from(PlaceInText at) const {
        return std::u32string_view(signs_).substr(static_cast<std::size_t>(std::min(at, size())));
    }
    /// Returns the first byte of a sign; at the end, the end of the bytes read.
    [[nodiscard]] std::uint32_t byte(PlaceInText at) const { return at < size() ? sign(at).begin : end_; }
    /// Returns the end of the sign before a place, in bytes.
    [[nodiscard]] std::uint32_t end_byte(PlaceInText at) const;
    /// Returns the first sign at or after a byte.
    [[nodiscard]] PlaceInText place_of(std::uint32_t byte) const;
    [[nodiscard]] std::int32_t line(PlaceInText at) const { return at < size() ? sign(at).line : line_count_; }
    /// Returns the depth of brackets that hold more than a square or a number.
    [[nodiscard]] int depth(PlaceInText at) const { return at < size() ? sign(at).depth : 0; }
    /// Returns true if nothing separates a sign from the one before it.
    [[nodiscard]] bool is_glued(PlaceInText at) const { return at > 0 && at < size() && has(at, glued); }
    /// Returns true if a word or a number begins here.
    [[nodiscard]] bool is_apart(PlaceInText at) const { return at < size() && has(at, apart); }
    [[nodiscard]] bool begins_line(PlaceInText at) const { return at < size() && has(at, first); }
    /// Returns true after a word that introduces moves that were not played.
    [[nodiscard]] bool is_after_cue(PlaceInText at) const { return at < size() && has(at, cue); }
    /// Returns true after such a word in the same sentence.
    [[nodiscard]] bool is_supposed(PlaceInText at) const { return at < size() && has(at, supposed); }
    [[nodiscard]] bool is_in_prose(PlaceInText at) const { return at < size() && has(at, prose); }
    /// Returns true if a letter or a digit is glued to the sign before a place: the word goes on.
    [[nodiscard]] bool goes_on(PlaceInText at) const { return is_glued(at) && is_word_sign((*this)[at]); }
    /// Returns the end of a word at a place; the place itself if the text has another word there.
    [[nodiscard]] PlaceInText behind(PlaceInText at, std::u32string_view word) const {
        return from(at).starts_with(word) ? at + static_cast<PlaceInText>(word.size()) : at;
    }

    /// Returns true for a word of a few letters and digits or dashes: a misread move may look so.
    [[nodiscard]] bool may_be_move(PlaceInText at) const;

    [[nodiscard]] const std::vector<NumberInText>& numbers() const { return numbers_; }
    /// Returns the indices of the numbers of a value, in order.
    [[nodiscard]] std::span<const std::uint32_t> numbers_of(int value) const;
    /// Returns the places of words and signs that end a game.
    [[nodiscard]] const std::vector<PlaceInText>& ends() const { return ends_; }
    /// Returns those of results in signs and of resignations: no game goes on after them.
    [[nodiscard]] const std::vector<PlaceInText>& strong_ends() const { return strong_ends_; }
    /// Returns the bytes that were read.
    [[nodiscard]] std::string_view bytes() const { return bytes_.substr(begin_, end_ - begin_); }
    [[nodiscard]] std::span<const Diagram> boards() const { return boards_; }
    /// Returns the line that holds a byte.
    [[nodiscard]] std::int32_t line_of_byte(std::uint32_t byte) const {
        return static_cast<std::int32_t>(std::ranges::upper_bound(line_begins_, byte) - line_begins_.begin());
    }

private:
    enum Flag : std::uint8_t {
        glued = 1,
        apart = 2,
        first = 4,
        cue = 8,
        prose = 16,
        wide = 32,
        paragraph = 64,
        supposed = 128
    };
    struct Sign {
        std::uint32_t begin;
        std::int32_t line;
        std::uint16_t column;
        std::uint8_t flags;
        std::int8_t depth;
    };
    [[nodiscard]] const Sign& sign(PlaceInText at) const { return places_[static_cast<std::size_t>(at)]; }
    [[nodiscard]] bool has(PlaceInText at, Flag flag) const { return (sign(at).flags & flag) != 0; }
    void read_signs(const WordsOfText& words, std::span<const Extent> left_out);
    void measure_brackets();
    [[nodiscard]] PlaceInText end_of_note(PlaceInText at) const;
    void find_numbers();
    void find_ends(const WordsOfText& words);

    std::string_view bytes_;
    std::uint32_t begin_, end_;
    std::int32_t line_count_ = 0;
    std::vector<std::uint32_t> line_begins_;  ///< first bytes of all lines except the first
    std::u32string signs_;
    std::vector<Sign> places_;
    std::vector<NumberInText> numbers_;
    std::map<int, std::vector<std::uint32_t>> by_value_;
    std::vector<PlaceInText> ends_, strong_ends_;
    std::span<const Diagram> boards_;
};

}  // namespace cofnod::importers::running
