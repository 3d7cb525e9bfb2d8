#pragma once

#include "cql/run/context.hpp"

/// What filters say by themselves of where they hold, unless they, or the script, are `quiet`: "Found 2 of 3", "Start
/// line that ends at move 12(btm)".
///
/// Nothing is said of what is remembered from position to position, as what is inside of a `find`, `line` or `path`
/// is: Hush.
namespace cofnod::cql {

/// While this lives, filters say nothing by themselves.
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

/// Of `find`: where.
void say_found(Context& context, PositionId where);
/// Of `find all` and `find 2 4`: all that were found.
void say_found(Context& context, const std::vector<PositionId>& where);
/// Of a `line` or `path` from here; `word` is which, behind the title if it has one.
void say_way(Context& context, const std::string& word, const Ending& way);
/// Of an `echo`: the names of its variables.
void say_echo(Context& context, const std::string& here, const std::string& there, PositionId other);

}  // namespace cofnod::cql
