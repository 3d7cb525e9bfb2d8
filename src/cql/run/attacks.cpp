#include <algorithm>
#include <array>

#include "chess/attacks.hpp"
#include "cql/effects.hpp"
#include "cql/run/attack_sets.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/geometry.hpp"

/// Filters of attacks, rays and pins.
namespace cofnod::cql {

namespace {

FilterPtr make_rays(Compiler& compiler, const Node& node) {
    std::vector<Ptr<SetValue>> sets;
    for (const Child& child : node.children) sets.push_back(compiler.set(*child.tree));
    const bool is_chain = node.kind == Kind::attack_ray;
    const bool known = is_always_known(node);
    const bool sliders_only = is_chain || node.has(Flag::attacking);
    const auto ways = is_chain ? DirectionMask{0xFF} : static_cast<DirectionMask>(node.number);
    const bool backwards = node.has(Flag::past);  // k<-p<-R is R->p->k, seen from k
    if (backwards) std::reverse(sets.begin(), sets.end());
    const RayValue wanted = is_chain && !backwards ? RayValue::first : RayValue::last;
    if (sets.size() == 2)
        return computed<SetValue>([first = std::move(sets[0]), second = std::move(sets[1]), sliders_only, ways,
                                   wanted](Context& context) -> SetValue {
            const SetValue from = first->value(context);
            if (!from.known) return from;
            const SetValue to = second->value(context);
            if (!to.known) return to;
            if (from.squares.empty() || to.squares.empty()) return {};
            const Bitboard stations[] = {from.squares, to.squares};
            return {ray(context.now->board, ways, stations, sliders_only, wanted)};
        });
    return computed<SetValue>(
        [sets = std::move(sets), sliders_only, ways, wanted, known](Context& context) -> SetValue {
            std::vector<Bitboard> more;
            std::array<Bitboard, 8> few;
            if (sets.size() > few.size()) more.resize(sets.size());
            Bitboard* stations = more.empty() ? few.data() : more.data();
            for (std::size_t i = 0; i < sets.size(); ++i) {
                const SetValue value = sets[i]->value(context);
                if (!value.known) return value;
                if (value.squares.empty() && known) return {};
                stations[i] = value.squares;
            }
            return {ray(context.now->board, ways, {stations, sets.size()}, sliders_only, wanted)};
        });
}

enum class PinPart : std::uint8_t { from, through, to };

/// Finds sliders of `color` on `from` in line with a target not of `color`, with a single enemy piece between.
Bitboard pins_by(const PieceSets& board, Color color, Bitboard from, Bitboard through, Bitboard to, PinPart wanted) {
    Bitboard result;
    const Bitboard occupied = board.of(PieceSets::occupied);
    const Bitboard victims = through & board.of(!color);
    const Bitboard straight = board.of(color, Role::rook) | board.of(color, Role::queen);
    const Bitboard diagonal = board.of(color, Role::bishop) | board.of(color, Role::queen);
    if (victims.empty() || (from & (straight | diagonal)).empty()) return result;
    for (const Square target : to & ~board.of(color)) {
        const Bitboard sliders =
            ((chess::attacks::rook_rays(target) & straight) | (chess::attacks::bishop_rays(target) & diagonal)) & from;
        for (const Square slider : sliders) {
            const Bitboard shield = chess::attacks::between(slider, target) & occupied;
            if (shield.has_several() || (shield & victims).empty()) continue;
            result |= wanted == PinPart::from ? Bitboard(slider) : wanted == PinPart::to ? Bitboard(target) : shield;
        }
    }
    return result;
}

}  // namespace

FilterPtr make_attacks(Compiler& compiler, const Node& node) {
    return computed<SetValue>(
        [left = compiler.set(node.child(0)), right = compiler.set(node.child(1))](Context& context) -> SetValue {
            const SetValue from = left->value(context);
            if (!from.known) return from;
            const SetValue targets = right->value(context);
            if (!targets.known) return targets;
            if (from.squares.empty() || targets.squares.empty()) return {};
            return {strikers(context.now->board, from.squares, targets.squares)};
        });
}

FilterPtr make_attacked_by(Compiler& compiler, const Node& node) {
    return computed<SetValue>(
        [left = compiler.set(node.child(0)), right = compiler.set(node.child(1))](Context& context) -> SetValue {
            const SetValue squares = left->value(context);
            if (!squares.known) return squares;
            const SetValue from = right->value(context);
            if (!from.known) return from;
            return {struck_among(context, squares.squares, from.squares)};
        });
}

FilterPtr make_attack_ray(Compiler& compiler, const Node& node) { return make_rays(compiler, node); }

FilterPtr make_ray(Compiler& compiler, const Node& node) { return make_rays(compiler, node); }

FilterPtr make_pin(Compiler& compiler, const Node& node) {
    const PinPart wanted = node.selected == Part::from ? PinPart::from
                           : node.selected == Part::to ? PinPart::to
                                                       : PinPart::through;
    return computed<SetValue>([from = compiler.set_part(node, Part::from),
                               through = compiler.set_part(node, Part::through), to = compiler.set_part(node, Part::to),
                               wanted](Context& context) -> SetValue {
        const PieceSets& board = context.now->board;
        const auto value_or = [&](const Ptr<SetValue>& set, Bitboard otherwise) {
            return set ? set->value(context) : SetValue{otherwise};
        };
        const SetValue sliders = value_or(from, ~Bitboard{});
        const SetValue shields = value_or(through, ~Bitboard{});
        const SetValue targets = value_or(to, board.of(Role::king));
        if (!sliders.known || !shields.known || !targets.known) return none<SetValue>();
        Bitboard result;
        for (const Color color : {Color::white, Color::black})
            result |= pins_by(board, color, sliders.squares, shields.squares, targets.squares, wanted);
        return {result};
    });
}

}  // namespace cofnod::cql
