#include "importers/bases/chessbase/step.hpp"

#include <array>
#include <span>

namespace cofnod::importers::bases::chessbase {

namespace {

using chess::Role;
using Kind = Step::Kind;

struct Direction {
    int files, ranks;
};

constexpr Direction king[] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
constexpr Direction knight[] = {{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}};
constexpr Direction pawn[] = {{0, 1}, {0, 2}, {1, 1}, {-1, 1}};
constexpr Direction queen_lines[] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
constexpr std::span rook_lines(queen_lines, 2);
constexpr std::span bishop_lines(queen_lines + 2, 2);

/// A run of values: those of one piece.
struct Run {
    int first;
    Role role;
    int number;
};

// clang-format off
constexpr Run jumpers[] = {
    {1, Role::king, 0},
    {95, Role::knight, 0}, {103, Role::knight, 1}, {227, Role::knight, 2},
    {111, Role::pawn, 0}, {115, Role::pawn, 1}, {119, Role::pawn, 2}, {123, Role::pawn, 3},
    {127, Role::pawn, 4}, {131, Role::pawn, 5}, {135, Role::pawn, 6}, {139, Role::pawn, 7},
};
constexpr Run sliders[] = {
    {11, Role::queen, 0}, {143, Role::queen, 1}, {171, Role::queen, 2},
    {39, Role::rook, 0}, {53, Role::rook, 1}, {199, Role::rook, 2},
    {67, Role::bishop, 0}, {81, Role::bishop, 1}, {213, Role::bishop, 2},
};
// clang-format on

constexpr std::span<const Direction> directions_of(Role role) {
    switch (role) {
        case Role::king: return king;
        case Role::knight: return knight;
        case Role::pawn: return pawn;
        case Role::queen: return queen_lines;
        case Role::rook: return rook_lines;
        case Role::bishop: return bishop_lines;
    }
    return {};
}

consteval std::array<Step, 256> all_steps() {
    std::array<Step, 256> steps{};
    const auto set = [&](int value, Role role, int number, Direction by) {
        steps[static_cast<std::size_t>(value)] = {Kind::moves, role, static_cast<std::uint8_t>(number),
                                                  static_cast<std::int8_t>(by.files),
                                                  static_cast<std::int8_t>(by.ranks)};
    };
    for (const Run& run : jumpers) {
        int value = run.first;
        for (const Direction by : directions_of(run.role)) set(value++, run.role, run.number, by);
    }
    for (const Run& run : sliders) {
        int value = run.first;
        for (const Direction by : directions_of(run.role))
            for (int count = 1; count <= 7; ++count)
                set(value++, run.role, run.number, {by.files * count, by.ranks * count});
    }
    steps[0].kind = Kind::null_move;
    steps[9].kind = Kind::castles_short;
    steps[10].kind = Kind::castles_long;
    steps[235].kind = Kind::two_bytes;
    steps[236].kind = Kind::nothing;
    steps[254].kind = Kind::push;
    steps[255].kind = Kind::pop;
    return steps;
}

constexpr std::array<Step, 256> steps = all_steps();

}  // namespace

const Step& step_of(std::uint8_t value) { return steps[value]; }

}  // namespace cofnod::importers::bases::chessbase
