#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// Regular expression over UTF-8, in ICU's syntax, a superset of ECMAScript's. ICU limits the number of steps, so that
/// an expensive expression fails with an error instead of hanging; std::regex has no such limit and is twenty times
/// slower. Thread-safe.
class Pattern {
public:
    /// Throws UsageError if the expression is invalid.
    explicit Pattern(const std::string& expression);

    struct Match {
        std::vector<std::string> groups;  ///< element 0 is the whole match
        std::vector<int> positions;       ///< start of each group in bytes; -1 if not matched
        std::size_t end = 0;
    };
    /// Returns the first match that begins at byte `from` or later. `on_work`, if set, is called periodically and may
    /// throw to cancel.
    [[nodiscard]] std::optional<Match> find(std::string_view text, std::size_t from = 0,
                                            const std::function<void()>& on_work = {}) const;

private:
    struct Compiled;
    std::string expression_;
    std::shared_ptr<const Compiled> compiled_;
};

/// Format values for comments: "[a1,b2]", "12", "move 5(wtm)", and "<false>" for no value.
std::string describe(const Context& context, SetValue value);
std::string describe(const Context& context, Number value);
std::string describe(const Context& context, const Text& value);
std::string describe(const Context& context, Position value);
std::string describe(const Context& context, bool value);

/// Returns the FEN of the current position as CQL writes it: with an en-passant square after each double step, and with
/// counters fixed at 0 and 1, so that repeated positions have equal texts.
std::string fen_of(const Context& context);

/// Formatters for the arguments of `str`, `comment` and `message`.
using Describers = std::vector<std::function<std::string(Context&)>>;
Describers describers(Compiler& compiler, const Node& node);
/// Concatenates the formatted arguments of the filter at `at`.
std::string described(const Describers& describers, Context& context, Span at);

// Automatic comments of filters on their matches, unless `quiet`: "Found 2 of 3", "Start line that ends at move
// 12(btm)".
//
// Suppressed (Context::says_by_itself) for memoized filters, such as those inside a `find`, `line` or `path`.

/// Adds a comment on a match of `find`.
void say_found(Context& context, PositionId where);
/// Adds a comment on the matches of `find all` or `find 2 4`.
void say_found(Context& context, const std::vector<PositionId>& where);
/// Adds a comment on a `line` or `path` from the current position. `word` is its name, preceded by the title if any.
void say_way(Context& context, const std::string& word, const Ending& way);
/// Adds a comment on an `echo`, with the names of its variables.
void say_echo(Context& context, const std::string& here, const std::string& there, PositionId other);

}  // namespace cofnod::cql
