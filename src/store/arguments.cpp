#include "store/arguments.hpp"

#include <charconv>
#include <optional>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/say.hpp"
#include "base/utf8.hpp"
#include "base/ways_out.hpp"
#include "store/text.hpp"

namespace cofnod::store {

namespace {

struct Writer {
    std::string& out;

    void operator()(std::string_view text) const {
        std::string buffer;
        append_quoted(out, clean(text, buffer));
    }
    void operator()(std::int64_t number) const { out += std::to_string(number); }
    void operator()(const Argument::List& items) const {
        out += '[';
        for (const std::string& item : items) {
            if (&item != &items.front()) out += ',';
            (*this)(item);
        }
        out += ']';
    }
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
    std::string json = "[";
    for (const Argument& argument : arguments) {
        if (json.size() > 1) json += ',';
        std::visit(Writer{json}, argument.value());
    }
    return json + ']';
}

Arguments arguments_in(std::string_view json) {
    auto arguments = Reader(json).read();
    if (!arguments) throw StoreError(say("the arguments of a problem cannot be read"), WayOut::Kind::check_database);
    return *std::move(arguments);
}

}  // namespace cofnod::store
