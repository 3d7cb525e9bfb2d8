#include "store/duplicates/lines.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/place.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"

namespace cofnod::duplicates {

namespace {

/// Replays the moves without validation: stored moves are legal.
Line line_of_chess(std::string_view start, std::string_view moves) {
    thread_local ReplayStart<ChessGame> starts;
    Line line;
    const chess::Replayer* const prepared = starts.from(start);
    if (!prepared) return line;
    chess::Replayer game = *prepared;
    for (game.read(moves); game.next();) line.push_back(game.move().raw());
    return line;
}

}  // namespace

Line line_of(GameKind kind, std::string_view start, std::string_view moves) {
    if (kind == GameKind::chess) return line_of_chess(start, moves);
    return with_game(kind, [&](auto rules) {
        using Game = decltype(rules);
        Line line;
        const auto position = Game::read_start(start);
        if (!position) return line;
        typename Game::Unpacker game(*position, moves);
        while (const auto ply = game.read()) {
            line.push_back(Game::number_in_line(game.position(), *ply));
            game.play(*ply);
        }
        return line;
    });
}

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

namespace {

/// Number of blocks that both lines must share, if the line has enough: a single common block is often coincidence.
constexpr size_t blocks_in_common = 2;

/// Maximum number of lines for which comparing all pairs is faster than counting blocks.
constexpr size_t few_lines = 16;

/// Block sizes in moves. Longer blocks are rarer, but a line has fewer of them; the size whose looked-up blocks are
/// rarest in total is used.
constexpr size_t block_sizes[] = {2, 3, 4};

/// Returns the maximum number of differences between a line and a longer one.
size_t most_apart(const Line& line, std::uint32_t most) { return std::min<size_t>(most, line.size() / 4); }

/// Returns true if a line has more blocks of a size than allowed differences.
bool has_blocks(const Line& line, size_t size, std::uint32_t most) {
    const size_t apart = most_apart(line, most);
    return apart > 0 && line.size() / size > apart;
}

std::uint64_t key_of(std::span<const std::uint32_t> moves) {
    std::uint64_t key = moves.size();
    for (const std::uint32_t move : moves) {
        key = (key ^ move) * 0x9E3779B97F4A7C15;
        key ^= key >> 29;
    }
    return key;
}

struct Block {
    std::uint64_t key;
    std::uint32_t place;  ///< offset in the line
};

class NearLines {
public:
    NearLines(const std::vector<NearLine>& lines, std::uint32_t most,
              const std::function<bool(std::uint32_t, std::uint32_t)>& may_be, Groups& groups)
        : lines_(lines),
          most_(most),
          may_be_(may_be),
          groups_(groups),
          nodes_(nodes_of(lines)),
          joined_(nodes_.size()) {}

    /// Compares each line with all shorter ones.
    std::uint64_t join() {
        if (nodes_.size() <= few_lines) return join_few();
        count_blocks();
        shared_.resize(nodes_.size());
        for (Index node = 0; node < nodes_.size(); ++node) {
            compare_with_shorter(node);
            const std::vector<Block> blocks = blocks_to_look_up(line_of(nodes_[node]));
            for (const Block& block : blocks) remember(node, block);
            if (!blocks.empty())
                shared_[node].needed =
                    static_cast<std::uint32_t>(blocks.size() - most_apart(line_of(nodes_[node]), most_));
        }
        return looked_at_;
    }

private:
    static constexpr Index no_node = ~Index{0};

    /// Number of blocks that a line shares with the longer line compared last.
    struct SharedBlocks {
        Index with = no_node;
        std::uint32_t blocks = 0;
        std::uint32_t needed = 1;  ///< minimum number for a full comparison
    };
    /// Records with the same line and players, in order: indices into lines_.
    using Node = std::vector<std::size_t>;
    struct Place {
        Index node;
        std::uint32_t place;
    };
    /// Places of one block in lines that are joined.
    using JoinedPlaces = std::vector<Place>;

    std::uint64_t join_few() {
        for (Index longer = 0; longer < nodes_.size(); ++longer)
            for (Index shorter = 0; shorter < longer; ++shorter)
                if (most_apart(line_of(nodes_[shorter]), most_) > 0) compare(shorter, longer);
        return nodes_.size() * nodes_.size();
    }

    static std::vector<Node> nodes_of(const std::vector<NearLine>& lines) {
        std::vector<std::size_t> order(lines.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto what = [&](std::size_t i) { return std::tie(lines[i].line, lines[i].people); };
        std::ranges::sort(order,
                          [&](std::size_t i, std::size_t j) { return what(i) != what(j) ? what(i) < what(j) : i < j; });
        std::vector<Node> nodes;
        for (size_t i = 0; i < order.size(); ++i) {
            if (i == 0 || what(order[i]) != what(order[i - 1])) nodes.emplace_back();
            nodes.back().push_back(order[i]);
        }
        std::ranges::sort(nodes, {},
                          [&](const Node& node) { return std::tuple(lines[node.front()].line.size(), node.front()); });
        return nodes;
    }

    [[nodiscard]] const NearLine& any(const Node& node) const { return lines_[node.front()]; }
    [[nodiscard]] const Line& line_of(const Node& node) const { return any(node).line; }

    template <typename Each>
    void for_each_block(const Line& line, size_t size, size_t step, Each&& each) const {
        for (size_t place = 0; place + size <= line.size(); place += step)
            each(Block{key_of(std::span(line).subspan(place, size)), static_cast<std::uint32_t>(place)});
    }

    /// Counts the occurrences of all lookup candidates in all lines.
    void count_blocks() {
        for (const Node& node : nodes_)
            for (const size_t size : block_sizes)
                if (has_blocks(line_of(node), size, most_))
                    for_each_block(line_of(node), size, size,
                                   [&](const Block& block) { counts_.emplace(block.key, 0); });
        for (const Node& node : nodes_)
            for (const size_t size : block_sizes)
                for_each_block(line_of(node), size, 1, [&](const Block& block) {
                    if (const auto count = counts_.find(block.key); count != counts_.end()) ++count->second;
                });
    }

    /// Returns the blocks of a line to look up, more than the allowed differences.
    [[nodiscard]] std::vector<Block> blocks_to_look_up(const Line& line) const {
        std::vector<Block> best;
        std::uint64_t best_count = 0;
        for (const size_t size : block_sizes) {
            if (!has_blocks(line, size, most_)) continue;
            std::vector<Block> blocks = rarest_blocks(line, size);
            std::uint64_t count = 0;
            for (const Block& block : blocks) count += counts_.at(block.key);
            if (best.empty() || count <= best_count) {
                best = std::move(blocks);
                best_count = count;
            }
        }
        return best;
    }

    [[nodiscard]] std::vector<Block> rarest_blocks(const Line& line, size_t size) const {
        std::vector<Block> blocks;
        for_each_block(line, size, size, [&](const Block& block) { blocks.push_back(block); });
        const auto count = [&](const Block& block) { return std::tuple(counts_.at(block.key), block.place); };
        const size_t enough = std::min(blocks.size(), most_apart(line, most_) + blocks_in_common);
        std::ranges::nth_element(blocks, blocks.begin() + static_cast<std::ptrdiff_t>(enough) - 1, {}, count);
        blocks.resize(enough);
        return blocks;
    }

    void remember(Index node, const Block& block) {
        std::vector<JoinedPlaces>& runs = places_[block.key];
        if (runs.empty() || joined_.root(runs.back().front().node) != joined_.root(node)) runs.emplace_back();
        runs.back().push_back({node, block.place});
    }

    void compare_with_shorter(Index node) {
        for (const size_t size : block_sizes)
            for_each_block(line_of(nodes_[node]), size, 1, [&](const Block& block) {
                if (const auto runs = places_.find(block.key); runs != places_.end())
                    for (const JoinedPlaces& run : runs->second) compare_with(run, node, block.place);
            });
    }

    void compare_with(const JoinedPlaces& run, Index node, std::uint32_t place) {
        for (const Place& other : run) {
            ++looked_at_;
            if (joined_.root(run.front().node) == joined_.root(node)) return;
            const std::uint32_t shift = std::max(other.place, place) - std::min(other.place, place);
            if (shift > most_) continue;
            SharedBlocks& shared = shared_[other.node];
            if (shared.with != node) shared = {node, 0, shared.needed};
            if (++shared.blocks == shared.needed) compare(other.node, node);
        }
    }

    void compare(Index shorter, Index longer) {
        const Node &a = nodes_[shorter], &b = nodes_[longer];
        if (!may_be_(any(a).people, any(b).people)) return;
        const bool forward = are_readings(line_of(a), line_of(b));
        if (line_of(a).size() != line_of(b).size()) {
            if (forward) join_all(shorter, longer);
            return;
        }
        // For lines of equal length the record order decides which one counts as the shorter.
        const bool mixed = a.back() > b.front();
        const bool backward = mixed && are_readings(line_of(b), line_of(a));
        if (forward && (backward || !mixed)) return join_all(shorter, longer);
        if (forward) join_ordered(a, b);
        if (backward) join_ordered(b, a);
    }

    [[nodiscard]] bool are_readings(const Line& a, const Line& b) const {
        const auto apart = readings_apart(a, b, static_cast<std::uint32_t>(most_apart(a, most_)));
        return apart && *apart > 0;
    }

    void join_all(Index a, Index b) {
        joined_.join(a, b);
        for (const Index node : {a, b})
            for (const std::size_t member : nodes_[node]) groups_.join(lines_[member].record, any(nodes_[a]).record);
    }

    /// Joins each record of `first` with those of `second` after it.
    void join_ordered(const Node& first, const Node& second) {
        for (const std::size_t i : first)
            if (i < second.back()) groups_.join(lines_[i].record, lines_[second.back()].record);
        for (const std::size_t i : second)
            if (i > first.front()) groups_.join(lines_[i].record, lines_[first.front()].record);
    }

    const std::vector<NearLine>& lines_;
    std::uint32_t most_;
    const std::function<bool(std::uint32_t, std::uint32_t)>& may_be_;
    Groups& groups_;
    std::vector<Node> nodes_;  ///< by length, shortest first
    Groups joined_;            ///< sets of nodes
    std::unordered_map<std::uint64_t, std::uint32_t> counts_;
    std::unordered_map<std::uint64_t, std::vector<JoinedPlaces>> places_;
    std::vector<SharedBlocks> shared_;
    std::uint64_t looked_at_ = 0;  ///< number of block places compared
};

}  // namespace

std::uint64_t join_near_lines(const std::vector<NearLine>& lines, std::uint32_t most,
                              const std::function<bool(std::uint32_t, std::uint32_t)>& may_be, Groups& groups) {
    return NearLines(lines, most, may_be, groups).join();
}

}  // namespace cofnod::duplicates
