#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/place.hpp"
#include "grammar/pgn.hpp"
#include "importers/formats/lists/lists.hpp"
#include "notation/reading.hpp"

namespace cofnod::importers::lists {

namespace {

namespace rules = grammar::epd;
namespace p = tao::pegtl;

using Input = p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*>;

Input input_of(std::string_view text) { return {text.data(), text.data() + text.size(), ""}; }

/// Counters of a position given as operations, `hmvc 2; fmvn 3;`, as `export --format epd` writes them.
struct Counters {
    std::string_view halfmove_clock = "0", fullmove_number = "1";
    bool are_due = false;  ///< the FEN has only four fields, without counters

    /// Returns true if the operation is a counter with a valid number.
    static bool is_counter(std::string_view name, std::string_view value) {
        static constexpr std::size_t most_digits = 4;
        return (name == "hmvc" || name == "fmvn") && !value.empty() && value.size() <= most_digits &&
               value.find_first_not_of("0123456789") == std::string_view::npos && !(name == "fmvn" && value[0] == '0');
    }
};

/// The parsed parts of a line, with positions in the list.
struct Reading {
    DerivedText& text;
    const char* base;
    Counters counters;
    std::size_t read = 0;  ///< end of the parsed part

    std::size_t offset(const auto& in) const { return static_cast<std::size_t>(in.begin() - base); }
    /// Adds the value of a tag without its quotes.
    void copy_value(std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; ++at) {
            const char c = text.from()[at];
            if (c == '\\') text.add("\\", at);
            if (c != '"') text.copy(at, at + 1);
        }
    }
};

/// An operation, `id "WAC.001"` without its `;`, with the end of its name and the start of its value.
struct Operation {
    std::string_view text;
    std::size_t name_end, value;
};

Operation parts_of_operation(std::string_view text) {
    if (text.ends_with(';')) text.remove_suffix(1);
    const std::size_t name_end = std::min(text.find_first_of(" \t"), text.size());
    return {text, name_end, std::min(text.find_first_not_of(" \t", name_end), text.size())};
}

template <typename Rule>
struct counter_action : p::nothing<Rule> {};

template <>
struct counter_action<rules::fen> {
    static void apply(const auto& in, Counters& counters) {
        std::size_t fields = 0;
        const std::string_view fen(in.begin(), in.size());
        for (std::size_t at = 0; at < fen.size(); ++fields)
            at = std::min(fen.find_first_not_of(" \t", std::min(fen.find_first_of(" \t", at), fen.size())), fen.size());
        counters.are_due = fields == 4;
    }
};

template <>
struct counter_action<rules::operation> {
    static void apply(const auto& in, Counters& counters) {
        const auto [operation, name_end, begin] = parts_of_operation({in.begin(), in.size()});
        const std::string_view name = operation.substr(0, name_end), value = operation.substr(begin);
        if (!Counters::is_counter(name, value)) return;
        (name == "hmvc" ? counters.halfmove_clock : counters.fullmove_number) = value;
    }
};

Counters counters_of(std::string_view line) {
    Counters counters;
    Input in = input_of(line);
    p::parse<rules::line, counter_action>(in, counters);
    return counters;
}

template <typename Rule>
struct action : p::nothing<Rule> {};

template <>
struct action<rules::fen> {
    static void apply(const auto& in, Reading& reading) {
        const std::size_t begin = reading.offset(in);
        reading.text.add("[FEN \"", begin);
        reading.text.copy(begin, begin + in.size());
        const Counters& counters = reading.counters;
        if (counters.are_due)
            reading.text.add(fmt::format(" {} {}", counters.halfmove_clock, counters.fullmove_number),
                             begin + in.size());
        reading.text.add("\"]\n[SetUp \"1\"]\n", begin + in.size());
        reading.read = begin + in.size();
    }
};

template <>
struct action<rules::operation> {
    static void apply(const auto& in, Reading& reading) {
        const std::size_t begin = reading.offset(in);
        reading.read = begin + in.size();
        const auto [operation, name, value] = parts_of_operation({in.begin(), in.size()});
        reading.text.add("[", begin);
        reading.text.copy(begin, begin + name);
        reading.text.add(" \"", begin + name);
        reading.copy_value(begin + value, begin + operation.size());
        reading.text.add("\"]\n", begin + operation.size());
    }
};

bool is_position(std::string_view line) {
    Input in = input_of(line);
    return p::parse<rules::start>(in);
}

/// Writes the tags of a position, and the rest of its line as a comment; writes nothing and returns false if it is not
/// a position.
bool add_position(DerivedText& pgn, const Part& line) {
    const std::string_view text = pgn.from();
    Reading reading{pgn, text.data(), counters_of(line.in(text)), line.begin};
    Input in = input_of(line.in(text));
    if (!p::parse<rules::line, action>(in, reading)) return false;
    const std::size_t rest = text.find_first_not_of(" \t;", reading.read);
    pgn.add("\n", reading.read);
    if (rest >= line.end) return true;
    pgn.add("{ ", rest);  // a remark, not an operation
    for (std::size_t at = rest; at < line.end; ++at)
        if (text[at] != '}') pgn.copy(at, at + 1);
    pgn.add(" } ", line.end);
    return true;
}

/// Returns the line without leading web page markup, as in `<b>8/8/8/8/8/8/8/K1k5 w`.
Part behind_markup(std::string_view text, Part line) {
    while (const std::size_t markup = grammar::pgn::markup_length(line.in(text))) line.begin += markup;
    return line;
}

bool score_follows(std::string_view text, std::size_t at) {
    at = std::min(text.find_first_not_of(" \t", next_line(text, at)), text.size());
    return at < text.size() && text[at] >= '0' && text[at] <= '9' && !is_position(text.substr(at));
}

/// Returns true for `1. e4` and `12... Nf6`.
bool is_numbered(std::string_view line) {
    const std::size_t digits = line.find_first_not_of("0123456789");
    return digits > 0 && digits != line.npos && line[digits] == '.';
}

}  // namespace

bool is_fen(std::string_view line) {
    if (!is_position(line) || line.find(';') != line.npos) return false;
    const std::size_t fields = words_of(line, " \t\r").size();
    return fields == 4 || fields == 6;
}

bool looks_like_positions(std::string_view start) {
    static constexpr std::size_t most_headers = 4;
    bool found = false, has_score = false;
    std::size_t headers = 0;  // number of header lines between the position and a score
    for_each_line(start, [&](const Part& line) {
        if (line.empty()) return true;
        const std::string_view text = line.in(start);
        if (is_position(text)) return !std::exchange(found, true);
        has_score = found && is_numbered(text);
        return found && !has_score && ++headers < most_headers;
    });
    return found && !has_score;
}

DerivedText pgn_of_positions(std::string_view text) {
    DerivedText pgn(text);
    for_each_line(text, [&](const Part& line) {
        if (line.empty()) return true;
        if (!add_position(pgn, line)) {
            pgn.add("[FEN \"", line.begin);
            Reading{pgn, text.data(), {}, line.begin}.copy_value(line.begin, line.end);
            pgn.add("\"]\n\n", line.end);
        }
        pgn.add("*\n\n", line.end);
        return true;
    });
    return pgn;
}

std::optional<DerivedText> with_positions_as_pgn(std::string_view text) {
    DerivedText pgn(text);
    bool found = false;
    std::size_t copied = 0;
    for_each_line(text, [&](const Part& whole) {
        const Part line = behind_markup(text, whole);
        if (line.empty() || !is_position(line.in(text))) return true;
        pgn.copy(copied, line.begin);
        if (!add_position(pgn, line)) return copied = line.begin, true;
        if (!score_follows(text, line.end)) pgn.add("*\n\n", line.end);
        copied = line.end;
        return found = true;
    });
    pgn.copy(copied, text.size());
    return found ? std::optional(std::move(pgn)) : std::nullopt;
}

}  // namespace cofnod::importers::lists
