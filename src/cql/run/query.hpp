#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cql/run/board.hpp"
#include "cql/run/compiler.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// After which position of a main line a conjunction of filters can't match any more.
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
    /// Pawns do not go back: one of these has to be where it can still reach the squares asked for.
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

/// A compiled, immutable script.
class CompiledScript {
public:
    /// Throws UsageError for errors not detected by the parser (an invalid regular expression).
    explicit CompiledScript(Script script);

    [[nodiscard]] const Header& header() const { return script_.header; }
    [[nodiscard]] const Script& script() const { return script_; }
    /// Returns true if values persist from game to game: games must then be matched in order by one ScriptMatcher.
    [[nodiscard]] bool is_sequential() const { return sequential_; }
    /// Return true if Game::annotations or Game::tags are needed.
    [[nodiscard]] bool needs_annotations() const { return script_.header.variations || needs_notes_; }
    [[nodiscard]] bool needs_tags() const { return needs_tags_; }
    /// Returns true if tags are needed even with Game::headers_hold.
    [[nodiscard]] bool needs_tags_at_positions() const { return needs_tags_at_positions_; }
    [[nodiscard]] bool needs_last_game_number() const { return needs_last_game_number_; }
    /// Number of filters evaluated once per game, before its moves are decoded, and at each position.
    [[nodiscard]] std::size_t filters_of_games() const { return games_.size(); }
    [[nodiscard]] std::size_t filters_of_positions() const { return positions_.size(); }
    [[nodiscard]] const std::vector<SortKey>& sort_keys() const { return sorts_; }

private:
    friend class ScriptMatcher;

    Script script_;
    Filters games_;           ///< evaluated once per game, before its moves are decoded
    Filters positions_;       ///< evaluated at each position, in order
    bool here_only_ = false;  ///< they look at no other position
    bool last_only_ = false;  ///< no position but the last of a line can match
    LineEnd line_end_;        ///< for a line whose positions are looked at one by one
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

struct MatchOptions {
    bool positions =
        true;  ///< all that match; else the first is enough, where no `matchcount`, sort or effect asks for more
    bool remarks = false;               ///< collect the comments of the script
    std::int64_t last_game_number = 0;  ///< `lastgamenumber`
    SharedBudget budget;                ///< shared by all matchers of the script; nullptr: a default budget
    /// Called periodically during long evaluations; throws to cancel.
    std::function<void()> on_work;
    /// Receives the output of `message`; unset: discarded.
    std::function<void(const std::string&)> message;
    /// Reads a file for `readfile`, nullopt if it does not exist; unset: no files. May be called on any thread.
    std::function<std::optional<std::string>(const std::string& name)> read_file;
    /// Receives the output of `writefile`; unset: discarded.
    std::function<void(const std::string& name, const std::string& text)> write_file;
};

/// Matches in one game.
struct GameMatch {
    std::vector<PositionId> positions;  ///< in order
    std::vector<Remark> remarks;        ///< in order of creation, without duplicates
    std::vector<SortValue> sorts;       ///< by CompiledScript::sort_keys()
    std::vector<std::pair<std::string, std::string>> tags_set;
    std::vector<PositionId> comments_removed;
};

/// Matches games against a script, one after another, reusing memory. One per thread.
class ScriptMatcher {
public:
    /// Keeps a reference to the script.
    explicit ScriptMatcher(const CompiledScript& query, MatchOptions options = {});
    ScriptMatcher(const ScriptMatcher&) = delete;
    ScriptMatcher& operator=(const ScriptMatcher&) = delete;

    /// Returns true if the per-game filters hold; the moves are not needed.
    bool holds_of_game(const Game& game);
    /// Returns the matches, valid until the next call; nullptr if the game does not match.
    const GameMatch* match(const Game& game);

    /// Take and set the persistent values, after the last and before the first game.
    [[nodiscard]] PersistentVariables take_variables() { return context_.take_variables(); }
    void set_variables(PersistentVariables kept);
    /// Match of the last game; may be moved from.
    [[nodiscard]] GameMatch& last_match() { return match_; }
    [[nodiscard]] std::int64_t damaged() const { return damaged_; }
    /// Tree of the last game.
    [[nodiscard]] const GameTree& tree() const { return context_.tree; }

private:
    [[nodiscard]] bool is_wanted(const Game& game) const;
    void start(const Game& game);
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
