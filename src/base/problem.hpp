#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/place.hpp"

namespace cofnod {

enum class ProblemKind : std::uint8_t;
struct Reason;

// Enumerators: problem_kinds.hpp.
enum class ProblemGroup : std::uint8_t;
enum class Frame : std::uint8_t;
enum class Remedy : std::uint8_t;

/// Returns the stable name, for databases and data formats: `no_piece_can_reach`, `illegal_move`.
std::string_view name_of(ProblemKind kind);
std::string_view name_of(ProblemGroup group);
std::string_view name_of(Frame frame);
std::string_view name_of(Remedy remedy);

/// Returns the enumerator with this name; nullopt if unknown.
std::optional<ProblemKind> problem_kind_of(std::string_view name);
std::optional<Frame> frame_of(std::string_view name);
std::optional<Remedy> remedy_of(std::string_view name);

ProblemGroup group_of(ProblemKind kind);

/// A word of the source, a square, a number, the English name of a piece, or a list of these; never part of a sentence.
class Argument {
public:
    using List = std::vector<std::string>;

    Argument(std::string text) : value_(std::move(text)) {}
    Argument(std::string_view text) : value_(std::string(text)) {}
    Argument(const char* text) : value_(std::string(text)) {}
    Argument(List items) : value_(std::move(items)) {}
    Argument(std::integral auto number) : value_(static_cast<std::int64_t>(number)) {}

    [[nodiscard]] const std::variant<std::string, std::int64_t, List>& value() const { return value_; }

    bool operator==(const Argument&) const = default;

private:
    std::variant<std::string, std::int64_t, List> value_;
};

using Arguments = std::vector<Argument>;

/// Returns the heap memory of the arguments in bytes.
std::size_t memory_of(const Arguments& arguments);

/// A fault as data; sentence() puts it into words.
struct Reason {
    ProblemKind kind{};
    Arguments arguments{};  ///< arguments of the kind, then that of the frame, if any
    Frame frame{};          ///< default: Frame::none

    bool operator==(const Reason&) const = default;
};

/// A remedy as data.
struct Advice {
    Remedy remedy{};  ///< default: Remedy::none
    Arguments arguments{};

    bool operator==(const Advice&) const = default;
};

/// Returns the sentence of problems.def for people, in the current language (tr.hpp), without a full stop: "no knight
/// can reach f3".
std::string sentence(const Reason& reason);

/// Returns the sentence for a remedy; empty if there is none.
std::string sentence(const Advice& advice);

/// A template of problems.def, for building the same sentences elsewhere, as in SQL views and web pages.
struct ProblemTemplate {
    std::string_view name;
    std::string_view group;  ///< group of a kind, or `frame` or `remedy`
    std::string_view text;
};

/// Returns all templates except `none`.
const std::vector<ProblemTemplate>& problem_templates();

struct Anchor;

/// Severity: a note reports how a passage was understood; a fault ended a game or a variation early.
enum class Severity : std::uint8_t { note, fault };

/// Something wrong with a record, collected with the game it belongs to.
struct Problem {
    Reason reason{};
    Severity severity = Severity::fault;
    TextRange range{};  ///< in the text being read, while a game is read; empty: concerns the whole game
    Place place{};
    std::uint32_t ply = 0;    ///< main-line plies read before it
    std::string line;         ///< line of text that contains it (or the part around the place)
    std::uint32_t caret = 0;  ///< code points before the token in `line`
    std::uint32_t width = 0;  ///< code points of the token
    Advice advice{};
    PageBox box{};  ///< place on a page; unknown if the text never had pages

    [[nodiscard]] ProblemGroup group() const { return group_of(reason.kind); }

    bool operator==(const Problem&) const = default;
};

/// Formats a problem for people: four lines, and one more for a place on a page.
///
///     archif.pgn:71:12: game 4, move 9: no knight can reach f3
///       9. Exe5 Mf3 10. O-O
///               ^~~
///       on page 2, at x 512, y 1180, width 96, height 31
///       reading notation cy; name another if that is wrong
///
std::string format_problem(const Problem& problem, std::string_view source, std::uint64_t game_number,
                           std::string_view remedy);

/// Formats a message with its place, "cy.notation:3:1:", and a remedy that may be empty. The line and the caret are
/// those of `place`.
std::string format_message(std::string_view where, std::string_view message, const Problem& place,
                           std::string_view remedy);

/// Returns the source line and the caret line. The caret is in the terminal column of the token: wide letters count
/// two, combining marks none. A line with right-to-left text is isolated, so that the caret stays aligned.
std::string marked_line(const Problem& problem);

/// Fills in line, caret and width of a problem about the token [begin, end) of a text. Long lines are cut to the part
/// around the token.
void show_line(Problem& problem, std::string_view text, std::size_t begin, std::size_t end);

/// Fills in the place as well. Line breaks are counted from the anchor, which must not come after the token.
void locate(Problem& problem, std::string_view text, std::size_t begin, std::size_t end, const Anchor& anchor);

}  // namespace cofnod
