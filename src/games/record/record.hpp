#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "games/record/annotations.hpp"

namespace cofnod {

/// Game whose rules a record follows. The numbers are stored in the database and declared by each game (`kind` of a
/// RecordedGame); only chess, the default, is named here.
///
/// Cam, Camette and Chivalry are Camelot on other boards and of the same kind; they are distinguished by the shape of
/// the start position (GameRecord::start) and named by a Variant tag.
enum class GameKind : std::uint8_t { chess = 1 };

/// Parse state of a game. The numbers are stored in the database.
enum class GameState : std::uint8_t {
    complete = 0,    ///< all moves of the main line were played
    incomplete = 1,  ///< moves up to the first fault were played, the rest is kept as text
    rejected = 2,    ///< no move could be played; only the text is kept
};

std::string_view name_of(GameState state);

/// Reason for the choice of a game's notation. The numbers are stored in the database.
enum class Decision : std::uint8_t {
    given = 0,       ///< given by the user or a MoveLanguage tag
    only = 1,        ///< the only notation that plays the game to its end
    tied = 2,        ///< several play it to its end with the same moves: see `also`
    best = 3,        ///< none plays it to its end; this one gets furthest
    nothing = 4,     ///< no moves to decide by
    disputed = 5,    ///< several play it to its end, with different moves; undecidable
    neighbours = 6,  ///< disputed, decided by neighbouring games of its source
    preferred = 7,   ///< disputed, decided by the user's preference
};

std::string_view name_of(Decision decision);

/// Part of the source that a game was read from; empty for a game quoted in a comment, since its bytes belong to
/// another game.
struct SourceSpan {
    std::uint64_t begin = 0;  ///< byte offset in the source, unpacked but before character set conversion
    std::uint64_t end = 0;
    std::uint64_t line = 1;  ///< line of `begin`, from 1

    [[nodiscard]] bool is_empty() const { return begin == end; }
};

/// Places of the parts of a record in the text from which it was read, in text order.
class Trace {
public:
    enum class Kind : std::uint8_t {
        ply,         ///< a move of the main line; index: plies before it
        annotation,  ///< a comment, or a move of a variation; index: in Annotations
        header,      ///< the value of a tag; index: in Tags
    };
    struct Item {
        Kind kind;
        std::uint32_t index;
        std::uint64_t begin, end;  ///< byte offsets in the text being read; finally, in the source
    };

    /// Adds an item, replacing trailing items of its kind with the same or a larger index, which were discarded.
    void add(Kind kind, std::size_t index, std::size_t begin, std::size_t end) {
        while (!items_.empty() && items_.back().kind == kind && items_.back().index >= index) items_.pop_back();
        items_.push_back({kind, static_cast<std::uint32_t>(index), begin, end});
    }
    void clear() { items_.clear(); }

    [[nodiscard]] std::vector<Item>& items() { return items_; }
    [[nodiscard]] const std::vector<Item>& items() const { return items_; }

private:
    std::vector<Item> items_;
};

/// Tag with the code of the notation of a score: `[MoveLanguage "cy"]`. Written by export and read by import.
inline constexpr std::string_view move_language_tag = "MoveLanguage";

/// Returns the PGN value of an unknown tag: `?`, or `????.??.??` for a date.
constexpr std::string_view unknown_value(std::string_view name) { return name.ends_with("Date") ? "????.??.??" : "?"; }

/// True if other programs accept a tag name: at most 255 ASCII letters, digits and `_`. pgn-extract, for example, loses
/// the moves of a game with `[الطاولة "1"]`.
bool is_portable_tag_name(std::string_view name);

/// Returns the comment that preserves a tag whose name other programs reject, `[%tag "الطاولة" "1"]`; import converts
/// it back. Braces and control characters are escaped, as in `\x7D`.
std::string tag_comment(std::string_view name, std::string_view value);

/// The tags of a game, `[Event "London"]`, in the order and spelling of the source, stored in one block of text. Values
/// are unquoted and unescaped; everything is valid UTF-8.
class Tags {
public:
    struct Tag {
        std::string_view name;
        std::string_view value;
        bool operator==(const Tag&) const = default;
    };

    void add(std::string_view name, std::string_view value);
    /// Removes all tags but keeps their memory.
    void clear();
    [[nodiscard]] std::size_t capacity() const { return text_.capacity(); }

    /// Returns the heap memory used, in bytes.
    [[nodiscard]] std::size_t memory() const { return text_.capacity() + spans_.capacity() * sizeof(Span); }

    [[nodiscard]] std::size_t size() const { return spans_.size(); }
    [[nodiscard]] bool empty() const { return spans_.empty(); }
    /// Returns a tag; its views are valid until the next add or clear.
    [[nodiscard]] Tag operator[](std::size_t i) const {
        const auto [name, value, end] = spans_[i];
        return {{text_.data() + name, value - name}, {text_.data() + value, end - value}};
    }
    /// Returns the value of the first tag with exactly that name.
    [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;

    bool operator==(const Tags&) const = default;

private:
    struct Span {
        std::uint32_t name, value, end;
        bool operator==(const Span&) const = default;
    };
    std::string text_;
    std::vector<Span> spans_;
};

struct NotationDecision {
    std::string code;  ///< "cy"; empty if there are no moves
    Decision how = Decision::nothing;
    std::vector<std::string> also;  ///< the other notations of a tie or dispute

    bool operator==(const NotationDecision&) const = default;
};

/// Returns the leading bits of a position key, stored to detect damaged moves.
constexpr std::uint16_t final_check_of(std::uint64_t key) { return static_cast<std::uint16_t>(key >> 48); }

/// A game as read, played and checked: produced by importers and kept by the store. The content of some fields depends
/// on the rules:
///
///                     chess                                  Camelot
///     start           FEN                                    the text of camelot/notation.hpp; its shape determines
///                                                            the board, so that a game of Cam always has it
///     moves           chess::Packer                          camelot::Packer: the paths as recorded
///     final_check     of chess::Position::key()              of camelot::Position::key()
///     san             1.e4 e5 2.Nf3                          1.E6-E8 H11-F9 2.C6-E6-G6
///     Kind::move      chess::Move::raw(), 16 bits            camelot::move_number(), 26 bits: by result. Variations on
///     (Annotations)                                          boards without such numbers (Chivalry) are Kind::unread
///     notation.code   "cy"                                   "camelot", Decision::only: moves are the same in all
///                                                            languages
struct GameRecord {
    GameKind kind = GameKind::chess;
    GameState state = GameState::complete;
    Tags tags;
    Result result = Result::unknown;  ///< from the Result tag, otherwise as written after the moves
    std::string start;                ///< set-up position; empty: the initial one
    std::string moves;                ///< main line, packed
    std::uint32_t ply_count = 0;      ///< length of the main line
    std::uint16_t final_check = 0;    ///< final_check_of the position after the last move
    std::string san;                  ///< main line as text
    Trace trace;                      ///< places of moves and comments; filled if `san` is
    Annotations annotations;
    std::string unread;  ///< text after the last move played, if incomplete
    NotationDecision notation;
    std::vector<Problem> problems;
    SourceSpan span;
    /// Original bytes of the game in the character set of its source, unless `pgn::write` reproduces them.
    std::string source_text;
    std::string charset;  ///< character set of source_text, if different from the source's

    /// Resets the record but keeps its memory for reuse: allocating on one thread and freeing on another, for a million
    /// games, would cost half as much as writing them.
    void clear();

    /// False for a game rejected before its first move, whose start position may be unknown.
    [[nodiscard]] bool has_final_check() const { return state != GameState::rejected || ply_count > 0; }
};

/// Returns the memory used by a record in bytes, including its texts.
std::size_t memory_of(const GameRecord& record);

}  // namespace cofnod
