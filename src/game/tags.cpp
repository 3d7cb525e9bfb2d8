#include "game/tags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"

namespace cofnod {

bool is_portable_tag_name(std::string_view name) {
    static constexpr std::size_t longest = 255;
    return !name.empty() && name.size() <= longest &&
           std::all_of(name.begin(), name.end(), [](char c) { return is_alphanumeric(c) || c == '_'; });
}

void Tags::add(std::string_view name, std::string_view value) {
    const auto begin = static_cast<std::uint32_t>(text_.size());
    text_ += name;
    const auto middle = static_cast<std::uint32_t>(text_.size());
    text_ += value;
    spans_.push_back({begin, middle, static_cast<std::uint32_t>(text_.size())});
}

void Tags::clear() {
    text_.clear();
    spans_.clear();
}

std::optional<std::string_view> Tags::find(std::string_view name) const {
    for (std::size_t i = 0; i < size(); ++i)
        if (const Tag tag = (*this)[i]; tag.name == name) return tag.value;
    return std::nullopt;
}

bool Tags::operator==(const Tags& other) const {
    if (size() != other.size()) return false;
    for (std::size_t i = 0; i < size(); ++i)
        if ((*this)[i] != other[i]) return false;
    return true;
}

namespace {

void append_quoted(std::string_view text, std::string& out) {
    out += '"';
    for (const char c : text) {
        const bool is_control = static_cast<unsigned char>(c) < ' ' || c == '\x7F';
        if (is_control || c == '{' || c == '}') {
            out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
        } else {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
    }
    out += '"';
}

}  // namespace

std::string tag_comment(std::string_view name, std::string_view value) {
    std::string text = "[%tag ";
    append_quoted(name, text);
    text += ' ';
    append_quoted(value, text);
    return text + "]";
}

}  // namespace cofnod
