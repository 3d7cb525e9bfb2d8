#include "games/camelot/pack.hpp"

#include "games/camelot/judge.hpp"

namespace cofnod::camelot {
namespace {

constexpr int square_follows = 15;
constexpr unsigned more = 8;

/// The board while a path is decoded: without the moving piece and the pieces captured so far.
class Course {
public:
    Course(const Position& position, Square start)
        : occupied_(position.occupied() ^ start), enemies_(position.pieces(!position.turn())), at_(start) {}

    /// Moves one step or leap in this direction, removes a jumped piece and returns the new square.
    Square follow(int direction) {
        const Square next = adjacent(at_, direction);
        if (!occupied_.contains(next)) return at_ = next;
        if (enemies_.contains(next)) occupied_ ^= next;
        return at_ = beyond(at_, direction);
    }

private:
    Bitboard occupied_, enemies_;
    Square at_;
};

unsigned direction_between(Square from, Square to) {
    unsigned direction = 0;
    while (adjacent(from, static_cast<int>(direction)) != to && beyond(from, static_cast<int>(direction)) != to)
        ++direction;
    return direction;
}

unsigned part_of(const Path& path, std::size_t i) {
    return direction_between(path[i - 1], path[i]) | (i + 1 < path.size() ? more : 0);
}

}  // namespace

void Packer::push(const Position& before, const Path& path) {
    const int number = before.pieces(before.turn()).count_before(path.front());
    const bool is_countable = number < square_follows;
    bytes_ += static_cast<char>((is_countable ? number : square_follows) << 4 | static_cast<int>(part_of(path, 1)));
    if (!is_countable) bytes_ += static_cast<char>(path.front().index());
    for (std::size_t i = 2; i < path.size(); i += 2) {
        const unsigned second = i + 1 < path.size() ? part_of(path, i + 1) : 0;
        bytes_ += static_cast<char>(second << 4 | part_of(path, i));
    }
}

std::optional<Path> Unpacker::next() {
    const auto path = read();
    if (path) play(*path);
    return path;
}

std::optional<Path> Unpacker::read() {
    if (damaged_ || at_ == bytes_.size()) return std::nullopt;
    auto path = read_path();
    damaged_ = !path || !judge(position_, *path).is_playable();
    if (damaged_) return std::nullopt;
    return path;
}

std::optional<std::uint8_t> Unpacker::read_byte() {
    if (at_ == bytes_.size()) return std::nullopt;
    return static_cast<std::uint8_t>(bytes_[at_++]);
}

/// Returns the square of the moving piece. The encoding is unique: a square is accepted only for pieces that have no
/// number below 15.
std::optional<Square> Unpacker::read_start(int number) {
    const Bitboard& own = position_.pieces(position_.turn());
    if (number == square_follows) {
        const auto byte = read_byte();
        if (!byte) return std::nullopt;
        const Square square = Square::from_index(*byte);
        if (!own.contains(square) || own.count_before(square) < square_follows) return std::nullopt;
        return square;
    }
    for (const Square square : own)
        if (number-- == 0) return square;
    return std::nullopt;
}

std::optional<Path> Unpacker::read_path() {
    const auto first = read_byte();
    if (!first) return std::nullopt;
    const auto start = read_start(*first >> 4);
    if (!start) return std::nullopt;
    Path path{*start};
    Course course(position_, *start);
    unsigned part = *first & 15U;
    path.add(course.follow(static_cast<int>(part & 7U)));
    while (part & more) {
        const auto byte = read_byte();
        if (!byte) return std::nullopt;
        for (const unsigned half : {*byte & 15U, *byte >> 4 & 15U}) {
            if (!(part & more)) return half == 0 ? std::optional(path) : std::nullopt;
            part = half;
            if (path.is_full()) return std::nullopt;
            path.add(course.follow(static_cast<int>(part & 7U)));
        }
    }
    return path;
}

}  // namespace cofnod::camelot
