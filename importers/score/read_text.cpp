#include "importers/score/read_text.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <limits>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "importers/score/scribe.hpp"
#include "importers/score/spellings.hpp"

namespace cofnod::importers {

namespace {

constexpr char32_t kashida = U'\u0640';

/// True for a sentence, false for torn moves.
bool is_plain_comment(std::string_view text) {
    static constexpr std::size_t longest_scrap = 12, letters_of_digit = 12;  // bytes
    const auto digits = static_cast<std::size_t>(std::ranges::count_if(text, is_digit));
    return text.size() > longest_scrap && digits * letters_of_digit < text.size();
}

/// True for a variation, or a remark: more than the square of `R(QR1)-K1`.
bool is_aside(const Score& score, std::size_t open, std::size_t close) {
    static constexpr std::size_t longest_square = 3;  // tokens between the brackets
    if (close >= score.tokens.size()) return false;
    return close - open > longest_square ||
           std::any_of(score.tokens.begin() + static_cast<std::ptrdiff_t>(open),
                       score.tokens.begin() + static_cast<std::ptrdiff_t>(close),
                       [](const Token& token) { return token.kind == Token::Kind::number; });
}

/// Returns where another reading of a word may go on as a word does that has `count` signs from there on: behind the
/// same sign, with nearly as many.
std::vector<std::size_t> places_behind(char32_t sign, std::size_t count, std::u32string_view other) {
    static constexpr std::size_t most_differing = 2;
    std::vector<std::size_t> places;
    for (std::size_t i = 1; i < other.size(); ++i) {
        const std::size_t rest = other.size() - i;
        if (other[i - 1] == sign && std::max(rest, count) - std::min(rest, count) <= most_differing)
            places.push_back(i);
    }
    return places;
}

}  // namespace

ReadText::ReadText(const Score& score, const RecognisedText& recognised) : recognised_(recognised) {
    const auto& tokens = score.tokens;
    const auto is_comment = [&](const Token& token) {
        return token.kind == Token::Kind::comment || token.kind == Token::Kind::line_comment ||
               token.kind == Token::Kind::open_comment;
    };
    std::size_t first = 0, end = tokens.size();
    while (first < end && is_comment(tokens[first])) ++first;
    while (end > first && is_comment(tokens[end - 1])) --end;
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t behind = nowhere;  // the byte behind the last token
    const auto part = [&] {
        if (behind != nowhere) add(" ", behind);
        behind = nowhere;
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const std::string_view text = token.in(score.text);
        if (i < first || i >= end || (is_comment(token) && is_plain_comment(text))) {
            kept_.push_back(token);
            part();
            continue;
        }
        if (token.kind == Token::Kind::open) {
            const std::size_t close = end_of_bracket(tokens, i);
            if (is_aside(score, i, close)) {
                kept_.insert(kept_.end(), tokens.begin() + static_cast<std::ptrdiff_t>(i),
                             tokens.begin() + static_cast<std::ptrdiff_t>(close) + 1);
                i = close;
                part();
                continue;
            }
        }
        has_numbers_ = has_numbers_ || token.kind == Token::Kind::number;
        // Between tokens may stand signs that were none for the reader of typed text.
        if (behind < token.begin) add(score.text.substr(behind, token.begin - behind), behind);
        add(text, token.begin);
        behind = token.end;
    }
}

void ReadText::add(std::string_view text, std::uint32_t begin) {
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        const auto length = std::max<std::uint32_t>(next.length, 1);
        const bool is_space = next.length > 0 && u_isUWhiteSpace(static_cast<UChar32>(next.code_point));
        if (next.length > 0 && next.code_point != kashida && !(is_space && !signs_.empty() && is_blank(size() - 1))) {
            signs_ += is_space ? U' ' : next.code_point;
            places_.push_back({begin, begin + length});
        }
        text.remove_prefix(length);
        begin += length;
    }
}

ReadText ReadText::beginning(std::size_t size) const {
    ReadText first = *this;
    if (size >= first.size()) return first;
    while (size > 0 && !is_blank(size)) --size;
    first.signs_.resize(size);
    first.places_.resize(size);
    return first;
}

bool ReadText::is_sign(std::size_t at) const { return !is_blank(at) && !u_isalnum(static_cast<UChar32>(signs_[at])); }

bool ReadText::may_be_figurine(std::size_t at) const {
    const bool is_at_word = at + 1 < size() && !is_blank(at + 1) && !is_sign(at + 1);
    return is_sign(at) && signs_[at] != U'.' && is_at_word;
}

std::size_t ReadText::behind_blanks(std::size_t at) const {
    while (at < size() && is_blank(at)) ++at;
    return at;
}

std::size_t ReadText::end_of_plain_word(std::size_t at) const {
    static constexpr std::size_t least_letters = 3;
    if (!is_apart(at)) return 0;
    std::size_t end = at;
    while (end < size() && u_isalpha(static_cast<UChar32>(signs_[end]))) ++end;
    const bool is_whole = end == size() || is_blank(end) || (is_sign(end) && signs_[end] != U'-');
    return is_whole && end - at >= least_letters ? end : 0;
}

const RecognisedWord* ReadText::word_at(std::size_t at) const {
    if (!recognised_.words || !recognised_.begin || at >= size()) return nullptr;
    return recognised_.words->find(*recognised_.begin + places_[at].begin);
}

std::vector<Likeness> ReadText::likenesses(std::u32string_view printed, std::size_t at, Cost most) const {
    static constexpr Cost alternative = 70;
    std::vector<Likeness> found = likeness(printed, std::u32string_view(signs_).substr(at), most);
    const RecognisedWord* const word = word_at(at);
    if (!word) return found;
    if (word->confidence >= 0)
        for (Likeness& each : found) each.cost = each.cost * (60 + static_cast<Cost>(60 * word->confidence)) / 100;
    std::erase_if(found, [&](const Likeness& each) { return each.cost >= most; });
    if (word->alternatives.empty()) return found;
    std::size_t begin = at, end = at;
    while (begin > 0 && word_at(begin - 1) == word) --begin;
    while (end < size() && word_at(end) == word) ++end;
    for (const std::string& each : word->alternatives) {
        const std::u32string other = code_points(each);
        const std::vector<std::size_t> places =
            at == begin ? std::vector<std::size_t>{0} : places_behind(signs_[at - 1], end - at, other);
        for (const std::size_t from : places)
            for (const Likeness& like : likeness(printed, std::u32string_view(other).substr(from), most - alternative))
                if (from + like.length == other.size()) found.push_back({end - at, like.cost + alternative});
    }
    return found;
}

double ReadText::confidence(std::size_t begin, std::size_t end) const {
    double lowest = -1;
    for (std::size_t at = begin; at < end; ++at)
        if (const RecognisedWord* word = word_at(at); word && word->confidence >= 0)
            lowest = lowest < 0 ? word->confidence : std::min(lowest, word->confidence);
    return lowest;
}

}  // namespace cofnod::importers
