#include "search/ply_conditions.hpp"

#include <algorithm>
#include <span>

#include "games/record/move_text.hpp"
#include "games/record/record.hpp"
#include "store/name_match.hpp"

namespace cofnod::search {

namespace {

using By = PlyConditions::By;

/// Sides whose moves may match.
struct Sides {
    bool white = true, black = true;
};

Sides sides_of(const PlyConditions& asked, const GameRecord& record) {
    const auto is_asked = [&](std::string_view tag) {
        const auto name = record.tags.find(tag);
        return name && std::ranges::any_of(asked.players,
                                           [&](const std::string& text) { return store::names_player(*name, text); });
    };
    switch (asked.by) {
        case By::anybody: return {};
        case By::white: return {true, false};
        case By::black: return {false, true};
        case By::player: return {is_asked("White"), is_asked("Black")};
        case By::opponent: return {is_asked("Black"), is_asked("White")};
        case By::winner: return {record.result == Result::white_wins, record.result == Result::black_wins};
        case By::loser: return {record.result == Result::black_wins, record.result == Result::white_wins};
    }
    return {};
}

bool is_in(const std::optional<NumberRange>& range, const std::optional<double>& number) {
    return !range || (number && range->has(*number));
}

/// Returns the plies with one of the signs, ascending.
std::vector<std::uint32_t> plies_with(std::span<const std::uint32_t> nags, const Annotations& annotations) {
    std::vector<std::uint32_t> plies;
    std::uint32_t depth = 0;
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        const Annotations::Item item = annotations[i];
        if (item.kind == Annotations::Kind::begin_variation) ++depth;
        if (item.kind == Annotations::Kind::end_variation && depth > 0) --depth;
        if (depth == 0 && item.kind == Annotations::Kind::nag && std::ranges::find(nags, item.value) != nags.end())
            plies.push_back(item.ply);
    }
    return plies;
}

}  // namespace

std::optional<double> PlyConditions::evaluation_of(const MoveCommands& commands) {
    return commands.mate ? std::optional(*commands.mate < 0 ? -mate : mate) : commands.evaluation;
}

std::vector<std::uint32_t> PlyConditions::plies_in(const GameRecord& record) const {
    std::vector<std::uint32_t> plies;
    const Sides sides = sides_of(*this, record);
    if (!sides.white && !sides.black) return plies;
    if (ask_for_annotations() && record.annotations.empty()) return plies;
    const std::vector<std::uint32_t> marked =
        nags.empty() ? std::vector<std::uint32_t>() : plies_with(nags, record.annotations);
    const bool has_numbers = evaluation || loss || clock || spent || depth;
    const std::vector<MoveCommands> commands =
        has_numbers ? move_commands(record) : std::vector<MoveCommands>(record.ply_count);
    if (commands.size() < record.ply_count) return plies;
    const MoveNumbers numbers = MoveNumbers::of(record);
    for (std::uint32_t ply = 1; ply <= record.ply_count; ++ply) {
        const MoveCommands& here = commands[ply - 1];
        const bool is_black = numbers.is_black(ply - 1);
        if (is_black ? !sides.black : !sides.white) continue;
        if (!nags.empty() && !std::ranges::binary_search(marked, ply)) continue;
        if (is_in(evaluation, evaluation_of(here)) && is_in(clock, here.clock) && is_in(spent, here.elapsed) &&
            is_in(depth, here.depth) && (!loss || is_in(loss, loss_of(commands, ply, is_black))))
            plies.push_back(ply);
    }
    return plies;
}

}  // namespace cofnod::search
