#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cql/run/compiler.hpp"

/// Games held against a script of CQL:
///
///     const cql::CompiledScript query(std::move(script));             // compiled once, shared by all threads
///     cql::ScriptMatcher matcher(query, {.remarks = true});        // one for each thread
///     for (const Game& game : games)
///         if (const GameMatch* match = matcher.match(game)) …
namespace cofnod::cql {

/// A compiled script. Does not change.
class CompiledScript {
public:
    /// Throws UsageError for what can only be seen now (a regular expression that is none).
    explicit CompiledScript(Script script);

    [[nodiscard]] const Header& header() const { return script_.header; }
    [[nodiscard]] const Script& script() const { return script_; }
    /// Variables or dictionaries keep values from game to game: games must come in order, to one ScriptMatcher.
    [[nodiscard]] bool is_sequential() const { return sequential_; }
    /// Whether Game::annotations and Game::tags are looked at.
    [[nodiscard]] bool needs_annotations() const { return script_.header.variations || needs_notes_; }
    [[nodiscard]] bool needs_tags() const { return needs_tags_; }
    /// Tags are looked at where Game::headers_hold, too.
    [[nodiscard]] bool needs_tags_at_positions() const { return needs_tags_at_positions_; }
    [[nodiscard]] bool needs_last_game_number() const { return needs_last_game_number_; }
    /// Filters that are asked once a game, before its moves are decoded; those that are asked at each position.
    [[nodiscard]] std::size_t filters_of_games() const { return games_.size(); }
    [[nodiscard]] std::size_t filters_of_positions() const { return positions_.size(); }
    [[nodiscard]] const std::vector<SortKey>& sort_keys() const { return sorts_; }

private:
    friend class ScriptMatcher;

    Script script_;
    Filters games_;                      ///< must hold of a game, before its moves are looked at
    bool first_position_alone_ = false;  ///< nothing is asked of a position but that it is the first
    Filters positions_;                  ///< must hold at a position, one after another
    std::vector<SortKey> sorts_;
    std::size_t memos_ = 0;
    std::uint64_t step_ = 1;  ///< Context::step, in games of the usual length
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
    bool remarks = false;               ///< comments that the script makes
    std::int64_t last_game_number = 0;  ///< `lastgamenumber`
    SharedBudget budget;                ///< of all matchers of the query; nothing: one of the usual size
    /// Called now and then while a filter takes long; throws to end the search (a budget, a cancel).
    std::function<void()> on_work;
    /// What `message` prints; nothing: nowhere.
    std::function<void(const std::string&)> message;
    /// What `readfile` reads, nullopt where there is no such file; nothing: there are no files. Called on any thread.
    std::function<std::optional<std::string>(const std::string& name)> read_file;
    /// Where `writefile` writes; nothing: nowhere.
    std::function<void(const std::string& name, const std::string& text)> write_file;
};

/// What matches in one game.
struct GameMatch {
    std::vector<PositionId> positions;  ///< in order
    std::vector<Remark> remarks;        ///< in order of making, no two alike
    std::vector<SortValue> sorts;       ///< by CompiledScript::sort_keys()
    std::vector<std::pair<std::string, std::string>> tags_set;
    std::vector<PositionId> comments_removed;
};

/// Holds games against a query, one after another: the environment of one thread. Memory is used again.
class ScriptMatcher {
public:
    /// The query must outlive the matcher.
    explicit ScriptMatcher(const CompiledScript& query, MatchOptions options = {});
    ScriptMatcher(const ScriptMatcher&) = delete;
    ScriptMatcher& operator=(const ScriptMatcher&) = delete;

    /// Whether the filters hold that are asked once a game; its moves need not be there.
    bool holds_of_game(const Game& game);
    /// What matches, valid until the next call; nullptr: not this game.
    const GameMatch* match(const Game& game);

    /// The values of variables after the last game, and before the first one.
    [[nodiscard]] PersistentVariables take_variables() { return context_.take_variables(); }
    void set_variables(PersistentVariables kept);
    /// Of the game that was matched last; what the script made of it may be moved away.
    [[nodiscard]] GameMatch& last_match() { return match_; }
    [[nodiscard]] std::int64_t damaged() const { return damaged_; }
    /// Of the game that was matched last.
    [[nodiscard]] const GameTree& tree() const { return context_.tree; }

private:
    [[nodiscard]] bool is_wanted(const Game& game) const;
    void start(const Game& game);
    void find_positions();
    void take_remarks();
    void take_back_alike();

    const CompiledScript& query_;
    Context context_;
    GameMatch match_;
    bool first_is_enough_ = false;
    std::int64_t damaged_ = 0;
};

}  // namespace cofnod::cql
