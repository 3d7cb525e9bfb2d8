#include <algorithm>
#include <charconv>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/read/parser.hpp"
#include "grammar/cql.hpp"

namespace cofnod::cql {

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::cql;
using chess::Bitboard;
using std::string_view;

constexpr std::size_t most_bytes = 1U << 20;
constexpr std::size_t most_tokens = 100'000;
constexpr int most_repetitions = 100'000;

// clang-format off
struct Symbol { string_view written; string_view means; };
constexpr Symbol symbols[] = {
    {"×", "[x]"}, {"――", "--"}, {"→", "->"}, {"←", "<-"}, {"∪", "|"}, {"∩", "&"}, {"≤", "<="}, {"≥", ">="},
    {"≠", "!="}, {"⊢", "path"}, {"◎", "focus"}, {"∙", "currentposition"}, {"✵", "flip"}, {"⬓", "flipcolor"},
    {"∊", "[element]"}, {"∀", "[forall]"}, {"≺", "[<]"}, {"≼", "[<=]"}, {"≻", "[>]"}, {"≽", "[>=]"}, {"▦", "."},
};
constexpr Symbol pieces_of_symbols[] = {
    {"♔", "K"}, {"♕", "Q"}, {"♖", "R"}, {"♗", "B"}, {"♘", "N"}, {"♙", "P"}, {"♚", "k"}, {"♛", "q"}, {"♜", "r"},
    {"♝", "b"}, {"♞", "n"}, {"♟", "p"}, {"△", "A"}, {"▲", "a"}, {"◭", "Aa"}, {"□", "_"},
};
// clang-format on

template <std::size_t count>
string_view meaning_of(string_view written, const Symbol (&table)[count]) {
    return std::find_if(std::begin(table), std::end(table), [&](const Symbol& s) { return s.written == written; })
        ->means;
}

constexpr Bitboard line_at(char zero, int i) {
    return zero == 'a' ? Bitboard::of(static_cast<chess::File>(i)) : Bitboard::of(static_cast<chess::Rank>(i));
}

/// Removes `a`, `a-h`, `[a,c-e]` from the front of `text`. `zero` is 'a' for files, '1' for ranks. Returns an empty set
/// for a descending range.
Bitboard take_lines(string_view& text, char zero) {
    const bool bracket = text[0] == '[';
    Bitboard lines;
    do {
        if (bracket) text.remove_prefix(1);
        const bool range = text.size() > 2 && text[1] == '-';
        const int first = text[0] - zero, last = text[range ? 2 : 0] - zero;
        if (last < first) return {};
        for (int i = first; i <= last; ++i) lines |= line_at(zero, i);
        text.remove_prefix(range ? 3 : 1);
    } while (bracket && text[0] == ',');
    if (bracket) text.remove_prefix(1);
    return lines;
}

/// Removes `a-h1-8`, `[a1,c-e4]`, `[c,e]1-8` from the front of `text`. Returns an empty set for a descending range.
Bitboard take_squares(string_view& text) {
    const auto take_product = [&] {
        const Bitboard files = take_lines(text, 'a');
        return files.empty() ? files : files & take_lines(text, '1');
    };
    const string_view after_bracket = text.substr(std::min(text.find(']'), text.size() - 1) + 1);
    if (text[0] != '[' || !after_bracket.empty()) return take_product();
    Bitboard squares;
    do {
        text.remove_prefix(1);
        const Bitboard some = take_product();
        if (some.empty()) return {};
        squares |= some;
    } while (text[0] == ',');
    return squares;
}

/// Removes `R`, `[RQ]` or `♖♜` from the front of `text`.
PieceMask take_pieces(string_view& text) {
    const bool bracket = text[0] == '[';
    if (bracket) text.remove_prefix(1);
    PieceMask pieces = 0;
    do {
        const std::size_t length = utf8::decode(text).length;
        const string_view letters =
            length > 1 ? meaning_of(text.substr(0, length), pieces_of_symbols) : text.substr(0, 1);
        for (const char letter : letters) pieces = static_cast<PieceMask>(pieces | occupants(letter));
        text.remove_prefix(length);
    } while (!text.empty() && (bracket ? text[0] != ']' : static_cast<unsigned char>(text[0]) >= 0x80));
    if (bracket) text.remove_prefix(1);
    return pieces;
}

/// Collects tokens and remembers blanks before the next one.
class TokenReader {
public:
    explicit TokenReader(string_view text) : text_(text) {}

    void blank(string_view blanks) {
        blank_ = true;
        const auto lines = std::count(blanks.begin(), blanks.end(), '\n');
        blank_line_ = blank_line_ || lines > 1;
        if (lines > 0) end_comment_filter(begin_of(blanks));
    }
    void comment() { blank_ = true; }
    void begin_comment_filter(string_view slashes) {
        add(slashes, TokenKind::special, "///");
        in_comment_filter_ = true;
    }
    Token& add(string_view written, TokenKind kind, string_view text) {
        if (tokens_.size() >= most_tokens)
            fail(written, tr("this script is too long"), tr("at most {} words and signs", most_tokens));
        Token& token = tokens_.emplace_back();
        token.kind = kind;
        token.text = text;
        token.span = {static_cast<std::uint32_t>(begin_of(written)),
                      static_cast<std::uint32_t>(begin_of(written) + written.size())};
        token.blank_before = std::exchange(blank_, false);
        token.blank_line_before = std::exchange(blank_line_, false);
        return token;
    }
    void add_number(string_view written, TokenKind kind) {
        const string_view digits = written.substr(kind == TokenKind::group ? 1 : 0);
        add(written, kind, written).number = to_int(digits, std::numeric_limits<int>::max());
    }
    void add_repetition(string_view written) {
        Token& token = add(written, TokenKind::repetition, written);
        token.last = Range::endless;
        const string_view times = written.substr(1, written.size() - 2);
        if (times == "*" || times == "+") {
            token.number = times == "+";
            return;
        }
        const std::size_t comma = times.find(',');
        if (comma > 0) token.number = token.last = to_int(times.substr(0, comma), most_repetitions);
        if (comma != string_view::npos)
            token.last = comma + 1 < times.size() ? to_int(times.substr(comma + 1), most_repetitions) : Range::endless;
        if (token.last < token.number) fail(written, tr("the first number of a repetition is the smaller one"), {});
    }
    void add_designator(string_view written, bool has_pieces, bool has_squares) {
        Token& token = add(written, TokenKind::designator, written);
        string_view rest = written;
        token.pieces = has_pieces ? take_pieces(rest) : any_occupant;
        if (!has_squares) {
            token.squares = ~chess::Bitboard{};
            return;
        }
        token.squares = take_squares(rest);
        if (token.squares.empty()) fail(written, tr("a range of files or ranks ascends"), tr("as in a-h1-8"));
    }
    std::vector<Token> end() {
        end_comment_filter(text_.size());
        blank_ = true;
        // The end token directly follows the last token, so that an unfinished script is reported there and not at an
        // empty line.
        const std::size_t end = tokens_.empty() ? text_.size() : tokens_.back().span.end;
        add(text_.substr(end, 0), TokenKind::end, {});
        return std::move(tokens_);
    }

private:
    [[noreturn]] void fail(string_view at, std::string message, std::string remedy) const {
        throw TextFault{begin_of(at), begin_of(at) + at.size(), std::move(message), std::move(remedy)};
    }
    [[nodiscard]] std::size_t begin_of(string_view part) const {
        return static_cast<std::size_t>(part.data() - text_.data());
    }
    [[nodiscard]] int to_int(string_view digits, int most) const {
        int value = 0;
        const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec;
        if (error != std::errc{} || value > most) fail(digits, tr("this number is too large"), tr("at most {}", most));
        return value;
    }
    void end_comment_filter(std::size_t at) {
        if (std::exchange(in_comment_filter_, false)) add(text_.substr(at, 0), TokenKind::line_end, {});
    }

    string_view text_;
    std::vector<Token> tokens_;
    bool blank_ = true, blank_line_ = false;
    bool in_comment_filter_ = false;
};

template <typename Rule>
struct action {};

template <typename Function>
struct calls {
    template <typename Input>
    static void apply(const Input& in, TokenReader& reader) {
        Function{}(in.string_view(), reader);
    }
};

string_view unescaped(string_view escape) {
    switch (escape[1]) {
        case 'n': return "\n";
        case 't': return "\t";
        case 'r': return "\r";
        case '"': return "\"";
        default: return "\\";
    }
}

string_view without_quotes(string_view text) { return text.substr(1, text.size() - 2); }

void add_file(string_view written, TokenReader& reader) {
    const string_view word = written.substr(0, written.starts_with("output") ? 6 : 5);
    string_view name = written.substr(word.size());
    name.remove_prefix(name.find_first_not_of(" \t\r\n\v\f"));
    reader.add(written, TokenKind::file_name, name[0] == '"' ? without_quotes(name) : name).is_output =
        word == "output";
}

// Actions are attached to whole tokens only, so that backtracking has no side effects.
// clang-format off
template <> struct action<rules::blanks>         : calls<decltype([](string_view t, TokenReader& r) { r.blank(t); })> {};
template <> struct action<rules::line_comment>   : calls<decltype([](string_view, TokenReader& r) { r.comment(); })> {};
template <> struct action<rules::block_comment>  : calls<decltype([](string_view, TokenReader& r) { r.comment(); })> {};
template <> struct action<rules::comment_filter> : calls<decltype([](string_view t, TokenReader& r) { r.begin_comment_filter(t); })> {};

template <> struct action<rules::result>         : calls<decltype([](string_view t, TokenReader& r) { r.add(t, TokenKind::result, t); })> {};
template <> struct action<rules::number>         : calls<decltype([](string_view t, TokenReader& r) { r.add_number(t, TokenKind::integer); })> {};
template <> struct action<rules::repetition>     : calls<decltype([](string_view t, TokenReader& r) { r.add_repetition(t); })> {};
template <> struct action<rules::castling>       : calls<decltype([](string_view t, TokenReader& r) { r.add(t, TokenKind::word, t); })> {};
template <> struct action<rules::escaped>        : calls<decltype([](string_view t, TokenReader& r) { r.add(t, TokenKind::string, unescaped(t)); })> {};
template <> struct action<rules::group>          : calls<decltype([](string_view t, TokenReader& r) { r.add_number(t, TokenKind::group); })> {};
template <> struct action<rules::piece_variable> : calls<decltype([](string_view t, TokenReader& r) { r.add(t, TokenKind::piece_variable, t.substr(t.find_first_not_of(" \t\r\n", t[0] == '[' ? 4 : 3))); })> {};
template <> struct action<rules::pieces_there>   : calls<decltype([](string_view t, TokenReader& r) { r.add_designator(t, true, true); })> {};
template <> struct action<rules::squares_alone>  : calls<decltype([](string_view t, TokenReader& r) { r.add_designator(t, false, true); })> {};
template <> struct action<rules::pieces_alone>   : calls<decltype([](string_view t, TokenReader& r) { r.add_designator(t, true, false); })> {};
template <> struct action<rules::file>           : calls<decltype([](string_view t, TokenReader& r) { add_file(t, r); })> {};
template <> struct action<rules::string>         : calls<decltype([](string_view t, TokenReader& r) { r.add(t, TokenKind::string, without_quotes(t)); })> {};
template <> struct action<rules::name>           : calls<decltype([](string_view t, TokenReader& r) { r.add(t, TokenKind::word, t); })> {};
template <> struct action<rules::special>        : calls<decltype([](string_view t, TokenReader& r) { r.add(t, TokenKind::special, t); })> {};
template <> struct action<rules::symbol>         : calls<decltype([](string_view t, TokenReader& r) {
    const string_view meaning = meaning_of(t, symbols);
    const bool is_word = is_lower(meaning[0]);
    r.add(t, is_word ? TokenKind::word : TokenKind::special, meaning);
})> {};
// clang-format on

template <typename Rule>
using control = p::must_if<rules::Messages>::control<Rule>;

}  // namespace

std::vector<Token> read_tokens(string_view text) {
    if (text.size() > most_bytes)
        throw TextFault{0, 0, tr("this script is too long"), tr("at most {} bytes", most_bytes)};
    if (const std::size_t valid = utf8::valid_prefix(text); valid < text.size())
        throw TextFault{valid, valid + 1, tr("this is not UTF-8"), tr("save the script as UTF-8")};
    TokenReader reader(text);
    try {
        p::memory_input in(text, "");
        p::parse<rules::script, action, control>(in, reader);
    } catch (const p::parse_error& error) {
        const std::size_t begin = error.positions().front().byte;
        const std::size_t length = std::max<std::size_t>(utf8::decode(text.substr(begin)).length, 1);
        throw TextFault{begin, std::min(begin + length, text.size()), std::string(translated(error.message())), {}};
    }
    return reader.end();
}

}  // namespace cofnod::cql
