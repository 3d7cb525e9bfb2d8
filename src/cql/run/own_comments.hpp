#pragma once

#include "cql/run/context.hpp"

/// Automatic comments of filters on their matches, unless `quiet`: "Found 2 of 3", "Start line that ends at move
/// 12(btm)".
///
/// Suppressed (Hush) for memoized filters, such as those inside a `find`, `line` or `path`.
namespace cofnod::cql {

/// Suppresses automatic comments until the end of the scope.
class Hush {
public:
    explicit Hush(Context& context) : context_(context), before_(context.says_by_itself) {
        context.says_by_itself = false;
    }
    Hush(const Hush&) = delete;
    Hush& operator=(const Hush&) = delete;
    ~Hush() { context_.says_by_itself = before_; }

private:
    Context& context_;
    bool before_;
};

/// Comments on a match of `find`.
void say_found(Context& context, PositionId where);
/// Comments on the matches of `find all` or `find 2 4`.
void say_found(Context& context, const std::vector<PositionId>& where);
/// Comments on a `line` or `path` from the current position; `word`: its name, after the title if any.
void say_way(Context& context, const std::string& word, const Ending& way);
/// Comments on an `echo`, with the names of its variables.
void say_echo(Context& context, const std::string& here, const std::string& there, PositionId other);

}  // namespace cofnod::cql
