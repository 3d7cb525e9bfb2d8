#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cql/run/budget.hpp"
#include "cql/run/value.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// The value of a variable.
struct Cell {
    bool bound = false;
    std::uint8_t piece = 0;  ///< of a piece variable: GameTree::Identities
    std::int32_t number = 0;
    PositionId position = no_position;
    Bitboard squares;
    std::string text;
};

/// The memory of what cells hold besides themselves.
std::size_t bytes_of(const std::vector<Cell>& cells);

/// A value of any type that a dictionary can hold; keys are written out as text.
struct Dictionary {
    std::map<std::string, Cell> entries;
    std::size_t bytes = 0;  ///< that its entries take, nearly

    void clear() {
        entries.clear();
        bytes = 0;
    }
};

/// No text of a script may be longer, in bytes.
inline constexpr std::size_t longest_text = std::size_t{16} << 20;
/// What a script may write of some games in a row, in bytes.
inline constexpr std::size_t most_written = std::size_t{64} << 20;

/// What persistent variables and dictionaries hold between games: by Script::variables.
struct PersistentVariables {
    std::vector<Cell> cells;
    std::vector<Dictionary> dictionaries;

    [[nodiscard]] std::size_t bytes() const;
};

/// A comment that a script made.
struct Remark {
    PositionId position;  ///< no_position: taken back
    std::string text;
    int sort = -1;  ///< made while this `sort` was evaluated

    bool operator==(const Remark&) const = default;
};

/// The best value of a `sort` in a game.
struct SortValue {
    bool found = false;
    std::int32_t number = 0;
    std::string text;
};

/// What is known of the best way through a line or path from one state and position.
struct Ending {
    enum : std::int32_t { unknown, in_progress, known };

    std::int32_t length = -1;  ///< positions or moves; -1: there is no way
    PositionId end = no_position;
    std::int32_t score = 0;  ///< of a path with a maximum
    std::int32_t said = -1;  ///< the comments made on the way: Context::said
    std::int32_t status = unknown;
};

/// Comments that belong to one step of a way, and where those of the steps after it are; -1: there are none.
struct Said {
    std::vector<Remark> remarks;
    std::int32_t next = -1;
};

/// What a filter keeps between positions of one game: cleared when first used in the next. Memory is kept for that,
/// unless it is much.
struct Memo {
    std::uint64_t game = 0;
    std::vector<std::uint64_t> known;  ///< bits by position
    std::vector<std::uint64_t> value;
    std::vector<Ending> endings;    ///< by position and state
    std::size_t counted = 0;        ///< bytes of all these, in the account
    std::uint64_t focus = 0;        ///< which pieces the endings are about
    PositionId last = no_position;  ///< the last position that was asked about
    bool answer = false;

    [[nodiscard]] std::size_t bytes() const {
        return (known.capacity() + value.capacity()) * sizeof(std::uint64_t) + endings.capacity() * sizeof(Ending);
    }
};

/// The way that a `path` has come while it is evaluated.
struct Way {
    PositionId start = no_position;
    PositionId last = no_position;
    std::int32_t moves = 0;
    std::int32_t all_moves = 0;
};

/// Steps, and bytes of texts, after which Context::on_work is asked.
inline constexpr std::uint64_t work_at_once = 4096;
inline constexpr std::size_t copied_at_once = std::size_t{4} << 20;

/// All that changes while one thread holds games against a script.
struct Context {
    GameTree tree;
    const Game* game = nullptr;
    PositionId at = 0;              ///< the current position
    const Snapshot* now = nullptr;  ///< and what stands there
    PositionId tied = no_position;  ///< the only child that `move` looks at, inside of a line
    PositionId tied_parent = no_position;
    std::vector<Cell> cells;  ///< by Slot
    std::vector<Dictionary> dictionaries;
    std::vector<Remark> remarks;
    std::vector<SortValue> sorts;
    std::vector<Memo> memos;
    Account account;  ///< of all that is kept here
    std::vector<std::string> regex_groups;
    std::vector<int> regex_positions;
    std::size_t group_bytes = 0;  ///< of regex_groups, in the account
    Way way;
    struct Struck {
        std::uint64_t game = 0;
        PositionId id = no_position;
        bool known = false;  ///< else it has been asked for once, of few squares
        Bitboard squares;
    };
    std::array<Struck, 2> struck;  ///< by all pieces of a colour, where that was last asked
    std::uint64_t game_stamp = 0;
    std::vector<Said> said;         ///< on ways that are still being compared
    int depth = 0;                  ///< of a line or path that is being followed
    std::uint64_t work = 0;         ///< steps of filters that can take long, since on_work was asked
    std::uint64_t step = 1;         ///< how much one of them counts: more in large scripts and long games
    std::size_t copied = 0;         ///< bytes of texts since on_work was asked
    std::size_t written = 0;        ///< bytes of remarks, with what was taken back since they were counted
    std::function<void()> on_work;  ///< asked now and then whether to go on; throws if not
    std::int64_t last_game_number = 0;
    std::function<void(const std::string&)> message;
    std::function<std::optional<std::string>(const std::string& name)> read_file;  ///< nullopt: no such file
    std::function<void(const std::string& name, const std::string& text)> write_file;
    std::vector<std::pair<std::string, std::string>> tags_set;
    std::vector<PositionId> comments_removed;
    bool wants_remarks = false;
    bool says_by_itself = false;  ///< whether filters comment on what they find (own_comments.hpp)

    void go_to(PositionId id) {
        at = id;
        now = &tree[id];
    }
    /// Counts a step of something that can take long.
    void tick() {
        if ((work += step) >= work_at_once) ask();
    }
    /// Counts small steps of something, all at once.
    void tick(std::size_t steps) {
        constexpr std::size_t small_steps = 16;
        if ((work += steps / small_steps) >= work_at_once) ask();
    }
    /// Asks whether to go on.
    void ask() {
        work = 0;
        copied = 0;
        if (on_work) on_work();
    }
    /// Counts a text that is made or copied. Throws ScriptLimit where it is too long.
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
    /// Sets a tag of the game that is found: the last text counts.
    void set_tag(const std::string& name, std::string text, Span place);
    /// Takes away the comments of the source at the current position.
    void remove_comments(Span place);
    void set_groups(std::vector<std::string> groups, std::vector<int> positions, Span place);
    void set_text(Cell& cell, Text value, Span place);
    void clear(Dictionary& dictionary);
    /// A variable without a value.
    void unbind(Cell& cell) {
        cell.bound = false;
        if (cell.text.empty()) return;
        account.remove(bytes_of(cell.text));
        cell.text = std::string();
    }
    /// Takes over the values of an earlier game.
    void set_variables(PersistentVariables kept);
    [[nodiscard]] PersistentVariables take_variables();
    /// Forgets what belongs to one game; memory is used again, unless it is much.
    void begin_game(const Game& next, const std::vector<Variable>& variables);
    /// Endings for all positions of the game and so many states, all of them unknown. Throws LimitError where they
    /// are too many.
    void make_table(Memo& memo, std::size_t states);
    /// Bits for all positions of the game, none of them set; those that are there stay.
    void make_bits(Memo& memo);
    /// Takes back the comments from number `first` on.
    std::vector<Remark> take_remarks(std::size_t first) {
        if (first >= remarks.size()) return {};
        std::vector<Remark> taken(remarks.begin() + static_cast<std::ptrdiff_t>(first), remarks.end());
        remarks.resize(first);
        return taken;
    }
    /// Of the comments from `first` on keeps those from `last` on, if they are of something better, else the others.
    void keep_better(std::size_t first, std::size_t last, bool is_better) {
        if (is_better)
            remarks.erase(remarks.begin() + static_cast<std::ptrdiff_t>(first),
                          remarks.begin() + static_cast<std::ptrdiff_t>(last));
        else if (last < remarks.size())
            remarks.resize(last);
    }
    /// Notes what was said at the first step of a way.
    void keep(Ending& ending, std::vector<Remark> found) {
        if (found.empty() || ending.length < 0) return;
        count_written(sizeof(Said));
        said.push_back({std::move(found), ending.said});
        ending.said = static_cast<std::int32_t>(said.size()) - 1;
    }
    /// Makes the comments of the way that was best.
    void say(const Ending& ending) {
        for (std::int32_t i = ending.said; i >= 0; i = said[static_cast<std::size_t>(i)].next)
            for (const Remark& remark : said[static_cast<std::size_t>(i)].remarks) {
                count_written(sizeof remark + bytes_of(remark.text));
                remarks.push_back(remark);
            }
        if (depth == 0) said.clear();
    }
    /// Counts comments. Throws ScriptLimit where there are too many.
    void count_written(std::size_t bytes, Span place = {}) {
        if (written + bytes > 2 * most_written) recount_written(bytes, place);
        account.add(bytes, place);
        written += bytes;
    }
    void recount_written(std::size_t more, Span place);
    /// Of remarks and said.
    [[nodiscard]] std::size_t bytes_written() const;
    void begin(Memo& memo);
    /// Bytes in the account for what is not used any more: comments that were taken back, tables of earlier games.
    std::size_t unused_bytes();
    std::size_t unused_remarks();
    /// A memo, emptied if this is the first use in this game.
    Memo& memo(std::size_t index) {
        Memo& result = memos[index];
        if (result.game != game_stamp) begin(result);
        return result;
    }
};

/// Another current position for as long as this lives.
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

/// While this lives, moves are tied to a child of a position, or to none.
class Tie {
public:
    explicit Tie(Context& context, PositionId parent = no_position, PositionId child = no_position)
        : context_(context), parent_(context.tied_parent), child_(context.tied) {
        context.tied_parent = parent;
        context.tied = child;
    }
    Tie(const Tie&) = delete;
    Tie& operator=(const Tie&) = delete;
    ~Tie() {
        context_.tied_parent = parent_;
        context_.tied = child_;
    }

private:
    Context& context_;
    PositionId parent_, child_;
};

}  // namespace cofnod::cql
