#include "cql/run/own_comments.hpp"

#include "cql/run/describe.hpp"

namespace cofnod::cql {

namespace {

void say(Context& context, PositionId where, std::string text) {
    if (context.tree.is_imagined(where)) return;
    context.add_remark(where, std::move(text));
}

}  // namespace

void say_found(Context& context, PositionId where) {
    if (context.says_by_itself) say(context, where, "Found");
}

void say_found(Context& context, const std::vector<PositionId>& where) {
    if (!context.says_by_itself) return;
    const std::string count = " of " + std::to_string(where.size());
    for (std::size_t i = 0; i < where.size(); ++i) say(context, where[i], "Found " + std::to_string(i + 1) + count);
}

void say_way(Context& context, const std::string& word, const Ending& way) {
    if (!context.says_by_itself || way.length < 1) return;
    say(context, context.at, "Start " + word + " that ends at " + describe(context, Position{way.end}));
    say(context, way.end,
        "End " + word + " of length " + std::to_string(way.length) + " that starts at " +
            describe(context, Position{context.at}));
}

void say_echo(Context& context, const std::string& here, const std::string& there, PositionId other) {
    if (!context.says_by_itself) return;
    say(context, context.at, here);
    say(context, other, there);
}

}  // namespace cofnod::cql
