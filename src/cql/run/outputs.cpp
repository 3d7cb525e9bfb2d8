#include "base/error.hpp"
#include "base/say.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/describe.hpp"
#include "cql/run/script_fault.hpp"
#include "cql/run/texts.hpp"

/// Output filters: comments, messages, files, tags and sorts.
namespace cofnod::cql {

namespace {

bool is_better(const SortValue& best, std::int32_t number, bool smallest) {
    return !best.found || (smallest ? number < best.number : number > best.number);
}
bool is_better(const SortValue& best, const std::string& text, bool smallest) {
    return !best.found || (smallest ? text < best.text : text > best.text);
}

/// Keeps only the comments of the best value of a sort.
void keep_best(Context& context, std::size_t index, std::size_t first, bool is_best) {
    if (!is_best) {
        context.take_remarks(first);
        return;
    }
    const int sort = static_cast<int>(index);
    constexpr std::size_t many = 256;
    if (context.remarks.size() > many) context.tick(context.remarks.size());
    for (Remark& remark : context.remarks)
        if (remark.sort == sort) remark.position = no_position;  // indexes of other remarks stay valid
    for (std::size_t i = first; i < context.remarks.size(); ++i) context.remarks[i].sort = sort;
}

}  // namespace

FilterPtr make_comment(Compiler& compiler, const Node& node) {
    return computed<bool>([at = node.span, parts = describers(compiler, node)](Context& context) {
        std::string text = described(parts, context, at);
        // Imagined positions have no place in the game.
        if (!context.wants_remarks || context.tree.is_imagined(context.at)) return true;
        context.add_remark(context.at, std::move(text), at);
        return true;
    });
}

FilterPtr make_message(Compiler& compiler, const Node& node) {
    return computed<bool>(
        [at = node.span, quiet = node.has(Flag::quiet), parts = describers(compiler, node)](Context& context) {
            if (!context.message) return true;
            const std::string text = described(parts, context, at);
            const std::string place =
                "Game: " + std::to_string(context.game->number) + " " + describe(context, Position{context.at}) + ": ";
            context.message(quiet ? text : place + text);
            return true;
        });
}

FilterPtr make_sort(Compiler& compiler, const Node& node) {
    const std::size_t index = compiler.new_sort(node.text, node.has(Flag::minimum));
    const bool smallest = node.has(Flag::minimum);
    if (node.type == Type::string)
        return computed<Text>(
            [index, smallest, at = node.span, filter = compiler.text(node.child(0))](Context& context) {
                const auto remarks = context.remarks.size();
                Text value = filter->value(context);
                SortValue& best = context.sorts[index];
                const bool is_best = value && is_better(best, *value, smallest);
                if (is_best) {
                    std::string text = *value;
                    context.account.replace(bytes_of(best.text), bytes_of(text), at);
                    best = {true, 0, std::move(text)};
                }
                keep_best(context, index, remarks, is_best);
                return value;
            });
    const bool is_set = node.type == Type::set;
    if (is_set || node.type == Type::boolean || node.type == Type::position)
        throw UsageError(say("'sort' needs a number or a string"), say("write '#' before a set to sort by its size"));
    return computed<Number>([index, smallest, filter = compiler.number(node.child(0))](Context& context) {
        const auto remarks = context.remarks.size();
        const Number value = filter->value(context);
        SortValue& best = context.sorts[index];
        const bool is_best = value && is_better(best, *value, smallest);
        if (is_best) best = {true, *value, {}};
        keep_best(context, index, remarks, is_best);
        return value;
    });
}

FilterPtr make_assertion(Compiler& compiler, const Node& node) {
    return computed<bool>([filter = compiler.condition(node.child(0))](Context& context) {
        if (!filter->test(context))
            throw ScriptFault(say("an 'assert' of the script is false in game {}, {}", context.game->number,
                                  describe(context, Position{context.at})));
        return true;
    });
}

FilterPtr make_set_tag(Compiler& compiler, const Node& node) {
    return computed<bool>([name = node.text, at = node.span, text = compiler.text(node.child(0))](Context& context) {
        if (Text value = text->value(context)) context.set_tag(name, std::move(*value), at);
        return true;
    });
}

FilterPtr make_remove_comment(Compiler&, const Node& node) {
    return computed<bool>([at = node.span](Context& context) {
        if (!context.tree.is_imagined(context.at)) context.remove_comments(at);
        return true;
    });
}

FilterPtr make_abort(Compiler&, const Node&) {
    return computed<bool>([](Context& context) -> bool {
        throw ScriptFault(say("the script ends itself ('cql_abort') in game {}, {}", context.game->number,
                              describe(context, Position{context.at})));
    });
}

}  // namespace cofnod::cql
