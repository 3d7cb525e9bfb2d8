#include "answers/value.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/json.hpp"

namespace cofnod::answers {

namespace {

void append_number(std::string& out, std::int64_t number) {
    const fmt::format_int text(number);
    out.append(text.data(), text.size());
}

bool is_simple(const Value& value) { return !value.list() && !value.object(); }

/// Appends scalars, which JSON and tables write alike.
struct Scalar {
    std::string& out;

    void operator()(std::nullptr_t) const {}
    void operator()(bool truth) const { out += truth ? "true" : "false"; }
    void operator()(std::int64_t number) const { append_number(out, number); }
    void operator()(double number) const {
        if (std::isfinite(number)) fmt::format_to(std::back_inserter(out), "{}", number);
    }
};

struct Json : Scalar {
    using Scalar::operator();

    void operator()(std::nullptr_t) const { out += "null"; }
    void operator()(double number) const { std::isfinite(number) ? Scalar::operator()(number) : (*this)(nullptr); }
    void operator()(std::string_view text) const { append_quoted(out, text); }
    void operator()(const std::string& text) const { append_quoted(out, text); }
    void operator()(const Value::List& list) const {
        out += '[';
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (i > 0) out += ',';
            append_json(out, list[i]);
        }
        out += ']';
    }
    void operator()(const Value::Object& object) const {
        out += '{';
        for (std::size_t i = 0; i < object.names.size(); ++i) {
            if (i > 0) out += ',';
            append_quoted(out, object.names[i]);
            out += ':';
            append_json(out, object.values[i]);
        }
        out += '}';
    }
};

struct Plain : Scalar {
    using Scalar::operator();

    void operator()(std::string_view text) const { out += text; }
    void operator()(const std::string& text) const { out += text; }
    void operator()(const Value::List& list) const {
        if (!std::ranges::all_of(list, is_simple)) return Json{{out}}(list);
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (i > 0) out += ' ';
            append_plain(out, list[i]);
        }
    }
    void operator()(const Value::Object& object) const { Json{{out}}(object); }
};

}  // namespace

void append_json(std::string& out, const Value& value) { std::visit(Json{{out}}, value.variant()); }
void append_plain(std::string& out, const Value& value) { std::visit(Plain{{out}}, value.variant()); }

std::string plain_text(const Value& value) {
    std::string text;
    append_plain(text, value);
    return text;
}

std::string hex_text(std::uint64_t bits) { return fmt::format(FMT_COMPILE("{:016x}"), bits); }

}  // namespace cofnod::answers
