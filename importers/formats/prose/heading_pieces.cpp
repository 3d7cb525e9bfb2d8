#include "importers/formats/prose/heading_pieces.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/characters.hpp"
#include "importers/decoder/running/running_text.hpp"
#include "importers/formats/prose/stated_start.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"
#include "notation/time_control.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Piece::Kind;

struct SignOfHeading {
    std::string_view text;
    Kind kind;
};

constexpr SignOfHeading signs[] = {
    {"\n", Kind::line_end}, {"\r", Kind::line_end}, {"--", Kind::dash},  {"-", Kind::dash},  {"–", Kind::dash},
    {"—", Kind::dash},      {"|", Kind::gap},       {"\t", Kind::gap},   {",", Kind::comma}, {";", Kind::comma},
    {"،", Kind::comma},     {"؛", Kind::comma},     {"(", Kind::open},   {")", Kind::close}, {"[", Kind::open},
    {"]", Kind::close},     {":", Kind::colon},     {"«", Kind::other},  {"»", Kind::other}, {"„", Kind::other},
    {"“", Kind::other},     {"”", Kind::other},     {"\"", Kind::other}, {"{", Kind::other}, {"}", Kind::other},
    {"#", Kind::other},     {"№", Kind::other},     {"*", Kind::other},
};

const SignOfHeading* sign_at(std::string_view text, std::size_t at) {
    const auto found =
        std::ranges::find_if(signs, [&](const SignOfHeading& sign) { return text.substr(at).starts_with(sign.text); });
    return found == std::end(signs) ? nullptr : found;
}

}  // namespace

std::vector<Piece> pieces_of(std::string_view text) {
    std::vector<Piece> pieces;
    std::size_t blanks = 0;
    const auto add = [&](const Piece& piece) {
        const Kind last = pieces.empty() ? Kind::line_end : pieces.back().kind;
        const bool is_break = piece.kind == Kind::line_end || piece.kind == Kind::gap;
        if (is_break && last == Kind::gap) pieces.pop_back();
        if (piece.kind == Kind::line_end && (pieces.empty() || pieces.back().kind == Kind::line_end)) return;
        if (piece.kind == Kind::gap && last == Kind::line_end) return;
        const auto is_solid = [](Kind kind) {
            return kind == Kind::word || kind == Kind::number || kind == Kind::open || kind == Kind::close;
        };
        if (blanks > 1 && is_solid(piece.kind) && is_solid(last))
            pieces.push_back({Kind::gap, piece.begin - blanks, piece.begin});
        pieces.push_back(piece);
        blanks = 0;
    };
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            ++blanks, ++at;
            continue;
        }
        if (const SignOfHeading* sign = sign_at(text, at)) {
            const std::size_t end = at + sign->text.size();
            const bool is_glued = sign->text == "-" && blanks == 0 && !pieces.empty() && pieces.back().end == at &&
                                  end < text.size() && text[end] != ' ' && !sign_at(text, end);
            add({.kind = sign->kind, .begin = at, .end = end, .is_glued = is_glued});
            at = end;
            continue;
        }
        Piece word{.kind = Kind::word, .begin = at, .end = at};
        const std::size_t begin = at;
        while (at < text.size() && text[at] != ' ' && !sign_at(text, at)) {
            const utf8::Decoded sign = utf8::decode(text.substr(at));
            const bool is_letter = running::is_letter_sign(sign.code_point);
            if (at == begin)
                word.is_name = is_letter &&
                               (running::is_capital_sign(sign.code_point) || !running::is_small_sign(sign.code_point));
            word.letters += is_letter;
            word.has_digit = word.has_digit || is_digit(text[at]);
            at += std::max<std::size_t>(sign.length, 1);
        }
        word.end = at;
        if (is_digit(text[begin])) word.kind = Kind::number;
        if (word.letters == 0 && word.kind == Kind::word) word.kind = Kind::other;
        if (text[at - 1] == '.' && at - begin > 1) {
            word.has_point = true;
            --word.end;
        }
        add(word);
    }
    return pieces;
}

namespace {

/// Removes and returns a date at the end, "May 31, 2009" or "2008".
std::optional<std::string> take_date(std::string_view& text, const notation::Languages& languages) {
    const auto without_separators = [](std::string_view part) {
        static constexpr std::string_view around = " \t\r\n,;";
        const std::size_t begin = part.find_first_not_of(around);
        return begin == part.npos ? std::string_view() : part.substr(begin, part.find_last_not_of(around) + 1 - begin);
    };
    std::optional<std::string> date;
    std::size_t end = text.size();
    std::size_t begin = text.size();
    constexpr int most_words = 7;  // Thu Jan 1, 12:00 PST 1998
    for (int words = 0; words < most_words && begin > 0; ++words) {
        begin = text.find_last_not_of(' ', begin - 1);
        if (begin == std::string_view::npos) break;
        const std::size_t blank = text.rfind(' ', begin);
        begin = blank == std::string_view::npos ? 0 : blank + 1;
        const std::string_view candidate = without_separators(text.substr(begin));
        if (!has_digit(candidate)) continue;
        const bool has_letter =
            std::any_of(candidate.begin(), candidate.end(), [](char c) { return is_letter(c) || !is_ascii(c); });
        const std::size_t colon = candidate.find(':');
        const bool has_time = colon != candidate.npos && colon + 2 < candidate.size() &&
                              is_digit(candidate[colon + 1]) && is_digit(candidate[colon + 2]);  // no result, 0:1
        if (words > 0 && !has_letter && !has_time) continue;                                     // "Chaxx 1.13  2008"
        if (auto read = notation::read_date(languages, candidate)) {
            date = std::move(read);
            end = begin;
        }
    }
    text = without_separators(text.substr(0, end));
    return date;
}

std::string_view without_marks(std::string_view text) {
    static constexpr std::string_view around = " \t\r\n,;:()[]|-";
    const std::size_t begin = text.find_first_not_of(around);
    if (begin == text.npos) return {};
    text = text.substr(begin, text.find_last_not_of(around) + 1 - begin);
    if (text.ends_with('.')) text.remove_suffix(1);
    return text.starts_with(". ") ? text.substr(2) : text;
}

/// Reads `Round 3`, `2.kolo`.
bool is_round(std::string_view part, const notation::Languages& languages, Details& details) {
    const std::vector<std::string_view> words = words_of(part, " .");
    if (words.size() != 2) return false;
    for (const std::size_t number : {0, 1})
        if (words[number].find_first_not_of(ascii_digits) == std::string_view::npos &&
            languages.find_header(words[1 - number]) == "Round") {
            details.round = words[number];
            return true;
        }
    return false;
}

/// Takes a time control with units from the end: `Rated blitz match, initial time: 5 minutes, increment: 0 seconds`.
void take_time_control(std::string_view& text, Details& details) {
    for (std::size_t at = 0; at < text.size() && details.time_control.empty();) {
        const std::string_view candidate = without_marks(text.substr(at));
        const bool has_units = candidate.find_first_of("'ms") != candidate.npos;
        if (const auto control = has_units ? notation::read_time_control(candidate) : std::nullopt) {
            details.time_control = control->to_text();
            text = text.substr(0, at);
            return;
        }
        at = text.find_first_of(",;(|", at);
        if (at == text.npos) return;
        ++at;
    }
}

bool read_detail(std::string_view part, bool may_be_title, const notation::Languages& languages, Details& details) {
    static constexpr std::size_t year = 4, longest_particle = 3, longest = 60;
    if (part.empty()) return true;
    if (const auto result = notation::read_framed_result(part)) {
        details.result = result;
        return true;
    }
    if (part.size() == 3 && part[0] >= 'A' && part[0] <= 'E' && is_digit(part[1]) && is_digit(part[2])) {
        details.eco = part;
        return true;
    }
    const std::size_t slash = part.size() > year ? part.find('/', part.size() - 3) : part.npos;
    if (slash != part.npos && slash >= year) part = part.substr(0, slash);  // 1981/2
    std::string_view before = part;
    if (auto date = details.date.empty() ? take_date(before, languages) : std::nullopt) {
        details.date = *std::move(date);
        part = before;
    }
    if (part.empty() || is_round(part, languages, details)) return true;
    const std::vector<Piece> words = pieces_of(part);
    const auto is_small = [](const Piece& piece) {
        return piece.kind == Kind::word && !piece.is_name && piece.letters > longest_particle;
    };
    if (std::ranges::any_of(words, &Piece::ends_sentence)) return false;
    const bool has_number = std::ranges::any_of(words, [](const Piece& piece) { return piece.kind == Kind::number; });
    const auto header = languages.find_header(part);
    if (utf8::length(part) > longest || header == "White" || header == "Black" ||
        (!may_be_title && (has_number || std::ranges::any_of(words, is_small))))
        return false;
    if (read_odds(part, languages)) return true;  // no event; begin_at_odds() reads it
    details.event += (details.event.empty() ? "" : ", ") + std::string(part);
    return true;
}

}  // namespace

bool read_details(std::string_view text, bool may_be_title, const notation::Languages& languages, Details& details) {
    static constexpr std::size_t longest = 120;
    text = without_marks(text);
    if (text.size() > longest) return false;
    static constexpr std::string_view annotator = "Annotations by ";
    if (text.starts_with(annotator)) {
        details.annotator = text.substr(annotator.size());
        return true;
    }
    std::string_view rest = text;
    take_time_control(rest, details);
    const bool has_season = text.size() > 3 && text.find('/', text.size() - 3) != text.npos;
    if (auto date = has_season ? std::nullopt : take_date(rest, languages))
        if (!std::exchange(details.date, *std::move(date)).empty()) return false;
    for (const std::string_view part : words_of(rest, ",;|[]()"))
        if (!read_detail(without_marks(part), may_be_title, languages, details)) return false;
    return true;
}

}  // namespace cofnod::importers::prose
