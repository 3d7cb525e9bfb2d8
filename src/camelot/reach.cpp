#include "camelot/reach.hpp"

namespace cofnod::camelot {

Reach::Reach(const Position& position)
    : own(position.pieces(position.turn())),
      enemies(position.pieces(!position.turn())),
      free(position.free()),
      quiet_targets(free & ~position.own_castle()),
      near_enemies(enemies.spread()),
      movers(own & ~position.enemy_castle()) {
    const Bitboard at_home = own & position.own_castle();
    must_leave = !at_home.empty();
    if (must_leave) movers = at_home;
    (movers & near_enemies).for_each([&](Square square) {
        if (can_jump(square, free)) jumpers |= square;
    });
    add_canters<0>();
    add_canters<1>();
    add_canters<2>();
    add_canters<3>();
    add_canters<4>();
    add_canters<5>();
    add_canters<6>();
    add_canters<7>();
}

template <int direction>
void Reach::add_canters() {
    constexpr int step = direction_steps[direction];
    const Bitboard middles = own & quiet_targets.shifted<-step>();
    middles.shifted<-step>().for_each([&](Square square) {
        canters[static_cast<std::size_t>(square.index())] |= static_cast<std::uint8_t>(1U << direction);
    });
}

}  // namespace cofnod::camelot
