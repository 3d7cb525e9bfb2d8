#include "games/record/variations.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "games/record/annotations.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"

namespace cofnod {

namespace {

template <RecordedGame G>
class VariationReader {
public:
    explicit VariationReader(const typename G::Position& start, const GameRecord& record) : main_{start} {
        typename G::Unpacker moves(start, record.moves);
        while (moves.next()) main_.push_back(moves.position());
        for (std::size_t i = 0; i < record.annotations.size(); ++i) take(record.annotations[i]);
        while (!open_.empty()) close();
    }

    std::vector<VariationLine> lines;

private:
    /// A variation being read.
    struct OpenVariation {
        std::size_t line;  ///< index into `lines`
        typename G::Position now;
        typename G::Position before;  ///< position before its last move
        typename G::Packer packer;
        std::uint32_t plies = 0;  ///< number of plies of this variation
    };

    void take(const Annotations::Item& item) {
        using Kind = Annotations::Kind;
        if (item.kind == Kind::begin_variation) {
            ++number_;
            begin(item.ply);
        }
        if (item.kind == Kind::end_variation && lost_ > 0)
            --lost_;
        else if (item.kind == Kind::end_variation && !open_.empty())
            close();
        if (item.kind == Kind::move && lost_ == 0 && !open_.empty()) play(item.value);
    }

    void begin(std::uint32_t ply) {
        if (open_.empty() && lost_ == 0 && ply > 0 && ply < main_.size())
            open(main_[ply - 1], ply, ply - 1, 0);
        else if (lost_ == 0 && !open_.empty() && open_.back().plies > 0)
            open(open_.back().before, lines[open_.back().line].ply, played() - 1, lines[open_.back().line].number);
        else
            ++lost_;
    }

    /// Returns the number of plies played up to the current position of the innermost variation.
    [[nodiscard]] std::uint32_t played() const { return lines[open_.back().line].first + open_.back().plies; }

    void open(typename G::Position start, std::uint32_t ply, std::uint32_t first, std::uint32_t parent) {
        lines.push_back({.number = number_,
                         .ply = ply,
                         .start = G::write_position(start),
                         .moves = {},
                         .first = first,
                         .parent = parent});
        open_.push_back({lines.size() - 1, start, start, typename G::Packer(start)});
    }

    void play(std::uint32_t number) {
        OpenVariation& line = open_.back();
        const auto move = G::move_with_number(line.now, number);
        if (!move || !G::is_playable(line.now, *move)) {
            close();
            ++lost_;
            return;
        }
        line.packer.push(line.now, G::ply_of(line.now, *move));
        line.before = line.now;
        line.now.play(*move);
        ++line.plies;
    }

    void close() {
        lines[open_.back().line].moves = open_.back().packer.bytes();
        lines[open_.back().line].plies = open_.back().plies;
        open_.pop_back();
    }

    std::vector<typename G::Position> main_;  ///< positions of the main line
    std::vector<OpenVariation> open_;
    int lost_ = 0;              ///< nesting depth of unreadable variations
    std::uint32_t number_ = 0;  ///< variations begun
};

}  // namespace

std::vector<VariationLine> variations_of(const GameRecord& record) {
    return with_game(record.kind, [&](auto game) -> std::vector<VariationLine> {
        using G = decltype(game);
        const auto start = G::read_start(record.start);
        if (!start) return {};
        return VariationReader<G>(*start, record).lines;
    });
}

std::vector<std::uint32_t> lines_of_items(const Annotations& annotations) {
    std::vector<std::uint32_t> lines(annotations.size()), open{0};
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Annotations::Kind kind = annotations[i].kind;
        if (kind == Annotations::Kind::begin_variation) open.push_back(++number);
        lines[i] = open.back();
        if (kind == Annotations::Kind::end_variation && open.size() > 1) open.pop_back();
    }
    return lines;
}

std::optional<GameRecord> line_as_record(const GameRecord& record, std::uint32_t line) {
    const std::vector<VariationLine> lines = variations_of(record);
    std::vector<const VariationLine*> path;  // from the main line
    for (std::uint32_t number = line; number > 0; number = path.back()->parent) {
        const auto found = std::ranges::lower_bound(lines, number, {}, &VariationLine::number);
        if (found == lines.end() || found->number != number) return std::nullopt;
        path.push_back(&*found);
    }
    std::ranges::reverse(path);

    GameRecord result{.kind = record.kind, .tags = record.tags, .result = record.result, .start = record.start};
    with_game(record.kind, [&](auto game) {
        using G = decltype(game);
        typename G::Position now = start_position<G>(record);
        typename G::Packer packer(now);
        for (std::size_t i = 0; i <= path.size(); ++i) {
            typename G::Unpacker moves(now, i == 0 ? record.moves : path[i - 1]->moves);
            const std::uint32_t end = i == path.size() ? std::numeric_limits<std::uint32_t>::max() : path[i]->first;
            while (result.ply_count < end) {
                const auto ply = moves.next();
                if (!ply) break;
                packer.push(now, *ply);
                now.play(G::effect_of(now, *ply));
                ++result.ply_count;
            }
        }
        result.moves = packer.bytes();
        result.final_check = final_check_of(now.key());
    });
    result.notation = record.notation;
    return result;
}

}  // namespace cofnod
