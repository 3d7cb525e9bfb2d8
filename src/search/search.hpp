#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/move.hpp"
#include "search/patterns.hpp"
#include "search/ply_conditions.hpp"
#include "search/wanted_position.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

namespace cofnod::search {

/// Takes the ply of a matching position; returns false to stop.
using TakePly = std::function<bool(std::uint32_t ply)>;

/// Evaluates a Question by replay. One per thread.
class QuestionMatcher {
public:
    virtual ~QuestionMatcher() = default;

    /// Visits the plies of the matching positions of a game, ascending.
    virtual void for_each_ply(const store::GameMoves& game, const TakePly& take) = 0;
    /// Returns the number of games with damaged moves or start, which do not match.
    [[nodiscard]] virtual std::int64_t damaged() const = 0;
};

/// A question about the moves of a game other than chess; questions about chess are part of Query.
class Question {
public:
    virtual ~Question() = default;

    [[nodiscard]] virtual bool asks_for_position() const = 0;
    /// Returns the key of the wanted position if it is exact.
    [[nodiscard]] virtual std::optional<std::uint64_t> exact_key() const = 0;
    /// Returns true if exact_key() is the only condition.
    [[nodiscard]] virtual bool asks_for_key_alone() const = 0;
    /// Returns a matcher, which must not outlive the question.
    [[nodiscard]] virtual std::unique_ptr<QuestionMatcher> matcher() const = 0;
    /// Returns a description for display, one line per condition: "pieces on squares".
    [[nodiscard]] virtual std::vector<std::string> description() const = 0;
};

/// Which of the matching positions of a game are hits.
enum class Found : std::uint8_t {
    first,
    runs,  ///< the first of each unbroken run
    all,
    last,
};

/// Lines of a game whose positions are searched.
enum class Lines : std::uint8_t { main, all, variations };

/// A search for games; unset members match every game. All conditions on positions must hold at one position of one of
/// its lines.
struct Query {
    store::HeaderFilter header;
    PlyConditions ply;  ///< conditions on the move that led to the position
    Found found = Found::first;
    std::vector<chess::Move> opening;  ///< first moves of the game, from the standard position
    std::optional<WantedPosition> position;
    std::optional<PiecesPattern> pieces;
    std::optional<MaterialPattern> material;
    Lines lines = Lines::main;
    /// This query with colours exchanged; a game matches if it matches either. nullptr: none.
    std::shared_ptr<const Query> flipped;
    /// Question about a game other than chess; replaces all members above except header.
    std::shared_ptr<const Question> other;
    /// A further query whose conditions on moves must hold too, at the same place of the main line if both ask for a
    /// place; its header is ignored. nullptr: none.
    std::shared_ptr<const Query> also;

    [[nodiscard]] bool asks_for_position() const {
        return position || pieces || material || (other && other->asks_for_position());
    }
    /// Returns true if only some of the places in a matching game match.
    [[nodiscard]] bool asks_for_place() const { return asks_for_position() || ply.are_given(); }
    [[nodiscard]] bool asks_for_moves() const {
        return asks_for_position() || !opening.empty() || other || ply.are_given();
    }
    /// Returns the key of the wanted position if it is exact.
    [[nodiscard]] std::optional<std::uint64_t> exact_key() const {
        if (other) return other->exact_key();
        return position && position->is_exact() ? std::optional(position->key()) : std::nullopt;
    }
    /// Returns true if exact_key() is the only condition on moves.
    [[nodiscard]] bool asks_for_key_alone() const {
        if (!exact_key() || flipped || also || ply.are_given()) return false;
        if (other) return other->asks_for_key_alone();
        return !pieces && !material && opening.empty();
    }
};

/// A matching position of a game, or a matching game.
struct Hit {
    std::int64_t game = 0;
    /// Plies before the position, in its line; or the end of the opening; nullopt: no condition on moves.
    std::optional<std::uint32_t> ply;
    std::uint32_t line = 0;   ///< 0: the main line; n: the n-th variation in the order of the record (variations_of)
    std::uint32_t until = 0;  ///< last ply of an unbroken run of matching positions, with Found::runs; otherwise `ply`

    bool operator==(const Hit&) const = default;
};

/// Statistics of a query, for --explain.
struct Explanation {
    enum class Way : std::uint8_t {
        headers_only,  ///< no conditions on moves
        scan,          ///< all games selected by headers were replayed
        index,         ///< the position index selected games in at least one segment
    };
    Way way = Way::headers_only;
    std::int64_t segments = 0;    ///< segments of the index used
    std::int64_t index_rows = 0;  ///< rows of the index read
    std::int64_t candidates = 0;  ///< games selected by the index
    std::int64_t replayed = 0;    ///< games replayed
    std::int64_t hits = 0;
    std::int64_t damaged = 0;  ///< games with unreadable moves: run 'cofnod check'
};

std::string_view sentence(Explanation::Way way);

/// Finds the first hit of each game of a query, ordered by id, from page.after on. `each` is called on the calling thread
/// and returns false to stop; the hits do not depend on `threads`.
Explanation search(store::Store& store, const Query& query, store::Page page,
                   const std::function<bool(const Hit&)>& each, unsigned threads = 1);

/// Counts the games of a query.
Explanation count(store::Store& store, const Query& query, store::Page page = {}, unsigned threads = 1);

}  // namespace cofnod::search
