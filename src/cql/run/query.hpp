#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cql/run/board.hpp"
#include "cql/run/compiler.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// Bound on the main-line positions at which a conjunction of filters can match.
class LineEnd {
public:
    static constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

    LineEnd() = default;
    explicit LineEnd(const std::vector<const Node*>& conjuncts);

    /// Returns false if no position after this one can match.
    [[nodiscard]] bool may_match_later(const Snapshot& now, std::int32_t ply) const {
        if (ply >= last_ply_) return false;
        for (const Pawns& pawns : pawns_)
            if ((now.board.of(pawns.kind) & pawns.behind).empty()) return false;
        return true;
    }

private:
    /// Pawns of one kind. They never move back, so one of them must be on a square from which it can reach the squares
    /// of the filter.
    struct Pawns {
        std::size_t kind;  ///< Piece::index()
        Bitboard behind;
    };

    std::int64_t last_ply_ = no_end;
    std::vector<Pawns> pawns_;
};

// Matching of games against a CQL script:
//
//     const cql::CompiledScript query(std::move(script));             // compiled once, shared by all threads
//     cql::ScriptMatcher matcher(query, {.remarks = true});        // one for each thread
//     for (const Game& game : games)
//         if (const GameMatch* match = matcher.match(game)) …

/// Compiled, immutable script.
class CompiledScript {
public:
    /// Throws UsageError for errors not detected by the parser, such as an invalid regular expression.
    explicit CompiledScript(Script script);

    [[nodiscard]] const Header& header() const { return script_.header; }
    [[nodiscard]] const Script& script() const { return script_; }
    /// Returns true if values persist from game to game, so that games must be matched in order by one ScriptMatcher.
    [[nodiscard]] bool is_sequential() const { return sequential_; }
    /// Return true if Game::annotations or Game::tags are needed.
    [[nodiscard]] bool needs_annotations() const { return script_.header.variations || needs_notes_; }
    [[nodiscard]] bool needs_tags() const { return needs_tags_; }
    /// Returns true if tags are needed even with Game::headers_hold.
    [[nodiscard]] bool needs_tags_at_positions() const { return needs_tags_at_positions_; }
    [[nodiscard]] bool needs_last_game_number() const { return needs_last_game_number_; }
    /// Return the number of filters evaluated once per game, before its moves are decoded, and at each position.
    [[nodiscard]] std::size_t filters_of_games() const { return games_.size(); }
    [[nodiscard]] std::size_t filters_of_positions() const { return positions_.size(); }
    [[nodiscard]] const std::vector<SortKey>& sort_keys() const { return sorts_; }

private:
    friend class ScriptMatcher;

    Script script_;
    Filters games_;           ///< evaluated once per game, before its moves are decoded
    Filters positions_;       ///< evaluated at each position, in order
    bool here_only_ = false;  ///< position filters depend on no other position
    bool last_only_ = false;  ///< only the last position of a line can match
    LineEnd line_end_;        ///< for main lines replayed position by position
    std::vector<SortKey> sorts_;
    std::size_t memos_ = 0;
    std::uint64_t step_ = 1;  ///< Context::step, for games of average length
    bool sequential_ = false;
    bool needs_notes_ = false;
    bool needs_tags_ = false;
    bool needs_tags_at_positions_ = false;
    bool has_effects_ = false;
    bool needs_last_game_number_ = false;
};

/// Matches in one game.
struct GameMatch {
    std::vector<PositionId> positions;  ///< in order
    std::vector<Remark> remarks;        ///< in order of creation, without duplicates
    std::vector<SortValue> sorts;       ///< by CompiledScript::sort_keys()
    std::vector<std::pair<std::string, std::string>> tags_set;
    std::vector<PositionId> comments_removed;
};

/// Matches games against a script, one after another, reusing memory. Each thread has its own.
class ScriptMatcher {
public:
    /// Keeps a reference to the script.
    explicit ScriptMatcher(const CompiledScript& query, MatchOptions options = {});
    ScriptMatcher(const ScriptMatcher&) = delete;
    ScriptMatcher& operator=(const ScriptMatcher&) = delete;

    /// Returns true if the per-game filters hold. Does not need the moves.
    bool holds_of_game(const Game& game);
    /// Returns the matches, valid until the next call, which may be moved from; nullptr if the game does not match.
    GameMatch* match(const Game& game);

    /// Return and set the persistent values, after the last and before the first game.
    [[nodiscard]] PersistentVariables take_variables() { return context_.take_variables(); }
    void set_variables(PersistentVariables kept) { context_.set_variables(std::move(kept)); }
    [[nodiscard]] std::int64_t damaged() const { return damaged_; }
    /// Returns the tree of the last game.
    [[nodiscard]] const GameTree& tree() const { return context_.tree; }

private:
    [[nodiscard]] bool is_wanted(const Game& game) const;
    bool find_positions(const Game& game);
    bool find_in_line(const Game& game);
    bool find_in_tree(const Game& game);
    bool look_at_position();
    [[nodiscard]] std::uint64_t step_for(std::size_t plies) const;
    void take_remarks();
    void take_back_alike();

    const CompiledScript& query_;
    Context context_;
    GameMatch match_;
    bool first_is_enough_ = false;
    std::int64_t damaged_ = 0;
};

}  // namespace cofnod::cql
