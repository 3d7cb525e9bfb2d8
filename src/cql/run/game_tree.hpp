#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cql/run/board.hpp"
#include "game/annotations.hpp"
#include "game/chess_game.hpp"
#include "game/replay_start.hpp"
#include "game/tags.hpp"

namespace cofnod {
struct GameRecord;
}

namespace cofnod::cql {

/// What a script sees of a game; nothing is copied. All of it must outlive the search of the game.
struct Game {
    std::int64_t number = 0;                   ///< `gamenumber`
    std::string_view start;                    ///< FEN; empty: the usual position
    std::string_view moves;                    ///< main line, packed
    const Annotations* annotations = nullptr;  ///< nullptr: none, or nothing asks for them
    const Tags* tags = nullptr;
    Result result = Result::unknown;
    bool headers_hold = false;  ///< the filters that are asked once a game are known to hold

    static Game of(const GameRecord& record, std::int64_t number);
};

/// The index of a position in a GameTree: its positionid, 0 for the first position, in preorder (a position, the main
/// continuation with all that follows, then the others).
using PositionId = std::int32_t;
inline constexpr PositionId no_position = -1;

/// All positions of a game, one after another in memory that is used again for the next game. A game without
/// variations has no links: the parent of position 7 is position 6.
class GameTree {
public:
    struct Link {
        PositionId parent = no_position;
        PositionId first_child = no_position;
        PositionId next_sibling = no_position;
        PositionId end = 0;  ///< one past the last position that follows from this one
        std::int32_t ply = 0;
        std::int32_t depth = 0;
        std::int32_t index = 0;  ///< among the children of its parent
    };
    /// What the source says at a position.
    struct Note {
        PositionId id;
        bool is_nag;
        std::uint32_t nag;
        std::string_view text;
    };

    /// False: the start cannot be read, and there is nothing to search. Damaged moves end the game, or a variation,
    /// early.
    bool read(const Game& game, bool with_variations, bool with_notes);

    [[nodiscard]] bool is_damaged() const { return damaged_; }
    [[nodiscard]] PositionId size() const { return size_; }
    [[nodiscard]] const Snapshot& operator[](PositionId id) const { return shots_[static_cast<std::size_t>(id)]; }

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
    /// One past the last position that follows from this one.
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
    /// Among the children of its parent; 0 of the first position too.
    [[nodiscard]] std::int32_t index(PositionId id) const { return links_.empty() || id >= size_ ? 0 : link(id).index; }
    /// Whether `above` is `below` or one of those before it.
    [[nodiscard]] bool leads_to(PositionId above, PositionId below) const {
        while (below >= size_ && below > above) below = parent(below);
        return above == below || (above < below && above < size_ && below < end(above));
    }
    [[nodiscard]] std::int32_t move_number(PositionId id) const;

    /// Comments and NAGs, in the order of their positions.
    [[nodiscard]] const std::vector<Note>& notes() const { return notes_; }

    /// Where a position stands in its source: behind so many moves of the main line, or behind a move of a variation.
    struct Place {
        std::uint32_t ply = 0;
        std::optional<std::size_t> item;  ///< of the Annotations: the move
    };
    [[nodiscard]] Place place(PositionId id) const {
        const auto at = static_cast<std::uint32_t>(ply(id));
        if (items_.empty() || items_[static_cast<std::size_t>(id)] < 0) return {at, std::nullopt};
        return {at, static_cast<std::size_t>(items_[static_cast<std::size_t>(id)])};
    }

    /// Who stands where: 1..16 White's pieces of the first position from a1 to h8, 17..32 Black's, 0 nobody. A
    /// piece keeps its number to its end, promoted or not.
    using Identities = std::array<std::uint8_t, chess::square_count>;
    [[nodiscard]] const Identities& identities(PositionId id);

    /// A position after a move that nobody played; it is gone with the forget() that belongs to it. Snapshots stay
    /// where they are. no_position: too deep.
    PositionId imagine(PositionId from, chess::Move move);
    void forget() { --imagined_; }

private:
    [[nodiscard]] const Link& link(PositionId id) const { return links_[static_cast<std::size_t>(id)]; }
    void read_main_line(const chess::Replayer& start, std::string_view moves);
    void read_tree(const chess::Position& start, const Game& game);
    void read_main_notes(const Annotations& annotations);

    static constexpr std::size_t most_imagined = 32;

    ReplayStart<ChessGame> start_;
    std::vector<Snapshot> shots_;
    std::vector<Link> links_;
    std::vector<std::int64_t> items_;  ///< of a game with variations: Place::item; -1 on the main line
    std::vector<Note> notes_;
    std::vector<Identities> identities_;
    /// What a variable holds may be forgotten by now: it still has its parent.
    std::array<PositionId, most_imagined> imagined_from_{};
    std::size_t imagined_ = 0;
    PositionId size_ = 0;
    bool damaged_ = false;
    std::size_t identities_known_ = 0;
};

}  // namespace cofnod::cql
