#include "camelot/notation.hpp"

#include "base/ascii.hpp"
#include "grammar/camelot.hpp"

namespace cofnod::camelot {
namespace {

namespace p = tao::pegtl;
namespace rules = grammar::camelot;

/// State of the parse.
struct MoveState {
    WrittenMove move;
    Separator separator = Separator::hyphen;
    int file = 0;
    bool is_too_long = false;

    void add_square(int rank) {
        if (move.path.is_full()) {
            is_too_long = true;
            return;
        }
        move.separators[move.path.size()] = separator;
        move.path.add(Square::of(file, rank - 1));
    }
};

template <typename Rule>
struct action : p::nothing<Rule> {};

template <>
struct action<rules::file> {
    template <typename Input>
    static void apply(const Input& in, MoveState& reader) {
        reader.file = to_lower(in.peek_char()) - 'a';
    }
};

template <>
struct action<rules::rank> {
    template <typename Input>
    static void apply(const Input& in, MoveState& reader) {
        int rank = 0;
        for (const char c : in.string_view()) {
            const bool is_digit = c >= '0' && c <= '9';
            const bool is_zero = c == 'O' || c == 'o';
            if (!is_digit) reader.move.has_mended_digits = true;
            rank = rank * 10 + (is_digit ? c - '0' : is_zero ? 0 : 1);
        }
        reader.add_square(rank);
    }
};

template <>
struct action<rules::hyphen> {
    static void apply0(MoveState& reader) { reader.separator = Separator::hyphen; }
};
template <>
struct action<rules::caret> {
    static void apply0(MoveState& reader) { reader.separator = Separator::caret; }
};
template <>
struct action<rules::cross> {
    static void apply0(MoveState& reader) { reader.separator = Separator::cross; }
};

}  // namespace

std::optional<MoveAtFront> read_move(std::string_view text) {
    p::memory_input in(text.data(), text.data() + text.size(), "");
    MoveState reader;
    if (!p::parse<rules::move, action>(in, reader) || reader.is_too_long) return std::nullopt;
    return MoveAtFront{reader.move, text.size() - in.size()};
}

std::string write_path(const Position& before, const Path& path) {
    std::string text = path.front().to_string();
    for (std::size_t i = 1; i < path.size(); ++i) {
        text += effect_of(before, {path[i - 1], path[i]}).is_capture() ? 'x' : '-';
        text += path[i].to_string();
    }
    return text;
}

}  // namespace cofnod::camelot
