#include "store/stored_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/problem.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/record/with_game.hpp"

namespace cofnod::store {

namespace {

/// Returns true if all bytes are 1..127; checks eight at a time.
bool is_plain_ascii(std::string_view text) {
    constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    while (text.size() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data(), 8);
        if (((word - ones) | word) & tops) return false;
        text.remove_prefix(8);
    }
    for (const char c : text)
        if (static_cast<signed char>(c) <= 0) return false;
    return true;
}

}  // namespace

std::string_view clean(std::string_view text, std::string& buffer) {
    if (is_plain_ascii(text)) return text;
    const bool has_nul = text.find('\0') != std::string_view::npos;
    if (!has_nul && utf8::is_valid(text)) return text;

    buffer.clear();
    for (const char c : utf8::repaired(text)) {
        if (c == '\0')
            utf8::append(buffer, 0xFFFD);
        else
            buffer += c;
    }
    return buffer;
}

namespace {

/// Appends a JSON array; `write` appends an item.
template <typename Items, typename Write>
void append_array(std::string& json, const Items& items, const Write& write) {
    json += '[';
    for (const auto& item : items) {
        if (&item != &items.front()) json += ',';
        write(item);
    }
    json += ']';
}

[[noreturn]] void throw_unknown(std::string_view what) {
    throw StoreError(tr("the database says \"{}\", which this cofnod does not know", what),
                     tr("it is damaged or was changed by another program; restore it from a copy"));
}

template <typename Enum>
Enum enumerator_of(std::string_view name, Enum last) {
    for (unsigned i = 0; i <= static_cast<unsigned>(last); ++i)
        if (name_of(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
    throw_unknown(name);
}

template <typename Enum>
Enum enumerator_of(std::int64_t number, Enum last) {
    if (number < 0 || number > static_cast<std::int64_t>(last)) throw_unknown(std::to_string(number));
    return static_cast<Enum>(number);
}

template <typename Enum>
Enum known(std::optional<Enum> enumerator, std::string_view name) {
    if (!enumerator) throw_unknown(name);
    return *enumerator;
}

}  // namespace

std::string to_json_array(const std::vector<std::string_view>& texts) {
    std::string json;
    append_array(json, texts, [&](std::string_view text) { append_quoted(json, text); });
    return json;
}

std::string_view name_of(Severity severity) { return severity == Severity::note ? "note" : "fault"; }

ProblemKind known_problem_kind(std::string_view name) { return known(problem_kind_of(name), name); }
Frame known_frame(std::string_view name) { return known(frame_of(name), name); }
Remedy known_remedy(std::string_view name) { return known(remedy_of(name), name); }
Severity severity_of(std::string_view name) { return enumerator_of(name, Severity::fault); }
Decision decision_of(std::string_view name) { return enumerator_of(name, Decision::preferred); }
GameState state_of(std::int64_t number) { return enumerator_of(number, GameState::rejected); }
Result result_of(std::int64_t number) { return enumerator_of(number, Result::both_lose); }
GameKind kind_of(std::int64_t number) {
    if (const auto kind = kind_with_number(number)) return *kind;
    throw_unknown(std::to_string(number));
}

std::optional<std::int64_t> plain_number(std::string_view text) {
    constexpr std::size_t most_digits = 9;
    if (text.empty() || text.size() > most_digits || (text.front() == '0' && text.size() > 1)) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

std::vector<TagColumn> columns_of(const std::vector<std::string_view>& tag_names) {
    std::vector<TagColumn> result;
    for (const std::string_view name : tag_names) {
        const auto* const found = std::ranges::find(tag_columns, name, &std::pair<std::string_view, TagColumn>::first);
        const TagColumn column = found == tag_columns.end() ? TagColumn::none : found->second;
        const bool taken = std::ranges::find(result, column) != result.end();
        result.push_back(taken ? TagColumn::none : column);
    }
    return result;
}

namespace {

struct Writer {
    std::string& out;

    void operator()(std::string_view text) const {
        std::string buffer;
        append_quoted(out, clean(text, buffer));
    }
    void operator()(std::int64_t number) const { out += std::to_string(number); }
    void operator()(const Argument::List& items) const { append_array(out, items, *this); }
};

/// Parses the output of Writer; each function returns nullopt for any other text.
class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    std::optional<Arguments> read() {
        Arguments arguments;
        const bool is_read = read_items([&] {
            auto argument = read_argument();
            if (!argument) return false;
            arguments.push_back(*std::move(argument));
            return true;
        });
        if (!is_read || !rest_.empty()) return std::nullopt;
        return arguments;
    }

private:
    bool take(char c) {
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    template <typename Read>
    bool read_items(Read read_item) {
        if (!take('[')) return false;
        if (take(']')) return true;
        do
            if (!read_item()) return false;
        while (take(','));
        return take(']');
    }

    std::optional<Argument> read_argument() {
        if (rest_.starts_with('[')) return read_list();
        if (rest_.starts_with('"')) return read_text();
        return read_number();
    }

    std::optional<Argument> read_list() {
        Argument::List items;
        const bool is_read = read_items([&] {
            auto item = read_text();
            if (!item) return false;
            items.push_back(*std::move(item));
            return true;
        });
        if (!is_read) return std::nullopt;
        return items;
    }

    std::optional<Argument> read_number() {
        std::int64_t number = 0;
        const auto [end, fault] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (fault != std::errc()) return std::nullopt;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return number;
    }

    std::optional<std::string> read_text() {
        if (!take('"')) return std::nullopt;
        std::string text;
        while (!rest_.empty() && rest_.front() != '"') {
            const char c = rest_.front();
            rest_.remove_prefix(1);
            if (c != '\\')
                text += c;
            else if (!read_escaped(text))
                return std::nullopt;
        }
        if (!take('"')) return std::nullopt;
        return text;
    }

    bool read_escaped(std::string& text) {
        constexpr std::string_view letters = "\"\\nrt", meanings = "\"\\\n\r\t";
        if (rest_.empty()) return false;
        const char letter = rest_.front();
        rest_.remove_prefix(1);
        if (const std::size_t known = letters.find(letter); known != letters.npos) {
            text += meanings[known];
            return true;
        }
        constexpr std::size_t digits = 4;
        std::uint16_t code = 0;
        if (letter != 'u' || rest_.size() < digits) return false;
        const auto [end, fault] = std::from_chars(rest_.data(), rest_.data() + digits, code, 16);
        if (fault != std::errc() || end != rest_.data() + digits) return false;
        rest_.remove_prefix(digits);
        utf8::append(text, code);
        return true;
    }

    std::string_view rest_;
};

}  // namespace

std::string to_json(const Arguments& arguments) {
    std::string json;
    append_array(json, arguments, [&](const Argument& argument) { std::visit(Writer{json}, argument.value()); });
    return json;
}

Arguments arguments_in(std::string_view json) {
    auto arguments = Reader(json).read();
    if (!arguments) throw StoreError(tr("the arguments of a problem cannot be read"), WayOut::Kind::check_database);
    return *std::move(arguments);
}

}  // namespace cofnod::store
