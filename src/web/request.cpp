#include "web/request.hpp"

#include <algorithm>
#include <tao/pegtl.hpp>

#include "base/ascii.hpp"
#include "base/say.hpp"
#include "base/utf8.hpp"
#include "grammar/target.hpp"
#include "speech/catalogues.hpp"

namespace cofnod::web {

namespace {

namespace p = tao::pegtl;
namespace g = grammar::target;

struct RawTarget {
    std::vector<std::string_view> segments;
    std::vector<std::pair<std::string_view, std::string_view>> parameters;
};

template <typename Rule>
struct Take : p::nothing<Rule> {};

template <typename Input>
std::string_view text_of(const Input& in) {
    return {in.begin(), in.size()};
}

template <>
struct Take<g::segment> {
    template <typename Input>
    static void apply(const Input& in, RawTarget& target) {
        target.segments.push_back(text_of(in));
    }
};
template <>
struct Take<g::name> {
    template <typename Input>
    static void apply(const Input& in, RawTarget& target) {
        target.parameters.emplace_back(text_of(in), std::string_view());
    }
};
template <>
struct Take<g::value> {
    template <typename Input>
    static void apply(const Input& in, RawTarget& target) {
        target.parameters.back().second = text_of(in);
    }
};

int hex_value(char digit) { return digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10; }

std::string decoded(std::string_view text, bool plus_is_blank) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            result += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
            i += 2;
        } else {
            result += plus_is_blank && text[i] == '+' ? ' ' : text[i];
        }
    }
    return result;
}

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f') || c == 0x7F;
    });
}

}  // namespace

bool is_clean(std::string_view text) { return !has_control(text) && utf8::is_valid(text); }

const std::string* Target::find(std::string_view name) const {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(), [&](const auto& each) { return each.first == name; });
    return found == parameters.end() ? nullptr : &found->second;
}

Expected<Target, std::string> read_target(std::string_view text) {
    RawTarget raw;
    p::memory_input<p::tracking_mode::lazy> in(text.data(), text.size(), "target");
    if (!p::parse<g::text, Take>(in, raw)) return Unexpected<std::string>{say("the address is not well-formed")};
    Target target;
    for (const std::string_view segment : raw.segments) {
        target.path.push_back(decoded(segment, false));
        const std::string& part = target.path.back();
        if (part == "." || part == ".." || part.find('/') != part.npos || !is_clean(part))
            return Unexpected<std::string>{say("the path of the address has characters that none of its pages has")};
    }
    for (const auto& [name, value] : raw.parameters) {
        target.parameters.emplace_back(decoded(name, true), decoded(value, true));
        if (!is_clean(target.parameters.back().first) || !is_clean(target.parameters.back().second))
            return Unexpected<std::string>{say("a parameter of the address is not text in UTF-8")};
    }
    return target;
}

std::vector<std::string_view> Request::header(std::string_view name) const {
    const auto lower = [](char c) { return to_lower(c); };
    std::vector<std::string_view> values;
    for (const auto& [key, value] : headers)
        if (std::ranges::equal(key, name, {}, lower, lower)) values.push_back(value);
    return values;
}

std::string_view Request::cookie(std::string_view name) const {
    for (std::string_view line : header("cookie"))
        while (!line.empty()) {
            const std::string_view pair = trimmed(line.substr(0, line.find(';')));
            const std::size_t equals = pair.find('=');
            if (equals != pair.npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
            line.remove_prefix(std::min(line.size(), line.find(';') == line.npos ? line.size() : line.find(';') + 1));
        }
    return {};
}

std::string_view Request::accepted_language() const {
    for (std::string_view accepted : header("accept-language"))
        while (!accepted.empty()) {
            const std::string_view code = accepted.substr(0, accepted.find_first_of("-;, "));
            const auto& known = speech::languages();
            if (std::find(known.begin(), known.end(), code) != known.end()) return code;
            const std::size_t comma = accepted.find(',');
            accepted.remove_prefix(comma == accepted.npos ? accepted.size() : comma + 1);
            accepted.remove_prefix(std::min(accepted.size(), accepted.find_first_not_of(' ')));
        }
    return {};
}

}  // namespace cofnod::web
