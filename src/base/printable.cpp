#include "base/printable.hpp"

#include <fmt/format.h>
#include <unicode/ubidi.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>

#include "base/characters.hpp"

namespace cofnod {

namespace {

/// True for control characters, which could move the cursor, and direction marks, which could reorder what follows.
bool is_unfit(char32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool direction =
        c == 0x200E || c == 0x200F || c == 0x061C || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return control || direction || c == 0x2028 || c == 0x2029;
}

bool is_isolate(char32_t c) { return c >= 0x2066 && c <= 0x2069; }

/// Drops unfit characters; line breaks and tabs become blanks.
template <typename Keep>
std::string filtered(std::string_view text, Keep&& keep) {
    const std::string valid = utf8::is_valid(text) ? std::string(text) : utf8::repaired(text);
    std::string result;
    result.reserve(valid.size());
    for (std::string_view rest = valid; !rest.empty();) {
        const auto [c, length] = utf8::decode(rest);
        const std::size_t count = std::max<std::size_t>(length, 1);
        if (keep(c))
            result += rest.substr(0, count);
        else if (c == '\t' || c == '\n' || c == '\r')
            result += ' ';
        rest.remove_prefix(count);
    }
    return result;
}

}  // namespace

std::string printable(std::string_view text) {
    return filtered(text, [](char32_t c) { return !is_unfit(c); });
}

std::string printable_lines(std::string_view text, bool keep_isolates) {
    return filtered(text, [&](char32_t c) { return c == '\n' || !is_unfit(c) || (keep_isolates && is_isolate(c)); });
}

namespace {

/// Returns the first and last bytes of a text longer than `most`, joined by an ellipsis.
std::string cut_in_the_middle(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    const auto is_inside = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
    std::size_t head = most / 2, tail = text.size() - most / 4;
    while (head > 0 && is_inside(head)) --head;
    while (tail + 1 < text.size() && is_inside(tail)) ++tail;
    return std::string(text.substr(0, head)) + "…" + std::string(text.substr(tail));
}

}  // namespace

std::string printable_message(std::string_view text, bool keep_isolates) {
    constexpr std::size_t usual_length = 1000, longest_word = 200, longest_message = 4000;
    if (text.size() <= usual_length) return printable_lines(text, keep_isolates);
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
        result += cut_in_the_middle(rest.substr(0, end), longest_word);
        if (end < rest.size()) result += rest[end];
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return printable_lines(cut_in_the_middle(result, longest_message), keep_isolates);
}

std::string shell_word(std::string_view text) {
    const auto is_plain = [](char c) {
        return is_letter(c) || is_digit(c) || std::string_view("./_-:,=@+").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + '\'';
}

namespace {

std::atomic<bool> are_kept = false;
thread_local bool are_kept_here = false;

constexpr std::string_view lead = "\u2066";  // E2 81 A6; the others are E2 81 A7 to E2 81 A9
constexpr std::size_t size = lead.size();

bool starts_with_isolate(std::string_view text) {
    return text.starts_with(lead.substr(0, 2)) && text.size() >= size && text[2] >= '\xA6' && text[2] <= '\xA9';
}

}  // namespace

void keep_isolates(bool kept) { are_kept = kept; }

bool are_isolates_kept() { return are_kept_here || are_kept; }

KeepingIsolates::KeepingIsolates() : before_(are_kept_here) { are_kept_here = true; }

KeepingIsolates::~KeepingIsolates() { are_kept_here = before_; }

std::string without_isolates(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        if (starts_with_isolate(text.substr(i)))
            i += size;
        else
            result += text[i++];
    }
    return result;
}

std::string as_spoken(std::string_view translation) {
    if (!are_isolates_kept()) return without_isolates(translation);
    if (!utf8::has_right_to_left(translation)) return std::string(translation);
    return "\u2067" + std::string(translation) + "\u2069";
}

std::string in_visual_order(std::string_view text) {
    if (!utf8::has_right_to_left(text)) return std::string(text);
    const auto logical =
        icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    const std::unique_ptr<UBiDi, decltype(&ubidi_close)> bidi(ubidi_open(), ubidi_close);
    UErrorCode status = U_ZERO_ERROR;
    ubidi_setPara(bidi.get(), logical.getBuffer(), logical.length(), UBIDI_DEFAULT_LTR, nullptr, &status);
    icu::UnicodeString visual;
    const std::int32_t capacity = logical.length() + 1;
    const std::int32_t length = ubidi_writeReordered(bidi.get(), visual.getBuffer(capacity), capacity,
                                                     UBIDI_DO_MIRRORING | UBIDI_KEEP_BASE_COMBINING, &status);
    visual.releaseBuffer(U_SUCCESS(status) ? length : 0);
    if (U_FAILURE(status)) return std::string(text);
    std::string result;
    visual.toUTF8String(result);
    return result;
}

namespace {

constexpr bool is_escaped(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

void append_escaped(std::string& out, char c) {
    switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default: fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    }
}

}  // namespace

std::string_view xml_entity(char c) {
    switch (c) {
        case '&': return "&amp;";
        case '<': return "&lt;";
        case '>': return "&gt;";
        case '"': return "&quot;";
        default: return {};
    }
}

std::string xml_escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (const std::string_view entity = xml_entity(c); !entity.empty())
            escaped += entity;
        else
            escaped += c;
    }
    return escaped;
}

void append_quoted(std::string& out, std::string_view text) {
    std::string repaired;
    if (!utf8::is_valid(text)) text = repaired = utf8::repaired(text);
    out += '"';
    for (auto at = text.begin();;) {
        const auto special = std::find_if(at, text.end(), is_escaped);
        out.append(at, special);
        if (special == text.end()) break;
        append_escaped(out, *special);
        at = special + 1;
    }
    out += '"';
}

namespace {

constexpr std::string_view signs[] = {"=", "+", "-", "@", "\t", "\r", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};

/// True for "-12" and "+0.35", which begin like a formula.
bool is_number(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() && text.front() != '.' && text.find_first_not_of("0123456789.") == text.npos;
}

}  // namespace

bool is_formula(std::string_view text) {
    // A sign alone is not a formula: "-" is the Round of a game without a tournament.
    return !is_number(text) && std::any_of(std::begin(signs), std::end(signs), [&](std::string_view sign) {
        return text.size() > sign.size() && text.starts_with(sign);
    });
}

bool is_guarded_formula(std::string_view text) {
    const std::size_t begin = text.find_first_not_of('\'');
    return begin != 0 && begin != text.npos && is_formula(text.substr(begin));
}

}  // namespace cofnod
