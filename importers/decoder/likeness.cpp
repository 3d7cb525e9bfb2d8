#include "importers/decoder/recognised_line.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "importers/decoder/attempts.hpp"

namespace cofnod::importers {

namespace {

constexpr Cost frequent = 40, known = 150;

struct Misread {
    std::u32string_view read, meant;
    Cost cost;
};

#define MISREADING(text, read, meant) MISREADING_##text(read, meant)
#define MISREADING_anywhere(read, meant) {U##read, U##meant, known},
#define MISREADING_recognised(read, meant) {U##read, U##meant, known},
#define MISREADING_often(read, meant) {U##read, U##meant, frequent},
constexpr Misread misreadings_of_pictures[] = {
#include "importers/decoder/misreadings.def"
};

constexpr Cost same_letter = 50, alike = 20, sign_for_sign = 120, sign_for_letter = 260, other = 330;
constexpr Cost any_for_figurine = 170, two_for_figurine = 200, three_for_figurine = 260, no_figurine = 280;
constexpr Cost known_figurine = 50;
constexpr Cost extra_blank = 100, extra_sign = 70, extra_letter = 280;
constexpr std::size_t longest_meant = 3;  ///< maximum number of signs in Misread::meant
constexpr Cost unthinkable = std::numeric_limits<Cost>::max() / 4;

bool is_blank(char32_t c) { return c == U' ' || c == U'\n'; }
bool is_dash(char32_t c) { return c == U'-' || (c >= U'\u2010' && c <= U'\u2015'); }
bool is_figurine(char32_t c) { return c >= U'\u2654' && c <= U'\u265F'; }
bool is_alphanumeric(char32_t c) { return u_isalnum(static_cast<UChar32>(c)) != 0; }

/// Returns the known misreadings of texts that begin with a sign.
const std::vector<Misread>& misreadings_of(char32_t first) {
    static const auto by_first = [] {
        std::map<char32_t, std::vector<Misread>> rows;
        for (const Misread& row : misreadings_of_pictures) rows[row.meant.front()].push_back(row);
        return rows;
    }();
    static const std::vector<Misread> none;
    const auto found = by_first.find(first);
    return found == by_first.end() ? none : found->second;
}

Cost compare_signs(char32_t printed, char32_t read) {
    if (printed == read) return 0;
    if (u_tolower(static_cast<UChar32>(printed)) == u_tolower(static_cast<UChar32>(read))) return same_letter;
    if (look_alike(printed, read)) return alike;
    if (is_figurine(printed)) return is_blank(read) ? unthinkable : any_for_figurine;
    if (is_dash(printed) && is_dash(read)) return alike;
    const bool are_letters = is_alphanumeric(printed) && is_alphanumeric(read);
    if (are_letters) return other;
    return is_alphanumeric(printed) || is_alphanumeric(read) ? sign_for_letter : sign_for_sign;
}

/// Returns the cost of reading one sign for another. Those of ASCII are compared once.
Cost cost_of_sign(char32_t printed, char32_t read) {
    static constexpr std::size_t ascii = 0x80;
    static const auto table = [] {
        std::array<std::array<Cost, ascii>, ascii> costs;
        for (std::size_t one = 0; one < ascii; ++one)
            for (std::size_t other_one = 0; other_one < ascii; ++other_one)
                costs[one][other_one] = compare_signs(static_cast<char32_t>(one), static_cast<char32_t>(other_one));
        return costs;
    }();
    return printed < ascii && read < ascii ? table[printed][read] : compare_signs(printed, read);
}

/// Returns the cost of a printed sign that was not read at all.
Cost cost_of_lost(char32_t printed) {
    if (is_figurine(printed)) return no_figurine;
    switch (printed) {
        case U'+':
        case U'#':
        case U' ': return 50;
        case U'.':
        case U'-':
        case U'–':
        case U'=': return 80;
        case U'(':
        case U')': return 100;
        case U'x':
        case U'×': return 180;
        default: return 280;
    }
}

}  // namespace

Cost cost_of_extra(char32_t sign) {
    if (is_blank(sign)) return extra_blank;
    return is_alphanumeric(sign) ? extra_letter : extra_sign;
}

std::vector<Likeness> likeness(std::u32string_view printed, std::u32string_view read, Cost most) {
    static constexpr std::size_t longest = 40, most_extra = 5;
    std::vector<Likeness> found;
    if (printed.size() > longest) return found;
    read = read.substr(0, printed.size() + most_extra);
    // costs[i][j]: cost of reading the first j signs where the first i were printed.
    std::array<std::array<Cost, longest + most_extra + 1>, longest + 1> costs;
    for (std::size_t i = 0; i <= printed.size(); ++i) std::fill_n(costs[i].begin(), read.size() + 1, unthinkable);
    costs[0][0] = 0;
    std::size_t dead_rows = 0;
    for (std::size_t i = 0; i < printed.size(); ++i) {
        const char32_t sign = printed[i];
        const std::vector<Misread>& known_here = misreadings_of(sign);
        const auto improve = [&](std::size_t to, std::size_t end, Cost cost) {
            costs[to][end] = std::min(costs[to][end], cost);
        };
        bool may_be = false;
        for (std::size_t j = 0; j <= read.size(); ++j) {
            const Cost so_far = costs[i][j];
            if (so_far > most) continue;
            may_be = true;
            // Extra signs count only inside a move: before and after it they are skipped.
            if (i > 0 && j < read.size()) improve(i, j + 1, so_far + cost_of_extra(read[j]));
            improve(i + 1, j, so_far + cost_of_lost(sign));
            if (j == read.size()) continue;
            improve(i + 1, j + 1, so_far + cost_of_sign(sign, read[j]));
            const std::u32string_view rest = read.substr(j);
            for (const Misread& row : known_here)
                if (printed.substr(i).starts_with(row.meant) && rest.starts_with(row.read))
                    improve(i + row.meant.size(), j + row.read.size(),
                            so_far + (is_figurine(sign) ? known_figurine : row.cost) +
                                20 * static_cast<Cost>(row.read.size() - 1));
            if (!is_figurine(sign)) continue;
            if (rest.size() > 1 && !is_blank(rest[1])) improve(i + 1, j + 2, so_far + two_for_figurine);
            if (rest.size() > 2 && !is_blank(rest[1]) && !is_blank(rest[2]))
                improve(i + 1, j + 3, so_far + three_for_figurine);
        }
        dead_rows = may_be ? 0 : dead_rows + 1;
        if (dead_rows == longest_meant) return found;
    }
    for (std::size_t j = 1; j <= read.size(); ++j)
        if (const Cost cost = costs[printed.size()][j]; cost < most) found.push_back({j, cost});
    return found;
}

}  // namespace cofnod::importers
