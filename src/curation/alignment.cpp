#include "curation/alignment.hpp"

#include <algorithm>
#include <limits>

namespace cofnod::curation {

namespace {

using std::size_t;

/// Maximum number of entries of a cost table; longer lines are aligned ply by ply.
constexpr size_t largest_table = 16'000'000;

size_t common_beginning(const Line& a, const Line& b) {
    return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

// A gap shifts all later moves, so it costs more than two different readings of one move. After the end of one line
// nothing is shifted. A move of White is never aligned with one of Black.
constexpr std::uint32_t cost_of_reading = 2, cost_of_gap = 3, cost_of_end = 1, never_together = 1000;

std::uint32_t cost_together(const Line& a, const Line& b, size_t i, size_t j) {
    if ((i + j) % 2 != 0) return never_together;
    return a[i] == b[j] ? 0 : cost_of_reading;
}

/// Table of alignment costs; cost(i, j) is that of a[i...] and b[j...].
class CostTable {
public:
    CostTable(const Line& a, const Line& b, size_t from)
        : a_(a), b_(b), from_(from), width_(b.size() - from + 1), costs_((a.size() - from + 1) * width_) {
        for (size_t i = a.size() + 1; i-- > from;)
            for (size_t j = b.size() + 1; j-- > from;) at(i, j) = computed(i, j);
    }
    [[nodiscard]] std::uint32_t cost(size_t i, size_t j) const { return costs_[(i - from_) * width_ + j - from_]; }

private:
    std::uint32_t& at(size_t i, size_t j) { return costs_[(i - from_) * width_ + j - from_]; }
    [[nodiscard]] std::uint32_t computed(size_t i, size_t j) const {
        if (i == a_.size()) return static_cast<std::uint32_t>(b_.size() - j) * cost_of_end;
        if (j == b_.size()) return static_cast<std::uint32_t>(a_.size() - i) * cost_of_end;
        const std::uint32_t together = cost(i + 1, j + 1) + cost_together(a_, b_, i, j);
        return std::min({together, cost(i + 1, j) + cost_of_gap, cost(i, j + 1) + cost_of_gap});
    }

    const Line& a_;
    const Line& b_;
    size_t from_, width_;
    std::vector<std::uint32_t> costs_;
};

/// Returns for each move of b the aligned move of a, or nullopt for a gap.
std::vector<std::optional<std::uint32_t>> partners(const Line& a, const Line& b) {
    std::vector<std::optional<std::uint32_t>> result(b.size());
    const size_t same = common_beginning(a, b);
    const auto align_directly = [&](size_t last) {
        for (size_t i = 0; i < last; ++i) result[i] = static_cast<std::uint32_t>(i);
    };
    if ((a.size() - same + 1) * (b.size() - same + 1) > largest_table) {
        align_directly(std::min(a.size(), b.size()));
        return result;
    }
    align_directly(same);
    const CostTable table(a, b, same);
    for (size_t i = same, j = same; i < a.size() && j < b.size();) {
        const std::uint32_t cost = table.cost(i, j);
        if (cost == table.cost(i + 1, j + 1) + cost_together(a, b, i, j)) {
            result[j++] = static_cast<std::uint32_t>(i++);
        } else if (cost == table.cost(i + 1, j) + cost_of_gap) {
            ++i;
        } else {
            ++j;
        }
    }
    return result;
}

}  // namespace

std::optional<std::uint32_t> readings_apart(const Line& a, const Line& b, std::uint32_t most) {
    const size_t same = common_beginning(a, b);
    const auto shorter = std::span(a.size() <= b.size() ? a : b).subspan(same);
    const auto longer = std::span(a.size() <= b.size() ? b : a).subspan(same);
    if (shorter.empty()) return 0;
    // costs[d]: edit distance of i moves of the shorter line and i + d - most of the longer.
    constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max() / 2;
    const std::uint32_t width = 2 * most + 1;
    std::vector<std::uint32_t> costs(width, never), next(width, never);
    for (std::uint32_t d = most; d < width; ++d) costs[d] = d - most;
    for (size_t i = 0; i < shorter.size(); ++i) {
        std::uint32_t least = never;
        for (std::uint32_t d = 0; d < width; ++d) {
            const auto j = static_cast<std::int64_t>(i + 1 + d) - most;  // moves of the longer line
            next[d] = never;
            if (j < 0 || j > static_cast<std::int64_t>(longer.size())) continue;
            if (j > 0) next[d] = costs[d] + (shorter[i] == longer[static_cast<size_t>(j - 1)] ? 0 : 1);
            if (d + 1 < width) next[d] = std::min(next[d], costs[d + 1] + 1);
            if (d > 0) next[d] = std::min(next[d], next[d - 1] + 1);
            least = std::min(least, next[d]);
        }
        if (least > most) return std::nullopt;
        costs.swap(next);
    }
    const std::uint32_t best = *std::ranges::min_element(costs);
    return best <= most ? std::optional(best) : std::nullopt;
}

std::vector<AlignedRow> align(std::span<const Line> lines) {
    const Line& first = lines.front();
    // inserted[i]: rows before move i of the first line; inserted.back(): rows after its last move.
    std::vector<std::vector<AlignedRow>> inserted(first.size() + 1);
    std::vector<AlignedRow> own(first.size(), AlignedRow(lines.size()));
    for (std::uint32_t i = 0; i < first.size(); ++i) own[i][0] = i;

    for (size_t line = 1; line < lines.size(); ++line) {
        size_t place = 0, nth = 0;  // next row of the first line, and moves inserted before it
        const auto partner = partners(first, lines[line]);
        for (std::uint32_t j = 0; j < partner.size(); ++j) {
            if (partner[j]) {
                own[*partner[j]][line] = j;
                place = *partner[j] + 1;
                nth = 0;
                continue;
            }
            std::vector<AlignedRow>& rows = inserted[place];
            if (nth == rows.size()) rows.emplace_back(lines.size());
            rows[nth++][line] = j;
        }
    }

    std::vector<AlignedRow> result;
    for (size_t i = 0; i <= first.size(); ++i) {
        result.insert(result.end(), inserted[i].begin(), inserted[i].end());
        if (i < first.size()) result.push_back(own[i]);
    }
    return result;
}

}  // namespace cofnod::curation
