#include "curation/near_lines.hpp"

#include "base/place.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace cofnod::curation {

namespace {

using std::size_t;

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
    /// Records with the same line and players, in order.
    struct Node {
        std::vector<std::size_t> members;  ///< into lines_
    };
    struct Place {
        Index node;
        std::uint32_t place;
    };
    /// Places of one block in lines that are joined.
    struct JoinedPlaces {
        std::vector<Place> places;
    };

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
            nodes.back().members.push_back(order[i]);
        }
        std::ranges::sort(nodes, {}, [&](const Node& node) {
            return std::tuple(lines[node.members.front()].line.size(), node.members.front());
        });
        return nodes;
    }

    [[nodiscard]] const NearLine& any(const Node& node) const { return lines_[node.members.front()]; }
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

    /// Returns the blocks of a line to shared up, more than the allowed differences.
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
        if (runs.empty() || joined_.root(runs.back().places.front().node) != joined_.root(node)) runs.emplace_back();
        runs.back().places.push_back({node, block.place});
    }

    void compare_with_shorter(Index node) {
        for (const size_t size : block_sizes)
            for_each_block(line_of(nodes_[node]), size, 1, [&](const Block& block) {
                if (const auto runs = places_.find(block.key); runs != places_.end())
                    for (const JoinedPlaces& run : runs->second) compare_with(run, node, block.place);
            });
    }

    void compare_with(const JoinedPlaces& run, Index node, std::uint32_t place) {
        for (const Place& other : run.places) {
            ++looked_at_;
            if (joined_.root(run.places.front().node) == joined_.root(node)) return;
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
        const bool mixed = a.members.back() > b.members.front();
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
            for (const std::size_t member : nodes_[node].members)
                groups_.join(lines_[member].record, any(nodes_[a]).record);
    }

    /// Joins each record of `first` with those of `second` after it.
    void join_ordered(const Node& first, const Node& second) {
        for (const std::size_t i : first.members)
            if (i < second.members.back()) groups_.join(lines_[i].record, lines_[second.members.back()].record);
        for (const std::size_t i : second.members)
            if (i > first.members.front()) groups_.join(lines_[i].record, lines_[first.members.front()].record);
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
    std::uint64_t looked_at_ = 0;  ///< number of places of blocks
};

}  // namespace

std::uint64_t join_near_lines(const std::vector<NearLine>& lines, std::uint32_t most,
                              const std::function<bool(std::uint32_t, std::uint32_t)>& may_be, Groups& groups) {
    return NearLines(lines, most, may_be, groups).join();
}

}  // namespace cofnod::curation
