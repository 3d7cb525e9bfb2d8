#include "base/sentence.hpp"

#include <algorithm>
#include <array>

#include "base/problem_kinds.hpp"
#include "base/reason.hpp"
#include "base/say.hpp"
#include "base/utf8.hpp"

namespace cofnod {

namespace {

constexpr std::array kind_templates = {
#define PROBLEM(name, template) std::string_view(template),
#include "base/problems.def"
};

constexpr std::array frame_templates = {
#define FRAME(name, template) std::string_view(template),
#include "base/problems.def"
};

constexpr std::array remedy_templates = {
#define REMEDY(name, template) std::string_view(template),
#include "base/problems.def"
};

/// Keeps a word that runs the other way from turning the sentence around it.
std::string isolated(const std::string& text) {
    return is_spoken_right_to_left() || utf8::has_right_to_left(text) ? "\u2068" + text + "\u2069" : text;
}

/// A place in a template: {1:, | and }.
struct Slot {
    std::string_view argument, separator, last_separator;

    explicit Slot(std::string_view inside) : argument(inside.substr(0, inside.find(':'))) {
        if (argument.size() == inside.size()) return;
        inside.remove_prefix(argument.size() + 1);
        separator = last_separator = inside.substr(0, inside.find('|'));
        if (separator.size() < inside.size()) last_separator = inside.substr(separator.size() + 1);
    }

    [[nodiscard]] const Argument* find_in(const Arguments& arguments) const {
        const std::size_t index =
            argument == "last" ? arguments.size() - 1 : static_cast<std::size_t>(argument[0] - '0');
        return index < arguments.size() ? &arguments[index] : nullptr;
    }

    /// A name that another language has another word for.
    [[nodiscard]] bool is_name() const {
        return separator == "piece" || separator == "language" || separator == "game";
    }

    [[nodiscard]] std::string joined(const Argument::List& items) const {
        std::string text;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i > 0) text += i + 1 == items.size() ? last_separator : separator;
            text += isolated(items[i]);
        }
        return text;
    }

    [[nodiscard]] std::string text_of(const Argument& value) const {
        if (const auto* const text = std::get_if<std::string>(&value.value()))
            return is_name() ? std::string(translated(*text)) : isolated(*text);
        if (const auto* const items = std::get_if<Argument::List>(&value.value())) return joined(*items);
        return std::to_string(std::get<std::int64_t>(value.value()));
    }
};

/// `reason`: what {} stands for.
std::string filled(std::string_view text, const Arguments& arguments, std::string_view reason = {}) {
    std::string result;
    for (std::size_t at = 0;;) {
        const std::size_t open = std::min(text.find('{', at), text.size());
        const std::size_t close = text.find('}', open);
        result += text.substr(at, open - at);
        if (close == std::string_view::npos) return result;
        const Slot slot(text.substr(open + 1, close - open - 1));
        if (slot.argument.empty())
            result += reason;
        else if (const Argument* const argument = slot.find_in(arguments))
            result += slot.text_of(*argument);
        at = close + 1;
    }
}

template <typename Enum, std::size_t count>
void add_templates(std::vector<ProblemTemplate>& all, const std::array<std::string_view, count>& texts,
                   std::string_view (*group)(Enum)) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto enumerator = static_cast<Enum>(i);
        if (name_of(enumerator) != "none") all.push_back({name_of(enumerator), group(enumerator), texts[i]});
    }
}

}  // namespace

std::string sentence(const Reason& reason) {
    std::string text = filled(translated(kind_templates[static_cast<std::size_t>(reason.kind)]), reason.arguments);
    if (reason.frame == Frame::none) return text;
    return filled(translated(frame_templates[static_cast<std::size_t>(reason.frame)]), reason.arguments, text);
}

std::string sentence(const Advice& advice) {
    return filled(translated(remedy_templates[static_cast<std::size_t>(advice.remedy)]), advice.arguments);
}

const std::vector<ProblemTemplate>& problem_templates() {
    static const std::vector<ProblemTemplate> templates = [] {
        std::vector<ProblemTemplate> all;
        add_templates<ProblemKind>(all, kind_templates, [](ProblemKind kind) { return name_of(group_of(kind)); });
        add_templates<Frame>(all, frame_templates, [](Frame) { return std::string_view("frame"); });
        add_templates<Remedy>(all, remedy_templates, [](Remedy) { return std::string_view("remedy"); });
        return all;
    }();
    return templates;
}

}  // namespace cofnod
