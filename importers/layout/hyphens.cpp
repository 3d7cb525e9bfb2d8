#include "importers/layout/hyphens.hpp"

#include <array>
#include <string_view>

#include "base/ascii.hpp"

namespace cofnod::importers::layout {

namespace {

constexpr std::array<std::string_view, 5> hyphens = {"-", "\u2010", "\u2011", "\u2013", "\u00AD"};

/// Returns the length of the hyphen at the end of a line; 0: there is none.
std::size_t hyphen_at_end(std::string_view line) {
    for (const std::string_view hyphen : hyphens)
        if (line.ends_with(hyphen)) return hyphen.size();
    return 0;
}

bool is_square(std::string_view text) {
    return text.size() >= 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

/// Returns the last word of a line before its hyphen, and what it ends in.
std::string_view last_word(std::string_view line) {
    const std::size_t blank = line.find_last_of(" \t.");
    return blank == line.npos ? line : line.substr(blank + 1);
}

enum class Join { no, with_hyphen, without };

Join how(std::string_view before, std::string_view after) {
    if (before.empty() || after.empty()) return Join::no;
    const auto is_castling = [](char c) { return c == 'O' || c == '0' || c == 'o'; };
    const std::string_view word = last_word(before);
    if (word.empty()) return Join::no;
    // O-O-|O, O-|O; 1/2-|1/2, 1-|0; e2-|e4, Kt-|KB3, P-|K4.
    if (is_castling(word.back()) && is_castling(after.front())) return Join::with_hyphen;
    if (is_digit(word.back()) && is_digit(after.front()) && (word == "1/2" || word == "1" || word == "0"))
        return Join::with_hyphen;
    if (word.ends_with("½") && after.starts_with("½")) return Join::with_hyphen;
    if (word.size() >= 2 && is_square(word.substr(word.size() - 2)) && is_square(after)) return Join::with_hyphen;
    const bool is_descriptive_piece = word == "K" || word == "Q" || word == "R" || word == "B" || word == "Kt" ||
                                      word == "N" || word == "P" || word == "QR" || word == "KR" || word == "QKt" ||
                                      word == "KKt" || word == "QB" || word == "KB";
    if (is_descriptive_piece && !is_square(after) && (is_upper(after.front()) || is_digit(after.front())))
        return Join::with_hyphen;
    const bool ends_in_letter = is_letter(word.back()) || !is_ascii(word.back());
    const bool goes_on = is_lower(after.front()) || !is_ascii(after.front());
    return ends_in_letter && goes_on ? Join::without : Join::no;
}

}  // namespace

void join_hyphens(std::vector<TextLine>& lines) {
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        TextLine& line = lines[i];
        TextLine& next = lines[i + 1];
        const std::size_t hyphen = hyphen_at_end(line.text);
        if (hyphen == 0) continue;
        const std::size_t size = line.text.size() - hyphen;
        const Join join = how(std::string_view(line.text).substr(0, size), next.text);
        if (join == Join::no) continue;
        if (join == Join::without) line.resize(size);
        const std::size_t end = std::min(next.text.find(' '), next.text.size());
        line.take(next, end, end < next.text.size() ? 1 : 0);
        if (next.text.empty()) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
}

}  // namespace cofnod::importers::layout
