#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cql/run/budget.hpp"
#include "cql/run/game_tree.hpp"
#include "cql/syntax.hpp"
#include "cql/within.hpp"

namespace cofnod::cql {

/// Set of squares, or no value (with empty `squares`).
struct SetValue {
    Bitboard squares;
    bool known = true;
    bool compared = false;  ///< result of a true comparison, which holds as a condition even if empty
};

/// Signed 32-bit number with wrapping arithmetic, or no value.
using Number = std::optional<std::int32_t>;
using Text = std::optional<std::string>;

/// Position in the game, or no value.
struct Position {
    PositionId id = no_position;
};

/// Returns true if a value holds as a condition.
inline bool holds(SetValue value) { return !value.squares.empty() || value.compared; }
inline bool holds(Number value) { return value.has_value(); }
inline bool holds(const Text& value) { return value.has_value(); }
inline bool holds(Position value) { return value.id != no_position; }
inline bool holds(bool value) { return value; }

inline bool is_known(SetValue value) { return value.known; }
inline bool is_known(Number value) { return value.has_value(); }
inline bool is_known(const Text& value) { return value.has_value(); }
inline bool is_known(Position value) { return value.id != no_position; }

/// Returns the missing value of a type.
template <typename Value>
Value none() {
    if constexpr (std::is_same_v<Value, SetValue>)
        return {{}, false};
    else
        return Value{};
}

/// Value of a variable.
struct Cell {
    bool bound = false;
    std::uint8_t piece = 0;  ///< for piece variables: a number of GameTree::Identities
    std::int32_t number = 0;
    PositionId position = no_position;
    Bitboard squares;
    std::string text;
};

/// Returns the heap memory of cells.
std::size_t bytes_of(const std::vector<Cell>& cells);

/// A dictionary; keys of any type are stored as text.
struct Dictionary {
    std::map<std::string, Cell> entries;
    std::size_t bytes = 0;  ///< approximate memory of its entries

    void clear() {
        entries.clear();
        bytes = 0;
    }
};

/// Maximum length of a text in bytes.
inline constexpr std::size_t longest_text = std::size_t{16} << 20;
/// Maximum output of a script per chunk of games, in bytes.
inline constexpr std::size_t most_written = std::size_t{64} << 20;

/// Values of persistent variables and dictionaries between games, by index in Script::variables.
struct PersistentVariables {
    std::vector<Cell> cells;
    std::vector<Dictionary> dictionaries;

    [[nodiscard]] std::size_t bytes() const;
};

/// Comment made by a script.
struct Remark {
    PositionId position;  ///< no_position: rolled back
    std::string text;
    int sort = -1;  ///< the `sort` during whose evaluation it was made

    bool operator==(const Remark&) const = default;
};

/// Best value of a `sort` in a game.
struct SortValue {
    bool found = false;
    std::int32_t number = 0;
    std::string text;
};

/// Best continuation of a line or path from a state and position (entry in a dynamic programming table).
struct Ending {
    enum : std::int32_t { unknown, in_progress, known };

    std::int32_t length = -1;  ///< in positions or moves; -1 if there is no match
    PositionId end = no_position;
    std::int32_t score = 0;  ///< for a path with a maximum
    std::int32_t said = -1;  ///< comments made along it: index into Context::said
    std::int32_t status = unknown;
};

/// Comments made by one step of a line or path, linked to those of the next step; -1 at the end.
struct Said {
    std::vector<Remark> remarks;
    std::int32_t next = -1;
};

/// Cache of a filter within one game, cleared on first use in the next game. Its memory is reused unless it is large.
struct Memo {
    std::uint64_t game = 0;
    std::vector<std::uint64_t> known;  ///< bits by position
    std::vector<std::uint64_t> value;  ///< bits by position, or a number for each position
    std::vector<Ending> endings;       ///< by position and state
    std::vector<PositionId> links;     ///< lists of positions
    std::size_t counted = 0;           ///< bytes of these members counted in the account
    std::uint64_t focus = 0;           ///< focused pieces that the endings refer to
    PositionId last = no_position;     ///< last position evaluated
    int pieces = 0;                    ///< number of pieces on the board there
    bool answer = false;

    [[nodiscard]] std::size_t bytes() const {
        return (known.capacity() + value.capacity()) * sizeof(std::uint64_t) + endings.capacity() * sizeof(Ending) +
               links.capacity() * sizeof(PositionId);
    }
};

/// Numbers that programs wrote into the comments on a move (MoveCommands), rounded; no value where they are missing.
struct MoveFigures {
    PositionId position = no_position;  ///< after the move
    Number evaluation;                  ///< centipawns, from White's side
    Number loss;                        ///< centipawns
    Number clock;                       ///< seconds
    Number spent;                       ///< seconds
    Number depth;                       ///< plies
};

/// Moves of a `path` during evaluation.
struct Way {
    PositionId start = no_position;
    PositionId last = no_position;
    std::int32_t moves = 0;
    std::int32_t all_moves = 0;
};

/// The pieces of a castling to which an arrow refers: `R--` refers to the rook.
struct Movers {
    bool king = true, rook = true;
};

/// Number of steps, or bytes of texts, between calls of MatchOptions::on_work.
inline constexpr std::uint64_t work_at_once = 4096;
inline constexpr std::size_t copied_at_once = std::size_t{4} << 20;

struct MatchOptions {
    bool positions =
        true;  ///< find all matches; if false, only the first unless `matchcount`, a sort or an effect requires more
    bool remarks = false;               ///< collect the script's comments
    std::int64_t last_game_number = 0;  ///< `lastgamenumber`
    SharedBudget budget;                ///< shared by all matchers of the script; nullptr for a default budget
    /// Called periodically during long evaluations; throws to cancel.
    std::function<void()> on_work;
    /// Receives the output of `message`, which is discarded if unset.
    std::function<void(const std::string&)> message;
    /// Reads a file for `readfile`; returns nullopt if it does not exist. No files are readable if unset. May be called
    /// on any thread.
    std::function<std::optional<std::string>(const std::string& name)> read_file;
    /// Receives the output of `writefile`, which is discarded if unset.
    std::function<void(const std::string& name, const std::string& text)> write_file;
};

/// Mutable evaluation state of one thread.
struct Context {
    GameTree tree;
    const Game* game = nullptr;
    PositionId at = 0;              ///< the current position
    const Snapshot* now = nullptr;  ///< its snapshot
    PositionId tied = no_position;  ///< within a line: the only child considered by `move`
    PositionId tied_parent = no_position;
    PositionId meant_at = no_position;  ///< inside an arrow: the position after its castling
    Movers meant;
    std::vector<Cell> cells;  ///< by Slot
    std::vector<Dictionary> dictionaries;
    std::vector<Remark> remarks;
    std::vector<SortValue> sorts;
    std::vector<Memo> memos;
    Account account;  ///< memory of this object
    std::vector<std::string> regex_groups;
    std::vector<int> regex_positions;
    std::size_t group_bytes = 0;  ///< bytes of regex_groups in the account
    Way way;
    struct Struck {
        std::uint64_t game = 0;
        PositionId id = no_position;
        bool known = false;  ///< false: requested once, for few squares
        Bitboard squares;
    };
    std::array<Struck, 2> struck;  ///< attacks of each colour at the last position requested
    struct Figures {
        std::uint64_t game = 0;
        std::vector<MoveFigures> moves;  ///< those with numbers, by position
    };
    Figures figures;  ///< those of the last game for which they were requested
    std::uint64_t game_stamp = 0;
    std::vector<Said> said;   ///< comments on lines and paths that are still being compared
    int depth = 0;            ///< recursion depth of a line or path
    std::uint64_t work = 0;   ///< steps since the last call of on_work
    std::uint64_t step = 1;   ///< weight of a step: larger for large scripts and long games
    std::size_t copied = 0;   ///< bytes of texts made or copied since the last call of on_work
    std::size_t written = 0;  ///< bytes of remarks, including those rolled back since they were counted
    MatchOptions options;
    std::vector<std::pair<std::string, std::string>> tags_set;
    std::vector<PositionId> comments_removed;
    bool wants_remarks = false;
    bool says_by_itself = false;  ///< filters add their own comments (texts.hpp)

    void go_to(PositionId id) {
        at = id;
        now = &tree[id];
    }
    /// Counts a step of a potentially long computation.
    void tick() {
        if ((work += step) >= work_at_once) ask();
    }
    /// Counts several steps.
    void tick(std::size_t steps) {
        constexpr std::size_t small_steps = 16;
        if ((work += steps / small_steps) >= work_at_once) ask();
    }
    /// Calls on_work.
    void ask() {
        work = 0;
        copied = 0;
        if (options.on_work) options.on_work();
    }
    /// Counts a text that is made or copied. Throws ScriptLimit if the text is too long.
    void count_text(std::size_t bytes, Span place = {}) {
        if (bytes > longest_text) throw_too_long(place);
        if ((copied += bytes) >= copied_at_once) ask();
    }
    [[noreturn]] static void throw_too_long(Span place);
    /// Adds a comment.
    void add_remark(PositionId where, std::string&& text, Span place = {}) {
        count_written(sizeof(Remark) + bytes_of(text), place);
        remarks.push_back({where, std::move(text)});
    }
    /// Sets a tag of the matching game; the last value takes precedence.
    void set_tag(const std::string& name, std::string text, Span place);
    /// Removes the source's comments at the current position.
    void remove_comments(Span place);
    void set_groups(std::vector<std::string> groups, std::vector<int> positions, Span place);
    void set_text(Cell& cell, Text value, Span place);
    void clear(Dictionary& dictionary);
    /// Clears the value of a variable.
    void unbind(Cell& cell) {
        cell.bound = false;
        if (cell.text.empty()) return;
        account.remove(bytes_of(cell.text));
        cell.text = std::string();
    }
    /// Restores the persistent values from an earlier game.
    void set_variables(PersistentVariables kept);
    [[nodiscard]] PersistentVariables take_variables();
    /// Resets the state for a game; memory is reused unless it is large.
    void begin_game(const Game& next, const std::vector<Variable>& variables);
    /// Allocates unknown endings for all positions of a game and all states. Throws LimitError if there are too many.
    void make_table(Memo& memo, std::size_t states);
    /// Allocates cleared bits for all positions of the game, keeping existing ones.
    void make_bits(Memo& memo);
    /// Allocates a 0 for each position of the game, and one past the last.
    void make_values(Memo& memo);
    /// Allocates `heads` empty lists, and a link for each position of the game.
    void make_links(Memo& memo, std::size_t heads);
    /// Removes and returns the comments from index `first` on.
    std::vector<Remark> take_remarks(std::size_t first) {
        if (first >= remarks.size()) return {};
        std::vector<Remark> taken(remarks.begin() + static_cast<std::ptrdiff_t>(first), remarks.end());
        remarks.resize(first);
        return taken;
    }
    /// Removes the comments from index `first` on.
    void drop_remarks(std::size_t first) {
        if (first < remarks.size()) remarks.resize(first);
    }
    /// Keeps the comments from `last` on if `is_better`, otherwise those from `first` to `last`.
    void keep_better(std::size_t first, std::size_t last, bool is_better) {
        if (is_better)
            remarks.erase(remarks.begin() + static_cast<std::ptrdiff_t>(first),
                          remarks.begin() + static_cast<std::ptrdiff_t>(last));
        else
            drop_remarks(last);
    }
    /// Stores the comments of the first step of a line or path.
    void keep(Ending& ending, std::vector<Remark> found) {
        if (found.empty() || ending.length < 0) return;
        count_written(sizeof(Said));
        said.push_back({std::move(found), ending.said});
        ending.said = static_cast<std::int32_t>(said.size()) - 1;
    }
    /// Adds the comments of the best line or path.
    void add_remarks(const Ending& ending) {
        for (std::int32_t i = ending.said; i >= 0; i = said[static_cast<std::size_t>(i)].next)
            for (const Remark& remark : said[static_cast<std::size_t>(i)].remarks) {
                count_written(sizeof remark + bytes_of(remark.text));
                remarks.push_back(remark);
            }
        if (depth == 0) said.clear();
    }
    /// Counts comments. Throws ScriptLimit if there are too many.
    void count_written(std::size_t bytes, Span place = {}) {
        if (written + bytes > 2 * most_written) recount_written(bytes, place);
        account.add(bytes, place);
        written += bytes;
    }
    void recount_written(std::size_t more, Span place);
    /// Returns the size in bytes of remarks and said.
    [[nodiscard]] std::size_t bytes_written() const;
    void begin(Memo& memo);
    /// Counts memory added to a memo.
    void account_for(Memo& memo);
    /// Returns the number of bytes in the account no longer in use: rolled-back comments, tables from earlier games.
    std::size_t unused_bytes();
    std::size_t unused_remarks();
    /// Returns a memo, which is cleared on first use in a game.
    Memo& memo(std::size_t index) {
        Memo& result = memos[index];
        if (result.game != game_stamp) begin(result);
        return result;
    }
};

/// Changes the current position until the end of the scope.
class Visit {
public:
    Visit(Context& context, PositionId id) : context_(context), back_(context.at) { context.go_to(id); }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    ~Visit() { context_.go_to(back_); }

private:
    Context& context_;
    PositionId back_;
};

/// Sets the pieces of a castling to which an arrow refers, at the position after it, until the end of the scope.
class MeantByArrow {
public:
    explicit MeantByArrow(Context& context, PositionId at = no_position, Movers movers = {})
        : at_(context.meant_at, at), movers_(context.meant, movers) {}

private:
    Within<PositionId> at_;
    Within<Movers> movers_;
};

/// Restricts moves to one child of a position, or lifts the restriction, until the end of the scope. Castlings inside
/// are not restricted to the pieces of an enclosing arrow.
class Tie {
public:
    explicit Tie(Context& context, PositionId parent = no_position, PositionId child = no_position)
        : meant_(context), parent_(context.tied_parent, parent), child_(context.tied, child) {}

private:
    MeantByArrow meant_;
    Within<PositionId> parent_, child_;
};

}  // namespace cofnod::cql
