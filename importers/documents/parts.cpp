#include "importers/documents/parts.hpp"

#include <algorithm>
#include <charconv>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/say.hpp"

namespace cofnod::importers::documents {

namespace {

std::string_view without_prefix(std::string_view name) {
    const std::size_t colon = name.find(':');
    return colon == name.npos ? name : name.substr(colon + 1);
}

struct TextWalker final : pugi::xml_tree_walker {
    std::string text;
    bool for_each(pugi::xml_node& node) override {
        text += node.value();
        return true;
    }
};

}  // namespace

const std::string& Parts::find(std::string_view name) const {
    static const std::string none;
    const auto found = files_.find(name);
    return found == files_.end() ? none : found->second;
}

void Parts::read(std::string_view name, pugi::xml_document& document) const {
    const std::string& file = find(name);
    if (file.empty()) return;
    const auto result = document.load_buffer(file.data(), file.size(), pugi::parse_default | pugi::parse_ws_pcdata);
    if (!result)
        throw InputError(say("{}: {} in it is damaged: {}", document_, name, result.description()),
                         say("open it in the program that wrote it, and save it again"));
}

std::string_view local_name(const pugi::xml_node& node) { return without_prefix(node.name()); }

std::string_view attribute(const pugi::xml_node& node, std::string_view name) {
    for (const pugi::xml_attribute& each : node.attributes())
        if (without_prefix(each.name()) == name) return each.value();
    return {};
}

std::size_t number_of(std::string_view text, std::size_t usual) {
    std::size_t number = usual;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

pugi::xml_node child(const pugi::xml_node& node, std::string_view name) {
    return node.find_child([&](const pugi::xml_node& each) { return local_name(each) == name; });
}

pugi::xml_node descendant(const pugi::xml_node& node, std::string_view name) {
    return node.find_node([&](const pugi::xml_node& each) { return local_name(each) == name; });
}

std::string text_below(const pugi::xml_node& node) {
    TextWalker walker;
    pugi::xml_node start = node;
    start.traverse(walker);
    return walker.text;
}

std::string with_raised_digits(std::string text) {
    static constexpr std::string_view raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (!std::ranges::all_of(text, is_digit)) return text;
    std::string digits;
    for (const char digit : text) digits += raised[digit - '0'];
    return digits;
}

void end_note(std::string& text, std::size_t begin) {
    std::string note = text.substr(begin);
    text.resize(begin);
    std::ranges::replace(note, '\n', ' ');
    std::ranges::replace(note, '{', '(');  // a brace in it would end it
    std::ranges::replace(note, '}', ')');
    text += " {" + std::string(trimmed(note)) + "} ";
}

void Margins::take(std::string& text, std::size_t begin) {
    const std::string margin(trimmed(std::string_view(text).substr(begin)));
    text.resize(begin);
    const bool is_number = margin.find_first_not_of("0123456789 -–—") == margin.npos;
    if (!is_number && std::ranges::find(texts_, margin) == texts_.end()) texts_.push_back(margin);
}

void Margins::append_to(std::string& text) const {
    if (!texts_.empty()) text += "\n* * *\n";
    for (const std::string& each : texts_) text += each + '\n';
}

}  // namespace cofnod::importers::documents
