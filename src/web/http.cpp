#include "web/http.hpp"

#include <nlohmann/json.hpp>
#include <tao/pegtl.hpp>

#include <algorithm>
#include <sstream>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/messages/catalogues.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "grammar/target.hpp"
#include "reports/value.hpp"

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
    if (!p::parse<g::text, Take>(in, raw)) return Unexpected<std::string>{tr("the address is not well-formed")};
    Target target;
    for (const std::string_view segment : raw.segments) {
        target.path.push_back(decoded(segment, false));
        const std::string& part = target.path.back();
        if (part == "." || part == ".." || part.find('/') != part.npos || !is_clean(part))
            return Unexpected<std::string>{tr("the path of the address has characters that none of its pages has")};
    }
    for (const auto& [name, value] : raw.parameters) {
        target.parameters.emplace_back(decoded(name, true), decoded(value, true));
        if (!is_clean(target.parameters.back().first) || !is_clean(target.parameters.back().second))
            return Unexpected<std::string>{tr("a parameter of the address is not text in UTF-8")};
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
    for (const std::string_view line : header("cookie"))
        for (const std::string_view written : words_of(line, ";")) {
            const std::string_view pair = trimmed(written);
            const std::size_t equals = pair.find('=');
            if (equals != pair.npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
        }
    return {};
}

std::string_view Request::accepted_language() const {
    for (std::string_view accepted : header("accept-language"))
        while (!accepted.empty()) {
            const std::string_view code = accepted.substr(0, accepted.find_first_of("-;, "));
            const auto& known = messages::languages();
            if (std::find(known.begin(), known.end(), code) != known.end()) return code;
            const std::size_t comma = accepted.find(',');
            accepted.remove_prefix(comma == accepted.npos ? accepted.size() : comma + 1);
            accepted.remove_prefix(std::min(accepted.size(), accepted.find_first_not_of(' ')));
        }
    return {};
}

namespace {

std::string_view title_of(int status) {
    switch (status) {
        case 400: return phrase("The question cannot be answered as it stands");
        case 401: return phrase("The token is missing");
        case 403: return phrase("Not from here");
        case 404: return phrase("There is nothing here");
        case 405: return phrase("This address is only read");
        case 409: return phrase("Overtaken");
        case 413:
        case 414: return phrase("Too large");
        case 415: return phrase("Not JSON");
        case 421: return phrase("This is not the host that was asked for");
        case 501: return phrase("Not on the servers");
        case 503: return phrase("Busy");
        default: return phrase("Something went wrong");
    }
}

/// Returns the parameter in "cql:2:6", and the place of the fault in its text.
reports::Value place_of(std::string_view about, const Error::Spot& spot) {
    if (about.empty()) return {};
    reports::Value::Object place;
    std::string parameter(about.substr(0, about.find(':')));
    for (char& c : parameter)
        if (c == '-') c = '_';
    place.add("parameter", std::move(parameter));
    if (spot.line > 0) {
        place.add("line", spot.line);
        place.add("column", spot.column);
        place.add("width", spot.width);
    }
    return place;
}

int status_of(const Error& error) {
    switch (error.code()) {
        case ExitCode::usage:
        case ExitCode::input: return 400;
        case ExitCode::nothing_found: return 404;
        case ExitCode::limit: return 413;
        default: return 500;
    }
}

/// Moves the parameter name of an error such as `--name: text` to `about`. In a right-to-left sentence the name is in
/// isolates, alone or with the text after it.
void split_off_option(std::string& text, std::string& about) {
    constexpr std::string_view sentence = "\u2067", isolate = "\u2068", end = "\u2069";
    const bool is_isolated = text.starts_with(std::string(sentence).append(isolate));
    const std::size_t begin = is_isolated ? sentence.size() + isolate.size() : 0;
    if (!about.empty() || text.compare(begin, 2, "--") != 0) return;
    const std::size_t colon = text.find(": ");
    if (colon == text.npos || text.find(' ') < colon) return;
    about = text.substr(begin + 2, std::min(colon, text.find(end)) - begin - 2);
    const bool stays_open = is_isolated && text.find(end) > colon;
    const std::size_t kept = stays_open ? begin : is_isolated ? sentence.size() : 0;
    text.erase(kept, colon + 2 - kept);
}

Response problem_of(int status, std::string_view detail, std::string_view remedy, const reports::Value& place) {
    std::ostringstream out;
    reports::JsonWriter json(out, reports::JsonWriter::indented);
    json.begin_document()
        .member("title", translated(title_of(status)))
        .member("status", status)
        .member("detail", printable_message(detail, true))
        .member("remedy", remedy.empty() ? reports::Value() : reports::Value(printable_message(remedy, true)))
        .member("at", place)
        .end_object();
    return {.status = status, .type = "application/problem+json", .body = std::move(out).str()};
}

}  // namespace

Response problem(int status, std::string_view detail, std::string_view remedy, std::string_view about) {
    return problem_of(status, detail, remedy, place_of(about, {}));
}

Response problem(const Error& error) {
    std::string text = error.what(), about = error.about();
    split_off_option(text, about);
    const bool has_sentence = error.way_out().kind() == WayOutKind::sentence;
    return problem_of(status_of(error), text, has_sentence ? error.way_out().sentence() : std::string(),
                      place_of(about, error.spot()));
}

namespace {

/// Reads a JSON object whose members are texts, numbers, booleans and lists of these, without deeper nesting.
class Parameters {
public:
    std::vector<std::pair<std::string, std::string>> all;
    std::string fault = {};  ///< set for faults other than syntax errors

    bool null() { return is_member(); }
    bool boolean(bool truth) { return add(truth ? "true" : "false"); }
    bool number_integer(std::int64_t number) { return add(std::to_string(number)); }
    bool number_unsigned(std::uint64_t number) { return add(std::to_string(number)); }
    bool number_float(double, const std::string& text) { return add(text); }
    bool string(std::string& text) {
        if (!is_clean(text)) fault = tr("'{}' has control characters", name_);
        return fault.empty() && add(text);
    }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return level_++ == 0; }
    bool key(std::string& name) {
        if (std::ranges::find(names_, name) != names_.end()) fault = tr("{} may be given only once", name);
        if (!is_clean(name)) return false;
        names_.push_back(name_ = name);
        return fault.empty();
    }
    bool end_object() { return true; }
    bool start_array(std::size_t) { return level_++ == 1; }
    bool end_array() { return level_-- == 2; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) { return false; }

private:
    [[nodiscard]] bool is_member() const { return level_ > 0; }
    bool add(std::string text) {
        if (is_member()) all.emplace_back(name_, std::move(text));
        return is_member();
    }

    std::string name_;
    std::vector<std::string> names_;
    int level_ = 0;
};

}  // namespace

Expected<std::vector<std::pair<std::string, std::string>>, std::string> read_body(std::string_view text) {
    Parameters parameters;
    if (nlohmann::json::sax_parse(text, &parameters)) return std::move(parameters.all);
    if (!parameters.fault.empty()) return Unexpected<std::string>{std::move(parameters.fault)};
    return Unexpected<std::string>{tr("the body is not an object of JSON with texts, numbers and lists of them")};
}

}  // namespace cofnod::web
