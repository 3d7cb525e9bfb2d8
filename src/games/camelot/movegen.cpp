#include "games/camelot/movegen.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "games/camelot/judge.hpp"
#include "games/camelot/position.hpp"

namespace cofnod::camelot {

/// Calls visit.operator()<direction>() for each direction.
template <typename Visit>
void for_each_direction(const Visit& visit) {
    [&]<int... direction>(std::integer_sequence<int, direction...>) { (visit.template operator()<direction>(), ...); }
    (std::make_integer_sequence<int, direction_count>());
}

/// Precomputed sets of a position, shared by both generators.
struct Reach {
    explicit Reach(const Position& position);

    /// True if a piece lifted from `from` could jump from `at`.
    [[nodiscard]] bool is_exposed(Square from, Square at) const {
        return near_enemies.contains(at) && can_jump(at, free | from);
    }
    [[nodiscard]] bool can_jump(Square at, const Bitboard& landing) const {
        for (int direction = 0; direction < direction_count; ++direction)
            if (enemies.contains(adjacent(at, direction)) && landing.contains(beyond(at, direction))) return true;
        return false;
    }
    /// Directions of the canters that begin on a square, one bit each.
    [[nodiscard]] unsigned canters_from(Square square) const {
        return canters[static_cast<std::size_t>(square.index())];
    }

    Bitboard own, enemies, free;
    Bitboard quiet_targets;  ///< free and not in the own castle, which steps and canters may not enter (R14)
    Bitboard near_enemies;
    Bitboard movers;   ///< own pieces that may make moves other than castle moves: none in the enemy castle (R18)
    Bitboard jumpers;  ///< movers that can jump
    bool must_leave;   ///< a piece is in its own castle and is the only one that may move (R16)
    /// Directions of canters by square, valid for every piece: it never leaps over its own start, since a canter moves
    /// by even numbers of files and ranks and the piece leapt over is an odd number away. Only the start itself is not
    /// marked as free.
    std::array<std::uint8_t, square_count> canters{};

private:
    template <int direction>
    void add_canters();
};

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
    for_each_direction([&]<int direction>() { add_canters<direction>(); });
}

template <int direction>
void Reach::add_canters() {
    constexpr int step = direction_steps[direction];
    const Bitboard middles = own & quiet_targets.shifted<-step>();
    middles.shifted<-step>().for_each([&](Square square) {
        canters[static_cast<std::size_t>(square.index())] |= static_cast<std::uint8_t>(1U << direction);
    });
}

namespace {

/// Lists moves by result. Chains are followed square by square, visiting each (square, captured set) once, so that each
/// result is found once, however many paths lead to it.
class Generator {
public:
    Generator(const Position& position, MoveList& moves)
        : position_(position), reach_(position), castle_(position.enemy_castle()), moves_(moves) {}

    void generate() {
        if (reach_.jumpers.empty()) add_quiet_moves();
        const Bitboard& knights = position_.knights();
        (reach_.movers & (reach_.jumpers | knights)).for_each([&](Square from) {
            seen_.clear();
            if (reach_.jumpers.contains(from)) jump_on(from, {from, reach_.free | from, reach_.enemies, 0});
            if (knights.contains(from)) ride(from);
        });
    }

private:
    /// A piece in the middle of a chain of jumps.
    struct Jumper {
        Square at;
        Bitboard free, enemies;
        std::uint32_t captured;
    };
    struct Seen {
        Square at;
        std::uint32_t captured;
        bool operator==(const Seen&) const = default;
    };

    void add_quiet_moves() {
        for_each_direction([&]<int direction>() { add_steps<direction>(); });
        (reach_.movers & ~position_.knights()).for_each([&](Square from) {
            if (reach_.canters_from(from) != 0)
                cantered(from, Bitboard{}).for_each([&](Square to) { moves_.push_back({from, to}); });
        });
        if (!reach_.must_leave && position_.has_castle_move()) add_castle_moves();
    }

    template <int direction>
    void add_steps() {
        constexpr int step = direction_steps[direction];
        (reach_.movers.shifted<step>() & reach_.quiet_targets).for_each([&](Square to) {
            moves_.push_back({Square::from_index(to.index() - step), to});
        });
    }

    void add_castle_moves() {
        for (const Square from : reach_.own& castle_)
            for (const Square to : reach_.free& castle_) moves_.push_back({from, to});
    }

    /// Adds a Knight's canters and the charges that follow them (R9, R12).
    void ride(Square from) {
        if (reach_.canters_from(from) == 0) return;
        const Bitboard reached = cantered(from, Bitboard{});
        Bitboard exposed;
        (reached & reach_.near_enemies & ~castle_).for_each([&](Square at) {
            if (reach_.is_exposed(from, at)) exposed |= at;
        });
        if (reach_.jumpers.empty())
            (exposed.empty() ? reached : cantered(from, exposed)).for_each([&](Square to) {
                moves_.push_back({from, to});
            });
        exposed.for_each([&](Square at) { jump_on(from, {at, reach_.free | from, reach_.enemies, 0}); });
    }

    /// Returns the squares where canters from `from` can end without visiting `avoided`.
    Bitboard cantered(Square from, const Bitboard& avoided) const {
        std::array<Square, square_count> queue;
        std::size_t size = 0;
        Bitboard reached = avoided | from;
        for (Square at = from;; at = queue[--size]) {
            for (unsigned rest = reach_.canters_from(at); rest != 0; rest &= rest - 1) {
                const Square to = beyond(at, std::countr_zero(rest));
                if (reached.contains(to)) continue;
                reached |= to;
                if (!castle_.contains(to)) queue[size++] = to;
            }
            if (size == 0) return reached ^ (avoided | from);
        }
    }

    /// Adds every continuation of the jumps; a chain ends if there is none, or in the enemy castle (R8, R17).
    void jump_on(Square from, const Jumper& jumper) {
        bool can_jump = false;
        for (int direction = 0; direction < direction_count; ++direction) {
            const Square victim = adjacent(jumper.at, direction);
            const Square to = beyond(jumper.at, direction);
            if (!jumper.enemies.contains(victim) || !jumper.free.contains(to)) continue;
            can_jump = true;
            const std::uint32_t captured = jumper.captured | 1U << reach_.enemies.count_before(victim);
            if (std::find(seen_.begin(), seen_.end(), Seen{to, captured}) != seen_.end()) continue;
            seen_.push_back({to, captured});
            if (castle_.contains(to))
                moves_.push_back({from, to, captured});
            else
                jump_on(from, {to, jumper.free | victim, jumper.enemies ^ victim, captured});
        }
        if (!can_jump) moves_.push_back({from, jumper.at, jumper.captured});
    }

    const Position& position_;
    const Reach reach_;
    const Bitboard castle_;
    MoveList& moves_;
    std::vector<Seen> seen_;
};

/// Lists moves by path, under the same rules, without memoisation.
class PathGenerator {
public:
    PathGenerator(const Position& position, std::size_t most, PathList& paths)
        : position_(position), reach_(position), castle_(position.enemy_castle()), most_(most), paths_(paths) {}

    void generate() {
        for (const Square from : reach_.movers) {
            path_ = Path{from};
            free_ = reach_.free | from;
            enemies_ = reach_.enemies;
            if (reach_.jumpers.contains(from)) jump_on();
            if (reach_.jumpers.empty()) add_steps(from);
            is_knight_ = position_.knights().contains(from);
            if (reach_.jumpers.empty() || is_knight_) canter_on(Bitboard(from), true);
        }
        if (reach_.jumpers.empty() && !reach_.must_leave && position_.has_castle_move()) add_castle_moves();
    }

private:
    [[nodiscard]] bool is_full() const { return paths_.size() >= most_; }

    void add_steps(Square from) {
        for (int direction = 0; direction < direction_count; ++direction) {
            const Square to = adjacent(from, direction);
            if (reach_.quiet_targets.contains(to)) paths_.push_back({from, to});
        }
    }

    void add_castle_moves() {
        for (const Square from : reach_.own& castle_)
            for (const Square to : reach_.free& castle_) paths_.push_back({from, to});
    }

    /// `may_stop`: the Knight has not yet passed a piece that it could jump.
    void canter_on(const Bitboard& visited, bool may_stop) {
        for (unsigned rest = reach_.canters_from(path_.back()); rest != 0; rest &= rest - 1) {
            const Square to = beyond(path_.back(), std::countr_zero(rest));
            if (visited.contains(to) || is_full()) continue;
            path_.add(to);
            arrive(visited | to, may_stop);
            path_.drop_last();
        }
    }

    void arrive(const Bitboard& visited, bool may_stop) {
        const bool in_castle = castle_.contains(path_.back());
        const bool exposed = is_knight_ && !in_castle && reach_.is_exposed(path_.front(), path_.back());
        may_stop = may_stop && !exposed;
        if (may_stop && reach_.jumpers.empty()) paths_.push_back(path_);
        if (in_castle) return;
        if (exposed) jump_on();
        canter_on(visited, may_stop);
    }

    void jump_on() {
        const Square at = path_.back();
        bool can_jump = false;
        for (int direction = 0; direction < direction_count; ++direction) {
            const Square victim = adjacent(at, direction);
            const Square to = beyond(at, direction);
            if (!enemies_.contains(victim) || !free_.contains(to)) continue;
            can_jump = true;
            if (is_full()) continue;
            path_.add(to);
            free_ ^= victim;
            enemies_ ^= victim;
            if (castle_.contains(to))
                paths_.push_back(path_);
            else
                jump_on();
            free_ ^= victim;
            enemies_ ^= victim;
            path_.drop_last();
        }
        if (!can_jump) paths_.push_back(path_);
    }

    const Position& position_;
    const Reach reach_;
    const Bitboard castle_;
    const std::size_t most_;
    PathList& paths_;
    Path path_;
    Bitboard free_, enemies_;
    bool is_knight_ = false;
};

}  // namespace

void generate(const Position& position, MoveList& moves) {
    moves.clear();
    if (outcome_on_board(position) == Outcome::none) Generator(position, moves).generate();
}

MoveList legal_moves(const Position& position) {
    MoveList moves;
    moves.reserve(128);
    generate(position, moves);
    return moves;
}

PathList legal_paths(const Position& position, std::size_t most) {
    PathList paths;
    if (outcome_on_board(position) == Outcome::none) PathGenerator(position, most, paths).generate();
    if (paths.size() > most) paths.resize(most);
    return paths;
}

bool has_legal_move(const Position& position) { return !legal_moves(position).empty(); }

Path path_of(const Position& position, const Move& move) {
    constexpr std::size_t most_paths = 1U << 20;  // 64 MB; exceeded only by artificial positions
    Path best;
    for (const Path& path : legal_paths(position, most_paths))
        if (effect_of(position, path) == move && (best.empty() || path < best)) best = path;
    return best;
}

namespace {

/// Returns the shortest canter between two squares, ignoring pieces that it could jump; empty if there is none.
Path canter_between(const Position& position, Square from, Square to) {
    const Bitboard friends = position.pieces(position.turn()) ^ from;
    const Bitboard targets = position.free() & ~position.own_castle();
    std::vector<Path> ways{Path{from}};
    Bitboard seen(from);
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const Path way = ways[i];
        for (int direction = 0; direction < direction_count && !way.is_full(); ++direction) {
            const Square next = beyond(way.back(), direction);
            if (!friends.contains(adjacent(way.back(), direction)) || !targets.contains(next) || seen.contains(next))
                continue;
            seen |= next;
            ways.push_back(way);
            ways.back().add(next);
            if (next == to) return ways.back();
        }
    }
    return {};
}

}  // namespace

Path playable_path_of(const Position& position, const Move& move) {
    Path path = path_of(position, move);
    const bool may_be_loose = !move.is_capture() && position.pieces(position.turn(), Role::knight).contains(move.from);
    if (path.empty() && may_be_loose) path = canter_between(position, move.from, move.to);
    return !path.empty() && judge(position, path).is_playable() ? path : Path{};
}

namespace {

bool fills_enemy_castle(const Position& position, Color color) {
    const Bitboard& goal = position.board().castle(!color);
    return (position.pieces(color) & goal) == goal;
}

Result win_of(Color color) { return color == Color::white ? Result::white_wins : Result::black_wins; }

}  // namespace

Outcome outcome_on_board(const Position& position) {
    for (const Color color : {Color::white, Color::black})
        if (fills_enemy_castle(position, color)) return Outcome::castle;
    const int white = position.pieces(Color::white).count();
    const int black = position.pieces(Color::black).count();
    if (white <= 1 && black <= 1) return Outcome::material;
    return white == 0 || black == 0 ? Outcome::elimination : Outcome::none;
}

Outcome outcome(const Position& position) {
    const Outcome on_board = outcome_on_board(position);
    if (on_board != Outcome::none || has_legal_move(position)) return on_board;
    return position.pieces(!position.turn()).count() > 1 ? Outcome::no_move : Outcome::no_move_but_alone;
}

Result result_of(const Position& position, Outcome outcome) {
    switch (outcome) {
        case Outcome::none: return Result::unknown;
        case Outcome::castle: return win_of(fills_enemy_castle(position, Color::white) ? Color::white : Color::black);
        case Outcome::elimination: return win_of(position.pieces(Color::white).empty() ? Color::black : Color::white);
        case Outcome::no_move: return win_of(!position.turn());
        case Outcome::material:
        case Outcome::no_move_but_alone: return Result::draw;
    }
    return Result::unknown;
}

namespace {

std::uint64_t lines_after(const Position& position, const Move& move, int depth, Branching branching) {
    Position after = position;
    after.play(move);
    return perft(after, depth, branching);
}

}  // namespace

std::uint64_t perft(const Position& position, int depth, Branching branching) {
    if (depth <= 0) return 1;
    std::uint64_t lines = 0;
    if (branching == Branching::by_path) {
        const PathList paths = legal_paths(position);
        if (depth == 1) return paths.size();
        for (const Path& path : paths) lines += lines_after(position, effect_of(position, path), depth - 1, branching);
    } else {
        const MoveList moves = legal_moves(position);
        if (depth == 1) return moves.size();
        for (const Move& move : moves) lines += lines_after(position, move, depth - 1, branching);
    }
    return lines;
}

}  // namespace cofnod::camelot
