#include "cql/run/game_tree.hpp"

#include <algorithm>
#include <utility>

#include "cql/run/line_replayer.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/record.hpp"
#include "games/record/replay.hpp"

namespace cofnod::cql {

namespace {

using chess::Move;
using chess::Position;

Snapshot snapshot_of(const Position& position, Move move) {
    Snapshot shot = SnapshotBoard(position).snapshot();
    shot.move = move;
    return shot;
}

/// Returns the main-line position after `ply` moves, clamped because databases may be damaged.
PositionId behind(std::uint32_t ply, PositionId last) {
    return static_cast<PositionId>(std::min(ply, static_cast<std::uint32_t>(last)));
}

/// Game tree in source order, to be renumbered in CQL's preorder.
class SourceTree {
public:
    SourceTree(const Position& start, const Game& game) : nodes_{{start, Move::null()}} {
        chess::Unpacker line(start, game.moves);
        while (const auto move = line.next()) add(static_cast<PositionId>(nodes_.size()) - 1, *move, line.position());
        damaged_ = line.is_damaged();
        last_main_ = static_cast<PositionId>(nodes_.size()) - 1;
        if (game.annotations) read(*game.annotations);
    }

    struct Node {
        Position position;
        Move move;
        PositionId parent = no_position, first_child = no_position, last_child = no_position,
                   next_sibling = no_position;
        PositionId number = no_position;  ///< in preorder
        std::int64_t item = -1;           ///< index in the annotations, for variations
    };

    std::vector<Node>& nodes() { return nodes_; }
    std::vector<GameTree::Note>& notes() { return notes_; }
    [[nodiscard]] bool is_damaged() const { return damaged_; }

private:
    PositionId add(PositionId parent, Move move, const Position& after) {
        const auto id = static_cast<PositionId>(nodes_.size());
        nodes_.push_back({after, move, parent});
        Node& above = nodes_[static_cast<std::size_t>(parent)];
        if (above.last_child == no_position) above.first_child = id;
        if (above.last_child != no_position) nodes_[static_cast<std::size_t>(above.last_child)].next_sibling = id;
        above.last_child = id;
        return id;
    }

    /// Reads the variations; the position of an unreadable line is no_position.
    void read(const Annotations& annotations) {
        std::vector<PositionId> lines;
        for (std::size_t i = 0; i < annotations.size(); ++i) {
            const auto item = annotations[i];
            if (lines.empty()) at_ = behind(item.ply, last_main_);
            switch (item.kind) {
                case Annotations::Kind::comment:
                    if (at_ != no_position) notes_.push_back({at_, false, 0, item.text});
                    break;
                case Annotations::Kind::nag:
                    if (at_ != no_position) notes_.push_back({at_, true, item.value, {}});
                    break;
                case Annotations::Kind::begin_variation:
                    lines.push_back(at_);
                    if (at_ != no_position) at_ = nodes_[static_cast<std::size_t>(at_)].parent;
                    break;
                case Annotations::Kind::end_variation:
                    if (lines.empty()) return;
                    at_ = lines.back();
                    lines.pop_back();
                    break;
                case Annotations::Kind::move:
                    if (!lines.empty()) play(Move::from_raw(static_cast<std::uint16_t>(item.value)), i);
                    break;
                case Annotations::Kind::unread: break;
            }
        }
    }

    void play(Move move, std::size_t item) {
        if (at_ == no_position) return;
        Position position = nodes_[static_cast<std::size_t>(at_)].position;
        if (!chess::is_legal(position, move)) {
            at_ = no_position;
            return;
        }
        position.play(move);
        at_ = add(at_, move, position);
        nodes_.back().item = static_cast<std::int64_t>(item);
    }

    std::vector<Node> nodes_;
    std::vector<GameTree::Note> notes_;
    PositionId at_ = 0;
    PositionId last_main_ = 0;
    bool damaged_ = false;
};

}  // namespace

struct GameTree::Starts : ReplayStart<ChessGame, LineReplayer> {
    LineReplayer line = initial();  ///< replayer for begin_line()
};

GameTree::GameTree() : starts_(std::make_unique<Starts>()) {}
GameTree::~GameTree() = default;

Game Game::of(const GameRecord& record, std::int64_t number) {
    return {number, record.start, record.moves, &record.annotations, &record.tags, record.result};
}

/// Returns the replayer at the start position; nullptr if that is invalid.
const LineReplayer* GameTree::begin(const Game& game) {
    damaged_ = false;
    size_ = 0;
    links_.clear();
    items_.clear();
    notes_.clear();
    imagined_from_.fill(0);
    imagined_ = 0;
    identities_known_ = 0;
    const LineReplayer* start = starts_->from(game.start);
    damaged_ = start == nullptr;
    black_began_ = start && start->turn() == Color::black;
    return start;
}

bool GameTree::read(const Game& game, bool with_variations, bool with_notes) {
    const LineReplayer* start = begin(game);
    if (!start) return false;
    if (with_variations && game.annotations && !game.annotations->empty()) {
        read_tree(game.start.empty() ? Position::initial() : chess::read_fen(game.start)->position, game);
    } else {
        read_main_line(*start, game.moves);
        if (with_notes && game.annotations) read_main_notes(*game.annotations);
    }
    return true;
}

LineReplayer* GameTree::begin_line(const Game& game) {
    const LineReplayer* start = begin(game);
    if (!start) return nullptr;
    starts_->line = *start;
    starts_->line.read(game.moves);
    size_ = 1;
    return &starts_->line;
}

void GameTree::read_main_line(const LineReplayer& start, std::string_view moves) {
    // A ply takes one or two bytes. Moves beyond the default import limit may be damaged and have few readable plies,
    // so memory for them grows on demand.
    constexpr std::size_t usual_bytes = std::size_t{1} << 18;
    const std::size_t room = std::min(moves.size(), usual_bytes) + 1 + most_imagined;
    if (shots_.size() < room) shots_.resize(room);
    LineReplayer game = start;
    game.read(moves);
    if (moves.size() <= usual_bytes) {
        Snapshot* shot = shots_.data();
        do *shot++ = game.snapshot();
        while (game.next());
        size_ = static_cast<PositionId>(shot - shots_.data());
    } else {
        std::size_t plies = 0;
        do {
            if (shots_.size() < plies + 1 + most_imagined) shots_.resize(2 * shots_.size());
            shots_[plies++] = game.snapshot();
        } while (game.next());
        size_ = static_cast<PositionId>(plies);
    }
    damaged_ = game.is_damaged();
}

void GameTree::read_tree(const Position& start, const Game& game) {
    SourceTree source(start, game);
    auto& nodes = source.nodes();
    damaged_ = source.is_damaged();
    size_ = static_cast<PositionId>(nodes.size());
    if (shots_.size() < nodes.size() + most_imagined) shots_.resize(nodes.size() + most_imagined);
    links_.assign(nodes.size(), {});
    items_.assign(nodes.size(), -1);

    const auto link_at = [&](PositionId id) -> Link& { return links_[static_cast<std::size_t>(id)]; };
    std::vector<PositionId> last_child(nodes.size(), no_position);
    PositionId next = 0;
    std::vector<PositionId> open = {0};
    while (!open.empty()) {
        const PositionId id = open.back();
        open.pop_back();
        auto& node = nodes[static_cast<std::size_t>(id)];
        node.number = next++;
        shots_[static_cast<std::size_t>(node.number)] = snapshot_of(node.position, node.move);
        items_[static_cast<std::size_t>(node.number)] = node.item;
        Link& link = link_at(node.number);
        if (node.parent != no_position) {
            link.parent = nodes[static_cast<std::size_t>(node.parent)].number;
            Link& above = link_at(link.parent);
            link.ply = above.ply + 1;
            const PositionId elder = std::exchange(last_child[static_cast<std::size_t>(link.parent)], node.number);
            (elder == no_position ? above.first_child : link_at(elder).next_sibling) = node.number;
            if (elder != no_position) link.index = link_at(elder).index + 1;
            link.depth = above.depth + (link.index > 0 ? 1 : 0);
        }
        const auto mark = static_cast<std::ptrdiff_t>(open.size());
        for (PositionId child = node.first_child; child != no_position;
             child = nodes[static_cast<std::size_t>(child)].next_sibling)
            open.push_back(child);
        std::reverse(open.begin() + mark, open.end());
    }
    for (PositionId id = size_ - 1; id >= 0; --id) {
        Link& link = link_at(id);
        link.end = std::max(link.end, id + 1);
        if (link.parent != no_position) link_at(link.parent).end = std::max(link_at(link.parent).end, link.end);
    }
    for (Note note : source.notes()) {
        note.id = nodes[static_cast<std::size_t>(note.id)].number;
        notes_.push_back(note);
    }
    std::stable_sort(notes_.begin(), notes_.end(), [](const Note& a, const Note& b) { return a.id < b.id; });
}

void GameTree::read_main_notes(const Annotations& annotations) {
    int depth = 0;
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        const auto item = annotations[i];
        if (item.kind == Annotations::Kind::begin_variation) ++depth;
        if (item.kind == Annotations::Kind::end_variation) --depth;
        if (depth != 0) continue;
        const PositionId id = behind(item.ply, size_ - 1);
        if (item.kind == Annotations::Kind::comment) notes_.push_back({id, false, 0, item.text});
        if (item.kind == Annotations::Kind::nag) notes_.push_back({id, true, item.value, {}});
    }
}

std::int32_t GameTree::move_number(PositionId id) const { return (ply(id) + (black_began_ ? 1 : 0)) / 2 + 1; }

const GameTree::Identities& GameTree::identities(PositionId id) {
    if (identities_.size() < shots_.size()) identities_.resize(shots_.size());
    const auto follow = [&](PositionId at) -> Identities& {
        const PositionId above = parent(at);
        Identities& now = identities_[static_cast<std::size_t>(at)];
        now = identities_[static_cast<std::size_t>(above)];
        const auto move_one = [&](Square from, Square to) {
            now[static_cast<std::size_t>(to.index())] = std::exchange(now[static_cast<std::size_t>(from.index())], {});
        };
        const Move move = (*this)[at].move;
        if (move.is_null()) return now;
        if (move.kind() == Move::Kind::castling) {
            const auto squares = chess::Castling::of(move);
            const auto king = std::exchange(now[static_cast<std::size_t>(squares.king_from.index())], {});
            const auto rook = std::exchange(now[static_cast<std::size_t>(squares.rook_from.index())], {});
            now[static_cast<std::size_t>(squares.king_to.index())] = king;
            now[static_cast<std::size_t>(squares.rook_to.index())] = rook;
            return now;
        }
        for (const Square victim : (*this)[above].captured_by(move)) now[static_cast<std::size_t>(victim.index())] = 0;
        move_one(move.from(), move.to());
        return now;
    };
    if (identities_known_ == 0) {
        Identities& first = identities_[0];
        first.fill(0);
        std::uint8_t number = 0;
        for (const Square square : shots_[0].board.of(Color::white))
            first[static_cast<std::size_t>(square.index())] = ++number;
        number = 16;
        for (const Square square : shots_[0].board.of(Color::black))
            first[static_cast<std::size_t>(square.index())] = ++number;
        identities_known_ = 1;
    }
    for (const auto last = static_cast<std::size_t>(std::min(id, size_ - 1)); identities_known_ <= last;
         ++identities_known_)
        follow(static_cast<PositionId>(identities_known_));
    for (PositionId imagined = size_; imagined <= id; ++imagined) follow(imagined);
    return identities_[static_cast<std::size_t>(id)];
}

PositionId GameTree::imagine(PositionId from, Move move) {
    if (imagined_ == most_imagined) return no_position;
    const auto id = size_ + static_cast<PositionId>(imagined_);
    shots_[static_cast<std::size_t>(id)] = (*this)[from].after(move);
    imagined_from_[imagined_++] = from;
    return id;
}

}  // namespace cofnod::cql
