#include "camelot/movegen.hpp"

#include <algorithm>
#include <bit>

#include "camelot/judge.hpp"
#include "camelot/outcome.hpp"
#include "camelot/reach.hpp"

namespace cofnod::camelot {
namespace {

/// Lists moves by result. Chains are followed square by square, visiting each (square, captured set) once, so that each
/// result is found once however many paths lead to it.
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
        add_steps<0>();
        add_steps<1>();
        add_steps<2>();
        add_steps<3>();
        add_steps<4>();
        add_steps<5>();
        add_steps<6>();
        add_steps<7>();
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

    /// Squares where canters from `from` can end without visiting `avoided`.
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

    /// Adds every continuation of the jumps; a chain ends when there is none, or in the enemy castle (R8, R17).
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

/// Lists moves by path: the same rules, without memoisation.
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

}  // namespace cofnod::camelot
