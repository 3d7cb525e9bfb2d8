#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include "base/characters.hpp"
#include "importers/formats/json/json.hpp"

namespace cofnod::importers::json {

namespace {

/// Returns the end of the quoted text that begins at `at`, at most the end of its line.
std::size_t behind_quoted(std::string_view text, std::size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
}

constexpr std::string_view brackets = "{[}]", quotes = "\"'";

/// Calls `take(at, c)` for each of `signs` outside strings.
void for_each_of(std::string_view signs, std::string_view text, const auto& take) {
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (quotes.find(c) != quotes.npos) {
            at = behind_quoted(text, at);
            continue;
        }
        if (signs.find(c) != signs.npos) take(at, c);
        ++at;
    }
}

bool opens(char c) { return c == '{' || c == '['; }

class ClosingBrackets final : public EndMarks {
public:
    void add(std::string_view block) override {
        for_each_of(brackets, block, [&](std::size_t, char c) {
            if (opens(c)) {
                open_ += c == '{' ? '}' : ']';
                ++opened_;
            } else if (open_.ends_with(c)) {
                open_.pop_back();
            }
        });
    }
    [[nodiscard]] Declared counted() const override {
        return {.part = {}, .counts = declared::brackets, .declared = opened_, .found = opened_ - open_.size()};
    }

private:
    std::string open_;  ///< the brackets that close those open
    std::uint64_t opened_ = 0;
};

}  // namespace

std::unique_ptr<EndMarks> closing_brackets() { return std::make_unique<ClosingBrackets>(); }

std::vector<Span> spans_of(std::string_view text) {
    std::vector<Span> spans;
    std::vector<std::size_t> open;
    for_each_of(brackets, text, [&](std::size_t at, char c) {
        if (opens(c)) {
            open.push_back(spans.size());
            spans.push_back({at, text.size(), open.size() - 1, c == '{', false});
        } else if (!open.empty() && spans[open.back()].is_object == (c == '}')) {
            spans[open.back()].end = at + 1;
            spans[open.back()].is_closed = true;
            open.pop_back();
        }
    });
    return spans;
}

namespace {

using Json = nlohmann::ordered_json;

/// Returns the move or moves in an object of a list: `{"san": "e4"}`, `{"white": "e4", "black": "e5"}`.
std::optional<std::string> moves_of(const Json& object) {
    const auto text = [&](const char* name) {
        const auto member = object.find(name);
        return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
    };
    for (const char* const name : {"san", "uci", "lan", "move"})
        if (const std::string move = text(name); !move.empty()) return move;
    const std::string white = text("white"), black = text("black");
    if (white.empty()) return std::nullopt;
    return black.empty() ? white : white + ' ' + black;
}

/// Joins the strings and numbers of a list, including nested lists, with blanks; nullopt if it has other items.
std::optional<std::string> joined(const Json& list) {
    std::string text;
    for (const Json& item : list) {
        std::optional<std::string> part;
        if (item.is_string())
            part = item.get<std::string>();
        else if (item.is_array())
            part = joined(item);
        else if (item.is_object())
            part = moves_of(item);
        else if (!item.is_null())
            part = item.dump();
        if (!part) return std::nullopt;
        (text += text.empty() ? "" : " ") += *part;
    }
    return text;
}

std::string text_of(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    auto list = value.is_array() ? joined(value) : std::nullopt;
    return list ? *std::move(list) : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Converts the printed form of a Python object to JSON: its quotes are single, and None, True and False are words.
std::string json_of_python(std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"None", "null"}, {"True", "true"}, {"False", "false"}};
    std::string json;
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote && c == '\\' && at + 1 < text.size()) {
            ++at;
            json += text[at] == '\'' ? "'" : std::string{c, text[at]};
        } else if (c == quote || (!quote && (c == '"' || c == '\''))) {
            quote = quote ? '\0' : c;
            json += '"';
        } else if (quote && c == '"') {
            json += "\\\"";
        } else {
            const auto* const word = std::ranges::find_if(
                words, [&](const auto& each) { return !quote && text.substr(at).starts_with(each.first); });
            if (word == std::end(words)) {
                json += c;
            } else {
                json += word->second;
                at += word->first.size() - 1;
            }
        }
    }
    return json;
}

constexpr std::string_view tags = "tags";

void add_leaves(const Json& object, const std::string& path, bool is_tags, std::vector<Leaf>& leaves) {
    const auto add = [&](const std::string& name, const Json& value) {
        leaves.push_back({name, value.is_null() ? std::string() : text_of(value), value.is_null()});
    };
    for (const auto& [name, value] : object.items()) {
        const std::string whole = path.empty() ? name : fmt::format("{}.{}", path, name);
        if (value.is_object())
            add_leaves(value, whole, whole == tags, leaves);
        else if (is_tags && value.is_array())
            for (const Json& each : value) add(whole, each);
        else
            add(whole, value);
    }
}

/// Returns the leaves of a member that is cut short within its moves; nullopt for any other.
std::optional<std::vector<Leaf>> cut_moves_of(std::string_view member) {
    static constexpr std::string_view ends[] = {"", "\"", "'", "]", "\"]", "']"};
    for (const std::string_view end : ends) {
        auto leaves = leaves_of(fmt::format("{{{}{}}}", member, end));
        if (leaves && leaves->size() == 1 && is_game(*leaves)) return leaves;
    }
    return std::nullopt;
}

}  // namespace

bool is_shallow(std::string_view text) {
    constexpr int most_levels = 600;  // each enclosing variation adds two levels
    int depth = 0, deepest = 0;
    for_each_of(brackets, text, [&](std::size_t, char c) {
        depth += opens(c) ? 1 : -1;
        deepest = std::max(deepest, depth);
    });
    return deepest <= most_levels;
}

std::optional<std::vector<Leaf>> leaves_of(std::string_view object, bool is_tags) {
    if (!is_shallow(object)) return std::nullopt;
    Json read = Json::parse(object, nullptr, false);
    if (read.is_discarded()) read = Json::parse(json_of_python(object), nullptr, false);
    if (!read.is_object()) return std::nullopt;
    std::vector<Leaf> leaves;
    add_leaves(read, {}, is_tags, leaves);
    return leaves;
}

std::optional<std::vector<Leaf>> leaves_of_cut(std::string_view object) {
    std::size_t comma = object.npos, depth = 0;
    for_each_of("{[}],", object, [&](std::size_t at, char c) {
        if (c != ',')
            opens(c) ? ++depth : --depth;
        else if (depth == 1)
            comma = at;
    });
    const bool has_whole = comma != object.npos;
    auto leaves = has_whole ? leaves_of(fmt::format("{}}}", object.substr(0, comma))) : std::vector<Leaf>();
    if (!leaves) return std::nullopt;
    const std::string_view rest = trimmed(object.substr(has_whole ? comma + 1 : 1));
    if (const auto moves = cut_moves_of(rest))
        leaves->push_back(moves->front());
    else if (!rest.empty())
        leaves->push_back({cut_off, std::string(rest)});
    return leaves;
}

}  // namespace cofnod::importers::json
