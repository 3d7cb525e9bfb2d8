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

/// For headers that name a reason; those that look into one include problem.hpp.
namespace cofnod {

enum class ProblemKind : std::uint8_t;
struct Reason;

// Their enumerators are in problem_kinds.hpp.
enum class ProblemKind : std::uint8_t;
enum class ProblemGroup : std::uint8_t;
enum class Frame : std::uint8_t;
enum class Remedy : std::uint8_t;

/// The stable names, for databases and data: `no_piece_can_reach`, `illegal_move`.
std::string_view name_of(ProblemKind kind);
std::string_view name_of(ProblemGroup group);
std::string_view name_of(Frame frame);
std::string_view name_of(Remedy remedy);

/// The enumerators of such names.
std::optional<ProblemKind> problem_kind_of(std::string_view name);
std::optional<Frame> frame_of(std::string_view name);
std::optional<Remedy> remedy_of(std::string_view name);

ProblemGroup group_of(ProblemKind kind);

/// A word of the source, a square, a number, the name of a piece in English, or a list of such: no part of a sentence.
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

/// Bytes that arguments take.
std::size_t memory_of(const Arguments& arguments);

/// A fault as data; problem.hpp puts it into words.
struct Reason {
    ProblemKind kind{};
    Arguments arguments{};  ///< those of the kind, then the one of the frame, if it has any
    Frame frame{};          ///< Frame::none

    bool operator==(const Reason&) const = default;
};

/// A remedy as data.
struct Advice {
    Remedy remedy{};  ///< Remedy::none
    Arguments arguments{};

    bool operator==(const Advice&) const = default;
};

struct Advice;
struct Reason;

/// Returns the sentence of problems.def for people, in the language in force (say.hpp), without a full stop: "no knight
/// can reach f3".
std::string sentence(const Reason& reason);

/// Returns the sentence for a remedy; empty: there is none.
std::string sentence(const Advice& advice);

/// A template of problems.def, for others to make the same sentences.
struct ProblemTemplate {
    std::string_view name;
    std::string_view group;  ///< of a kind; `frame`, `remedy`
    std::string_view text;
};

/// All of them but `none`.
const std::vector<ProblemTemplate>& problem_templates();

struct Anchor;

/// Severity: a note says what was understood all the same; a fault ended a game or a variation early.
enum class Severity : std::uint8_t { note, fault };

/// Something wrong with a record: data about data, collected with the game it belongs to.
struct Problem {
    Reason reason{};
    Severity severity = Severity::fault;
    TextRange range{};  ///< while a game is read: of the text that is read; empty: it is about all of the game
    Place place{};
    std::uint32_t ply = 0;    ///< main-line plies read before it
    std::string line;         ///< the line of text it stands in (or the part of it around the place)
    std::uint32_t caret = 0;  ///< code points before the token in `line`
    std::uint32_t width = 0;  ///< code points of the token
    Advice advice{};
    PageBox box{};  ///< where it stands on a page; not known of a text that never had pages

    [[nodiscard]] ProblemGroup group() const { return group_of(reason.kind); }

    bool operator==(const Problem&) const = default;
};

/// The form of a problem for people, four lines, and one more for a place on a page:
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

/// The two lines in the middle. The caret stands in the column of the token on a terminal: wide letters take two, marks
/// none. Right-to-left text is wrapped in isolates, so that it stays below it.
std::string marked_line(const Problem& problem);

/// Fills in line, caret and width of a problem about the token [begin, end) of a text. Long lines are cut to the part
/// around the token.
void show_line(Problem& problem, std::string_view text, std::size_t begin, std::size_t end);

/// Fills in the place too. Line breaks are counted from the anchor, which must not stand behind the token.
void locate(Problem& problem, std::string_view text, std::size_t begin, std::size_t end, const Anchor& anchor);

}  // namespace cofnod
