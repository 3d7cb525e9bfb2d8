#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "cql/run/compiler.hpp"
#include "games/record/move_text.hpp"
#include "games/record/record.hpp"
#include "search/ply_conditions.hpp"

/// Filters on the comments and signs of the source: texts, glyphs, and the numbers that programs write.
namespace cofnod::cql {

namespace {

/// Returns the source's notes at the current position.
std::span<const GameTree::Note> notes_here(const Context& context) {
    const std::vector<GameTree::Note>& notes = context.tree.notes();
    const auto first = std::ranges::lower_bound(notes, context.at, {}, &GameTree::Note::id);
    return {first, std::ranges::upper_bound(notes, context.at, {}, &GameTree::Note::id)};
}

/// Returns the largest integer that is not above the number, within the range of integers of CQL.
Number rounded_down(std::optional<double> number) {
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    if (!number) return std::nullopt;
    return static_cast<std::int32_t>(std::clamp(std::floor(*number), -most, most));
}

Number centipawns(std::optional<double> pawns) {
    constexpr double hundredths = 100;
    return pawns ? rounded_down(std::round(*pawns * hundredths)) : Number{};
}

/// Commands of the move to a position.
struct CommandsAt {
    PositionId position;
    MoveCommands commands;
};

/// Returns the commands of the moves that have comments, by position.
std::vector<CommandsAt> commands_of(Context& context) {
    std::vector<CommandsAt> found;
    const std::vector<GameTree::Note>& notes = context.tree.notes();
    const Game& game = *context.game;
    if (notes.empty() || !game.annotations) return found;
    const auto control = game.tags ? game.tags->find("TimeControl") : std::nullopt;
    const CommandReader reader(*game.annotations, control.value_or(""));
    for (const GameTree::Note& note : notes) {
        if (note.is_nag || note.id == 0) continue;
        context.tick(note.text.size());
        if (found.empty() || found.back().position != note.id) found.push_back({note.id, {}});
        reader.read(note.text, context.tree[note.id].turn == Color::white, found.back().commands);
    }
    return found;
}

/// Returns the element of a position in a list ordered by position; nullptr if there is none.
template <typename Element>
const Element* find_position(const std::vector<Element>& elements, PositionId position) {
    const auto found = std::ranges::lower_bound(elements, position, {}, &Element::position);
    return found != elements.end() && found->position == position ? &*found : nullptr;
}

std::optional<double> loss_at(const Context& context, const std::vector<CommandsAt>& all, const CommandsAt& here) {
    const bool is_black = context.tree[here.position].turn == Color::white;
    const PositionId parent = context.tree.parent(here.position);
    if (parent == 0) return loss_of(nullptr, here.commands, is_black);
    const CommandsAt* const before = find_position(all, parent);
    return before ? loss_of(&before->commands, here.commands, is_black) : std::nullopt;
}

void read_figures(Context& context) {
    std::vector<MoveFigures>& moves = context.figures.moves;
    moves.clear();
    const std::vector<CommandsAt> all = commands_of(context);
    for (const CommandsAt& here : all) {
        const MoveCommands& commands = here.commands;
        if (commands.is_empty()) continue;
        moves.push_back({.position = here.position,
                         .evaluation = centipawns(search::PlyConditions::evaluation_of(commands)),
                         .loss = centipawns(loss_at(context, all, here)),
                         .clock = rounded_down(commands.clock),
                         .spent = rounded_down(commands.elapsed),
                         .depth = commands.depth});
    }
    context.figures.game = context.game_stamp;
}

/// Returns a number of the move to the current position.
Number figure_here(Context& context, Number MoveFigures::*figure) {
    if (context.figures.game != context.game_stamp) read_figures(context);
    const MoveFigures* const here = find_position(context.figures.moves, context.at);
    return here ? here->*figure : Number{};
}

FilterPtr of_move(Number MoveFigures::*figure) {
    return computed<Number>([figure](Context& context) { return figure_here(context, figure); });
}

}  // namespace

FilterPtr make_original_comment(Compiler&, const Node& node) {
    return computed<Text>([at = node.span](Context& context) {
        Text text;
        for (const GameTree::Note& note : notes_here(context)) {
            if (note.is_nag) continue;
            context.count_text(note.text.size(), at);
            if (text) *text += ' ';
            if (!text) text.emplace();
            *text += note.text;
        }
        return text;
    });
}

FilterPtr make_has_glyph(Compiler&, const Node& node) {
    return computed<bool>([wanted = static_cast<std::uint32_t>(node.number)](Context& context) {
        return std::ranges::any_of(notes_here(context),
                                   [wanted](const GameTree::Note& note) { return note.is_nag && note.nag == wanted; });
    });
}

FilterPtr make_evaluation(Compiler&, const Node& node) {
    return computed<Number>([sign = node.side == Side::black ? -1 : 1](Context& context) -> Number {
        const Number evaluation = figure_here(context, &MoveFigures::evaluation);
        return evaluation ? Number(sign * *evaluation) : Number{};
    });
}

FilterPtr make_loss(Compiler&, const Node&) { return of_move(&MoveFigures::loss); }

FilterPtr make_clock(Compiler&, const Node&) { return of_move(&MoveFigures::clock); }

FilterPtr make_spent(Compiler&, const Node&) { return of_move(&MoveFigures::spent); }

FilterPtr make_search_depth(Compiler&, const Node&) { return of_move(&MoveFigures::depth); }

}  // namespace cofnod::cql
