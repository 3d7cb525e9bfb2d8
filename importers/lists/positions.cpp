#include "grammar/epd.hpp"
#include "importers/lists/line.hpp"
#include "importers/lists/lists.hpp"

namespace cofnod::importers::lists {

namespace {

namespace rules = grammar::epd;
namespace p = tao::pegtl;

using Input = p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*>;

Input input_of(std::string_view text) { return Input(text.data(), text.data() + text.size(), ""); }

/// Where the parts of a line are, in the list.
struct Reading {
    DerivedText& text;
    const char* base;
    std::size_t read = 0;  ///< up to where the line is understood

    template <typename Match>
    std::size_t offset(const Match& in) const {
        return static_cast<std::size_t>(in.begin() - base);
    }
    /// The value of a tag: without quotes of its own.
    void copy_value(std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; ++at) {
            const char c = text.from()[at];
            if (c == '\\') text.add("\\", at);
            if (c != '"') text.copy(at, at + 1);
        }
    }
};

template <typename Rule>
struct action : p::nothing<Rule> {};

template <>
struct action<rules::fen> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        const std::size_t begin = reading.offset(in);
        reading.text.add("[FEN \"", begin);
        reading.text.copy(begin, begin + in.size());
        reading.text.add("\"]\n[SetUp \"1\"]\n", begin + in.size());
        reading.read = begin + in.size();
    }
};

template <>
struct action<rules::operation> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        const std::size_t begin = reading.offset(in);
        std::string_view operation(in.begin(), in.size());
        reading.read = begin + operation.size();
        if (operation.ends_with(';')) operation.remove_suffix(1);
        const std::size_t name = std::min(operation.find_first_of(" \t"), operation.size());
        const std::size_t value = std::min(operation.find_first_not_of(" \t", name), operation.size());
        reading.text.add("[", begin);
        reading.text.copy(begin, begin + name);
        reading.text.add(" \"", begin + name);
        reading.copy_value(begin + value, begin + operation.size());
        reading.text.add("\"]\n", begin + operation.size());
    }
};

}  // namespace

bool looks_like_positions(std::string_view start) {
    bool found = false;
    for_each_line(start, [&](const Line& line) {
        if (line.empty()) return true;
        Input in = input_of(line.in(start));
        found = p::parse<rules::start>(in);
        return false;
    });
    return found;
}

DerivedText pgn_of_positions(std::string_view text) {
    DerivedText pgn(text);
    for_each_line(text, [&](const Line& line) {
        if (line.empty()) return true;
        Reading reading{pgn, text.data(), line.begin};
        Input in = input_of(line.in(text));
        if (!p::parse<rules::line, action>(in, reading)) {
            pgn.add("[FEN \"", line.begin);
            reading.copy_value(line.begin, line.end);
            pgn.add("\"]\n\n*\n\n", line.end);
            return true;
        }
        const std::size_t rest = text.find_first_not_of(" \t;", reading.read);
        pgn.add("\n", reading.read);
        if (rest < line.end) {  // no operation: a remark
            pgn.add("{ ", rest);
            for (std::size_t at = rest; at < line.end; ++at)
                if (text[at] != '}') pgn.copy(at, at + 1);
            pgn.add(" } ", line.end);
        }
        pgn.add("*\n\n", line.end);
        return true;
    });
    return pgn;
}

}  // namespace cofnod::importers::lists
