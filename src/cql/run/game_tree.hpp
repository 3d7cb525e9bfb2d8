#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cql/run/board.hpp"

namespace cofnod {
class Annotations;
class Tags;
struct GameRecord;
}  // namespace cofnod

namespace cofnod::chess {
class Position;
}

namespace cofnod::cql {

class LineReplayer;

/// Input of the matcher: non-owning views into a game.
struct Game {
    std::int64_t number = 0;                   ///< `gamenumber`
    std::string_view start;                    ///< FEN; empty: the standard position
    std::string_view moves;                    ///< main line, packed
    const Annotations* annotations = nullptr;  ///< nullptr if none, or not needed
    const Tags* tags = nullptr;
    Result result = Result::unknown;
    bool headers_hold = false;  ///< per-game filters are already known to hold

    static Game of(const GameRecord& record, std::int64_t number);
};

/// Index of a position in a GameTree, its positionid, in preorder from 0: a position, the main continuation with its
/// descendants, then the variations.
using PositionId = std::int32_t;
inline constexpr PositionId no_position = -1;

/// All positions of a game, in contiguous memory that is reused. A game without variations has no links: the parent of
/// position 7 is position 6.
class GameTree {
public:
    GameTree();
    ~GameTree();

    struct Link {
        PositionId parent = no_position;
        PositionId first_child = no_position;
        PositionId next_sibling = no_position;
        PositionId end = 0;  ///< one past the last descendant
        std::int32_t ply = 0;
        std::int32_t depth = 0;
        std::int32_t index = 0;  ///< index among the children of its parent
    };
    /// Comment or NAG of the source at a position.
    struct Note {
        PositionId id;
        bool is_nag;
        std::uint32_t nag;
        std::string_view text;
    };

    /// Reads a game; returns false if its start position is invalid. Damaged moves truncate the main line or variation.
    bool read(const Game& game, bool with_variations, bool with_notes);

    /// Begins a main line for filters that depend on no other position (Effects::here_only): the tree grows ply by ply
    /// with the replayer, and operator[] must not be called until the next read(). Returns the replayer; nullptr if the
    /// start position is invalid.
    LineReplayer* begin_line(const Game& game);
    /// Adds the position of the replayer after each ply.
    void extend_line() { ++size_; }
    /// Ends a line after the replayer's last ply.
    void end_line(bool damaged) { damaged_ = damaged; }

    [[nodiscard]] bool is_damaged() const { return damaged_; }
    [[nodiscard]] PositionId size() const { return size_; }
    [[nodiscard]] const Snapshot& operator[](PositionId id) const { return shots_[static_cast<std::size_t>(id)]; }

    /// Returns true if no position has variations.
    [[nodiscard]] bool is_line() const { return links_.empty(); }
    [[nodiscard]] bool is_imagined(PositionId id) const { return id >= size_; }
    [[nodiscard]] PositionId parent(PositionId id) const {
        if (id >= size_) return imagined_from_[static_cast<std::size_t>(id - size_)];
        return links_.empty() ? id - 1 : link(id).parent;
    }
    [[nodiscard]] PositionId first_child(PositionId id) const {
        if (!links_.empty() && id < size_) return link(id).first_child;
        return id + 1 < size_ ? id + 1 : no_position;
    }
    [[nodiscard]] PositionId next_sibling(PositionId id) const {
        return links_.empty() ? no_position : link(id).next_sibling;
    }
    /// Returns the index one past the last descendant.
    [[nodiscard]] PositionId end(PositionId id) const {
        if (id >= size_) return id + 1;
        return links_.empty() ? size_ : link(id).end;
    }
    [[nodiscard]] std::int32_t ply(PositionId id) const {
        if (id >= size_) return ply(parent(id)) + 1;
        return links_.empty() ? id : link(id).ply;
    }
    [[nodiscard]] std::int32_t depth(PositionId id) const {
        if (id >= size_) return depth(parent(id));
        return links_.empty() ? 0 : link(id).depth;
    }
    /// Returns the index among the children of the parent; 0 for the first position.
    [[nodiscard]] std::int32_t index(PositionId id) const { return links_.empty() || id >= size_ ? 0 : link(id).index; }
    /// Returns true if `above` is `below` or one of its ancestors.
    [[nodiscard]] bool leads_to(PositionId above, PositionId below) const {
        while (below >= size_ && below > above) below = parent(below);
        return above == below || (above < below && above < size_ && below < end(above));
    }
    [[nodiscard]] std::int32_t move_number(PositionId id) const;

    /// Returns comments and NAGs, ordered by position.
    [[nodiscard]] const std::vector<Note>& notes() const { return notes_; }

    /// Location of a position in its source: after a main-line ply, or after a move in a variation.
    struct Place {
        std::uint32_t ply = 0;
        std::optional<std::size_t> item;  ///< index of the move in Annotations
    };
    [[nodiscard]] Place place(PositionId id) const {
        const auto at = static_cast<std::uint32_t>(ply(id));
        if (items_.empty() || items_[static_cast<std::size_t>(id)] < 0) return {at, std::nullopt};
        return {at, static_cast<std::size_t>(items_[static_cast<std::size_t>(id)])};
    }

    /// Piece identities by square: 1..16 for White's pieces in the first position, from a1 to h8, 17..32 for Black's, 0
    /// for empty squares. A piece keeps its number when promoted.
    using Identities = std::array<std::uint8_t, chess::square_count>;
    [[nodiscard]] const Identities& identities(PositionId id);

    /// Adds the position after a hypothetical move until the matching forget(). Existing snapshots are not moved.
    /// Returns no_position if nesting is too deep.
    PositionId imagine(PositionId from, chess::Move move);
    void forget() { --imagined_; }

private:
    [[nodiscard]] const Link& link(PositionId id) const { return links_[static_cast<std::size_t>(id)]; }
    const LineReplayer* begin(const Game& game);
    void read_main_line(const LineReplayer& start, std::string_view moves);
    void read_tree(const chess::Position& start, const Game& game);
    void read_main_notes(const Annotations& annotations);

    static constexpr std::size_t most_imagined = 32;

    struct Starts;
    std::unique_ptr<Starts> starts_;  ///< a pointer, so that the filters, which all include this file, need not include
                                      ///< the replayer
    std::vector<Snapshot> shots_;
    std::vector<Link> links_;
    std::vector<std::int64_t> items_;  ///< with variations only: Place::item by position, -1 on the main line
    std::vector<Note> notes_;
    std::vector<Identities> identities_;
    /// Parents of imagined positions, kept because a variable may still hold a forgotten one.
    std::array<PositionId, most_imagined> imagined_from_{};
    std::size_t imagined_ = 0;
    PositionId size_ = 0;
    bool damaged_ = false;
    bool black_began_ = false;
    std::size_t identities_known_ = 0;
};

}  // namespace cofnod::cql
