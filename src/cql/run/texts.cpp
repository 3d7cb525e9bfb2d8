#include "cql/run/texts.hpp"

#include <unicode/regex.h>
#include <unicode/utext.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <exception>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/run/compiler.hpp"

namespace cofnod::cql {

namespace {

/// Time limit in ICU's units, some milliseconds each.
constexpr std::int32_t most_time = 200;
/// Maximum total size of a match's groups in bytes.
constexpr std::size_t most_bytes = std::size_t{64} << 20;
/// Maximum number of bytes searched between calls of on_work.
constexpr std::size_t bytes_at_once = std::size_t{4} << 20;

/// Callback state for ICU. Exceptions must not propagate through ICU.
struct Watch {
    const std::function<void()>& on_work;
    std::size_t places_at_once;  ///< start positions tried between calls of on_work
    std::size_t places = 0;
    std::exception_ptr thrown;

    UBool ask() {
        try {
            on_work();
            return true;
        } catch (...) {
            thrown = std::current_exception();
            return false;
        }
    }
    static UBool on_steps(const void* watch, std::int32_t) {
        return static_cast<Watch*>(const_cast<void*>(watch))->ask();
    }
    static UBool on_place(const void* watch, std::int64_t) {
        Watch& self = *static_cast<Watch*>(const_cast<void*>(watch));
        if (++self.places < self.places_at_once) return true;
        self.places = 0;
        return self.ask();
    }
};

}  // namespace

struct Pattern::Compiled {
    explicit Compiled(std::unique_ptr<const icu::RegexPattern> made) : pattern(std::move(made)) {}
    std::unique_ptr<const icu::RegexPattern> pattern;
};

Pattern::Pattern(const std::string& expression) : expression_(expression) {
    UErrorCode status = U_ZERO_ERROR;
    UParseError place{};  // not set if ICU's data is missing
    compiled_ = std::make_shared<const Compiled>(std::unique_ptr<const icu::RegexPattern>(
        icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(expression), 0, place, status)));
    if (U_FAILURE(status))
        throw UsageError(tr("\"{}\" is no regular expression (character {})", expression, place.offset));
}

std::optional<Pattern::Match> Pattern::find(std::string_view text, std::size_t from,
                                            const std::function<void()>& on_work) const {
    if (from > text.size()) return std::nullopt;
    UErrorCode status = U_ZERO_ERROR;
    UText input = UTEXT_INITIALIZER;
    utext_openUTF8(&input, text.data(), static_cast<std::int64_t>(text.size()), &status);
    std::optional<Match> result;
    Watch watch{on_work, bytes_at_once / (text.size() + 1) + 1, 0, {}};
    {
        const std::unique_ptr<icu::RegexMatcher> matcher(compiled_->pattern->matcher(status));
        if (U_SUCCESS(status)) {
            matcher->setTimeLimit(most_time, status);
            if (on_work) {
                matcher->setMatchCallback(Watch::on_steps, &watch, status);
                matcher->setFindProgressCallback(Watch::on_place, &watch, status);
            }
            matcher->reset(&input);
            if (matcher->find(static_cast<std::int64_t>(from), status)) {
                Match match;
                std::size_t bytes = 0;
                for (std::int32_t group = 0; group <= matcher->groupCount(); ++group) {
                    const auto begin = matcher->start64(group, status);
                    const auto end = matcher->end64(group, status);
                    match.positions.push_back(static_cast<int>(begin));
                    bytes += static_cast<std::size_t>(end - begin);
                    if (bytes > most_bytes) status = U_REGEX_STACK_OVERFLOW;
                    if (U_FAILURE(status)) break;
                    match.groups.emplace_back(begin < 0 ? std::string_view{}
                                                        : text.substr(static_cast<std::size_t>(begin),
                                                                      static_cast<std::size_t>(end - begin)));
                }
                match.end = static_cast<std::size_t>(matcher->end64(0, status));
                result = std::move(match);
            }
        }
    }
    utext_close(&input);
    if (watch.thrown) std::rethrow_exception(watch.thrown);
    if (U_FAILURE(status))
        throw LimitError(
            tr("the regular expression \"{}\" takes too long on a text of {} bytes", expression_, text.size()),
            tr("repetitions inside of repetitions, as in (a*)*, take so long"));
    return result;
}

Describers describers(Compiler& compiler, const Node& node) {
    Describers result;
    for (const Child& child : node.children)
        with_type(child.tree->type, [&]<typename Value>(std::type_identity<Value>) {
            result.push_back([value = std::shared_ptr(compiler.typed<Value>(*child.tree))](Context& context) {
                return describe(context, value->value(context));
            });
        });
    return result;
}

std::string described(const Describers& describers, Context& context, Span at) {
    if (describers.size() == 1) return describers.front()(context);
    std::string text;
    Held held(context.account, at);
    for (const auto& describer : describers) {
        text += describer(context);
        context.count_text(text.size(), at);
        held.grow_to(bytes_of(text));
    }
    return text;
}

namespace {

/// Applies a function to two texts; no value if one of them has none.
template <typename Value, typename Function>
FilterPtr of_two_texts(Compiler& compiler, const Node& node, Function function) {
    return computed<Value>([at = node.span, first = compiler.text(node.child(0)), second = compiler.text(node.child(1)),
                            function](Context& context) -> Value {
        const Text a = first->value(context);
        const Held held(context.account, at, a ? bytes_of(*a) : 0);
        const Text b = second->value(context);
        return a && b ? function(context, *a, *b) : none<Value>();
    });
}

/// Finds `wanted` in `text` like std::string::find, but in time linear in the sum of their lengths. Calls on_work
/// periodically.
std::size_t find_text(Context& context, const std::string& text, const std::string& wanted) {
    constexpr std::size_t few_steps = std::size_t{1} << 16;
    if (text.size() < wanted.size()) return std::string::npos;
    if (wanted.size() <= 1 || text.size() * wanted.size() <= few_steps) return text.find(wanted);
    const std::size_t stride = std::max(wanted.size(), few_steps);
    for (std::size_t begin = 0; begin + wanted.size() <= text.size(); begin += stride) {
        const std::size_t size = std::min(text.size() - begin, stride + wanted.size() - 1);
        context.tick(size);
        if (const void* found = ::memmem(text.data() + begin, size, wanted.data(), wanted.size()))
            return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    }
    return std::string::npos;
}

Number to_integer(const Context&, const Text& text) {
    std::int32_t value = 0;
    const char* const end = text->data() + text->size();
    const auto [rest, error] = std::from_chars(text->data(), end, value);
    return error == std::errc{} && rest == end ? Number(value) : Number{};
}

template <char first, char last>
Text shifted_case(Text text, int by) {
    for (char& c : *text)
        if (c >= first && c <= last) c = static_cast<char>(c + by);
    return text;
}

}  // namespace

FilterPtr make_string(Compiler&, const Node& node) {
    return computed<Text>([text = node.text](Context& context) -> Text {
        context.count_text(text.size());
        return text;
    });
}

FilterPtr make_within(Compiler& compiler, const Node& node) {
    return of_two_texts<bool>(compiler, node, [](Context& context, const std::string& part, const std::string& whole) {
        return find_text(context, whole, part) != std::string::npos;
    });
}

FilterPtr make_concatenation(Compiler& compiler, const Node& node) {
    return computed<Text>([at = node.span, parts = compiler.all<Text>(node)](Context& context) -> Text {
        std::string result;
        Held held(context.account, at);
        for (const auto& part : parts) {
            Text value = part->value(context);
            if (!value) return value;
            context.count_text(result.size() + value->size(), at);
            result += *value;
            held.grow_to(bytes_of(result));
        }
        return result;
    });
}

FilterPtr make_to_string(Compiler& compiler, const Node& node) {
    return computed<Text>([at = node.span, parts = describers(compiler, node)](Context& context) -> Text {
        return described(parts, context, at);
    });
}

FilterPtr make_to_integer(Compiler& compiler, const Node& node) {
    return of_one<Number, Text>(compiler, node, to_integer);
}

FilterPtr make_uppercase(Compiler& compiler, const Node& node) {
    return of_one<Text, Text>(compiler, node,
                              [](const Context&, Text text) { return shifted_case<'a', 'z'>(std::move(text), -32); });
}

FilterPtr make_lowercase(Compiler& compiler, const Node& node) {
    return of_one<Text, Text>(compiler, node,
                              [](const Context&, Text text) { return shifted_case<'A', 'Z'>(std::move(text), 32); });
}

FilterPtr make_index_of(Compiler& compiler, const Node& node) {
    return of_two_texts<Number>(
        compiler, node, [](Context& context, const std::string& part, const std::string& whole) {
            const auto found = find_text(context, whole, part);
            return found == std::string::npos ? Number{} : Number(static_cast<std::int32_t>(found));
        });
}

FilterPtr make_ascii(Compiler& compiler, const Node& node) {
    if (node.type == Type::numeric)
        return of_one<Number, Text>(compiler, node, [](const Context&, const Text& text) -> Number {
            if (text->size() != 1) return std::nullopt;
            return static_cast<unsigned char>((*text)[0]);
        });
    return of_one<Text, Number>(compiler, node, [](const Context&, Number code) -> Text {
        if (*code < 0 || *code > 255) return std::nullopt;
        return std::string(1, static_cast<char>(*code));
    });
}

/// Makes `s[i]`, `s[i:j]`, `s[i:]`, `s[:j]`; negative indexes count from the end.
FilterPtr make_substring(Compiler& compiler, const Node& node) {
    return computed<Text>([at = node.span, text = compiler.text(node.child(0)),
                           low = compiler.part<Number>(node, Part::low), high = compiler.part<Number>(node, Part::high),
                           one = node.number == 1](Context& context) -> Text {
        const Text value = text->value(context);
        const Held held(context.account, at, value ? bytes_of(*value) : 0);
        const Number first = low ? low->value(context) : Number(0);
        if (!value || !first) return std::nullopt;
        const auto size = static_cast<std::int64_t>(value->size());
        const auto from_start = [&](std::int64_t place) { return place < 0 ? place + size : place; };
        const Number past = high ? high->value(context) : Number(static_cast<std::int32_t>(size));
        if (!past) return std::nullopt;
        const std::int64_t begin = from_start(*first);
        const std::int64_t end = one ? begin + 1 : std::min(from_start(*past), size);
        if (begin < 0 || begin >= size || end > size) return std::nullopt;
        if (end <= begin) return std::string{};
        return value->substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    });
}

FilterPtr make_regex_match(Compiler& compiler, const Node& node) {
    return of_one<Text, Text>(
        compiler, node, [at = node.span, pattern = Pattern(node.text)](Context& context, const Text& value) -> Text {
            auto match = pattern.find(*value, 0, context.options.on_work);
            if (!match) return std::nullopt;
            context.set_groups(std::move(match->groups), std::move(match->positions), at);
            return context.regex_groups[0];
        });
}

FilterPtr make_current_transform(Compiler&, const Node& node) {
    return computed<Text>([text = '<' + node.text + '>'](Context&) -> Text { return text; });
}

FilterPtr make_regex_group(Compiler&, const Node& node) {
    return computed<Text>([group = static_cast<std::size_t>(node.number)](Context& context) -> Text {
        if (group >= context.regex_groups.size() || context.regex_positions[group] < 0) return std::nullopt;
        context.count_text(context.regex_groups[group].size());
        return context.regex_groups[group];
    });
}

FilterPtr make_regex_group_index(Compiler&, const Node& node) {
    return computed<Number>([group = static_cast<std::size_t>(node.number)](Context& context) -> Number {
        if (group >= context.regex_positions.size() || context.regex_positions[group] < 0) return std::nullopt;
        return context.regex_positions[group];
    });
}

FilterPtr make_piece_name(Compiler& compiler, const Node& node) {
    const bool colored = node.kind == Kind::piece_name;
    return of_one_square<Text>(compiler, node, [colored](const Context& context, Square square) -> Text {
        const int kind = context.now->board.kind_at(square);
        if (kind == PieceSets::empty) return std::string{};
        return std::string(1, chess::fen_letters[static_cast<std::size_t>(colored ? kind : kind % 6)]);
    });
}

FilterPtr make_type_name(Compiler& compiler, const Node& node) { return make_piece_name(compiler, node); }

FilterPtr make_fen(Compiler&, const Node&) {
    return computed<Text>([](Context& context) -> Text { return fen_of(context); });
}

FilterPtr make_read_file(Compiler& compiler, const Node& node) {
    return of_one<Text, Text>(compiler, node, [](Context& context, const Text& name) -> Text {
        if (!context.options.read_file) return std::nullopt;
        Text content = context.options.read_file(*name);
        if (content) context.count_text(content->size());
        return content;
    });
}

FilterPtr make_write_file(Compiler& compiler, const Node& node) {
    return of_two_texts<bool>(compiler, node, [](Context& context, const std::string& name, const std::string& text) {
        if (context.options.write_file) context.options.write_file(name, text);
        return true;
    });
}

}  // namespace cofnod::cql
