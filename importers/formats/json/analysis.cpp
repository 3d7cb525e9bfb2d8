#include "importers/formats/json/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "importers/formats/json/value.hpp"

namespace cofnod::importers::json {

namespace {

using Json = nlohmann::json;

Json list_in(std::string_view analysis) {
    Json list = is_shallow(analysis) ? Json::parse(analysis, nullptr, false) : Json();
    const bool is_list = list.is_array() && !list.empty() &&
                         std::ranges::all_of(list, [](const Json& item) { return item.is_object(); });
    return is_list ? list : Json::array();
}

std::string text_in(const Json& item, const char* member) {
    const auto found = item.find(member);
    std::string text = found != item.end() && found->is_string() ? found->get<std::string>() : std::string();
    std::erase_if(text, [](char c) { return c == '{' || c == '}' || c == '(' || c == ')'; });
    return text;
}

std::string evaluation_of(const Json& item) {
    const auto number = [&](const char* member) {
        const auto found = item.find(member);
        return found != item.end() && found->is_number() ? &*found : nullptr;
    };
    if (const Json* const mate = number("mate")) return fmt::format("[%eval #{}]", mate->get<int>());
    if (const Json* const pawns = number("eval")) return fmt::format("[%eval {:.2f}]", pawns->get<double>() / 100);
    return {};
}

std::string_view glyph_of(const std::string& judgment) {
    if (judgment == "Inaccuracy") return "$6";
    if (judgment == "Mistake") return "$2";
    return judgment == "Blunder" ? "$4" : "";
}

}  // namespace

bool is_analysis(std::string_view analysis) {
    const Json list = list_in(analysis);
    return !list.empty() && std::ranges::any_of(list, [](const Json& item) { return !evaluation_of(item).empty(); });
}

std::vector<std::string> annotations_of(std::string_view analysis, std::size_t count,
                                        const std::vector<std::string>& clocks) {
    const Json list = list_in(analysis);
    std::vector<std::string> annotations(std::min(count, std::max(list.size(), clocks.size())));
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        std::string& text = annotations[i];
        const auto add = [&](std::string_view open, std::string_view part, std::string_view close) {
            if (!part.empty()) text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", open, part, close);
        };
        const Json item = i < list.size() ? list[i] : Json::object();
        const Json judgment = item.value("judgment", Json::object());
        std::string commands = evaluation_of(item);
        if (i < clocks.size()) commands += (commands.empty() ? "" : " ") + clocks[i];
        if (judgment.is_object()) add("", glyph_of(text_in(judgment, "name")), "");
        add("{", commands, "}");
        if (judgment.is_object()) add("{", text_in(judgment, "comment"), "}");
        add("(", text_in(item, "variation"), ")");
    }
    return annotations;
}

}  // namespace cofnod::importers::json
