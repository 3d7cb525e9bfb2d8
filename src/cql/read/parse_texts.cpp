#include <algorithm>
#include <charconv>

#include "base/tr.hpp"
#include "cql/read/parser.hpp"
#include "notation/written_move.hpp"

namespace cofnod::cql {

namespace {

using std::string_view;

/// Returns the NAG of a glyph: of `??`, `±`, `$4`; nullopt if the text is none.
std::optional<int> nag_of(string_view text) {
    if (!text.starts_with('$')) return notation::nag_of(text);
    int nag = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), nag);
    return error == std::errc{} && end == text.data() + text.size() && nag >= 0 ? std::optional(nag) : std::nullopt;
}

/// Returns true if `originalcomment` does not look for the glyph as a part of comments, as it does for `N`.
bool is_glyph_alone(string_view glyph) {
    constexpr string_view glyphs[] = {"!", "?", "!!", "??", "!?", "?!", "=", "+=", "=+", "+-", "-+"};
    return glyph.starts_with('$') || std::find(std::begin(glyphs), std::end(glyphs), glyph) != std::end(glyphs);
}

bool is_result(string_view text) { return text == "1-0" || text == "0-1" || text == "1/2-1/2"; }

/// Returns true if the text looks like a regular expression, although it would be searched for literally.
bool looks_like_regex(string_view text) {
    return text.find_first_of("+*?", 1) != text.npos || (text.find('[') != text.npos && text.find(']') != text.npos);
}

}  // namespace

PieceMask occupants(char letter) {
    if (letter == 'A') return white_pieces;
    if (letter == 'a') return black_pieces;
    if (letter == '_') return empty_square;
    if (letter == '.') return any_occupant;
    const auto piece = chess::Piece::from_fen_letter(letter);
    return piece ? static_cast<PieceMask>(1U << static_cast<unsigned>(piece->index())) : PieceMask{0};
}

/// Parses `player "Carlsen"` as `"Carlsen" in player`.
Tree Parser::implicit_search(Tree subject) {
    const Token& token = peek();
    if (token.kind != TokenKind::string) return subject;
    if (looks_like_regex(token.text))
        fail(token.span, tr("this is searched for letter by letter"),
             tr("for a regular expression write ~~ before it; for the text itself, in: \"text\" in player"));
    const Tree text = primary();
    return made(node_of(Kind::within, Type::boolean, {subject->span.begin, token.span.end}, {text, subject}));
}

Tree Parser::read_metadata(const Token& word, const WordRule& entry) { return implicit_search(read_leaf(word, entry)); }

Tree Parser::read_player(const Token& word, const WordRule& entry) {
    Node node = changed(read_elo(word, entry));
    node.type = Type::string;
    return implicit_search(made(std::move(node)));
}

Tree Parser::read_elo(const Token& word, const WordRule& entry) {
    Node node = node_of(entry.kind, entry.type, word.span);
    node.side = accept("white") ? Side::white : accept("black") ? Side::black : Side::both;
    return made_from(word, std::move(node));
}

Tree Parser::read_tag(const Token& word, const WordRule&) {
    Node node = node_of(Kind::tag, Type::string, word.span);
    node.text = take_string(tr("expected the name of a tag in quotes")).text;
    return implicit_search(made_from(word, std::move(node)));
}

Tree Parser::read_result(const Token& word, const WordRule&) {
    const Token& token = peek();
    if ((token.kind != TokenKind::result && token.kind != TokenKind::string) || !is_result(token.text))
        fail(token.span, tr("expected 1-0, 0-1 or 1/2-1/2"));
    take();
    Node node = node_of(Kind::result, Type::boolean, span_from(word));
    node.text = token.text;
    return made(std::move(node));
}

/// Converts the first field of a FEN to designators and ignores the other fields.
Tree Parser::read_fen(const Token& word, const WordRule&) {
    const Token& token = peek();
    if (token.kind != TokenKind::string) return made(node_of(Kind::fen, Type::string, word.span));
    take();
    const Span span = span_from(word);
    std::vector<Tree> filters;
    int file = 0, rank = 7;
    const auto end_rank = [&] {
        if (file != 8) fail(token.span, tr("rank {} of this FEN has {} squares", rank + 1, file));
    };
    const auto add = [&](PieceMask pieces) {
        if (file > 7) fail(token.span, tr("rank {} of this FEN has more than 8 squares", rank + 1));
        const auto square = chess::Square::of(static_cast<chess::File>(file++), static_cast<chess::Rank>(rank));
        if (pieces != any_occupant) filters.push_back(designator_of(pieces, square, span));
    };
    for (const char letter : token.text.substr(0, token.text.find(' '))) {
        if (letter == '/') {
            end_rank();
            file = 0;
            if (--rank < 0) fail(token.span, tr("this FEN has more than 8 ranks"));
        } else if (letter >= '1' && letter <= '8') {
            for (int i = 0; i < letter - '0'; ++i) add(empty_square);
        } else if (occupants(letter) != 0) {
            add(occupants(letter));
        } else {
            fail(token.span, tr("{} is no piece of FEN", letter), tr("letters of FEN, digits, and A a _ ."));
        }
    }
    end_rank();
    if (rank != 0) fail(token.span, tr("this FEN has {} ranks", 8 - rank));
    filters.push_back(block_of({}, span));  // makes the block boolean
    return block_of(std::move(filters), span);
}

Tree Parser::read_original_comment(const Token& word, const WordRule&) {
    const Token& token = peek();
    const auto nag = token.kind == TokenKind::string && is_glyph_alone(token.text) ? nag_of(token.text) : std::nullopt;
    if (nag) return glyph(word, *nag);
    Tree comment = made(node_of(Kind::original_comment, Type::string, word.span));
    if (token.kind != TokenKind::string) return comment;
    const Tree text = primary();
    return made(node_of(Kind::within, Type::boolean, span_from(word), {text, comment}));
}

Tree Parser::read_glyph(const Token& word, const WordRule&) {
    const Token& token = peek();
    const auto nag = token.kind == TokenKind::string ? nag_of(token.text) : std::nullopt;
    if (!nag)
        fail(token.span, tr("expected a glyph in quotes"),
             tr("write \"?\?\", \"±\", or the number of a glyph: \"$14\""));
    return glyph(word, *nag);
}

/// Takes the text of a glyph.
Tree Parser::glyph(const Token& word, int nag) {
    const string_view text = take().text;
    Node node = node_of(Kind::has_glyph, Type::boolean, span_from(word));
    node.text = text;
    node.number = nag;
    return made(std::move(node));
}

Tree Parser::read_evaluation(const Token& word, const WordRule&) {
    Node node = node_of(Kind::evaluation, Type::numeric, word.span);
    node.side = accept("black") ? Side::black : Side::white;
    if (node.side == Side::white) accept("white");
    return made_from(word, std::move(node));
}

Tree Parser::read_to_string(const Token& word, const WordRule& entry) {
    return filter_of(word, entry, one_or_list(word, postfix));
}

Tree Parser::read_ascii(const Token& word, const WordRule&) {
    const Tree value = expression(postfix);
    if (value->type != Type::string) want("ascii", value, Type::numeric);
    const Type type = value->type == Type::string ? Type::numeric : Type::string;
    return made(node_of(Kind::ascii, type, span_from(word), {value}));
}

Tree Parser::read_comment(const Token& word, const WordRule& entry) {
    return filter_of(word, entry, one_or_list(word, filter));
}

Tree Parser::read_message(const Token& word, const WordRule& entry) {
    const Flags quiet = accept("quiet") ? static_cast<Flags>(Flag::quiet) : 0;
    Node node = changed(read_comment(word, entry));
    node.flags = quiet;
    return made(std::move(node));
}

Tree Parser::read_sort(const Token& word, const WordRule&) {
    Node node = node_of(Kind::sort, Type::numeric, word.span);
    // `max(` is a filter; `max` alone names the default order.
    const bool orders = (peek().is("min") || peek().is("max")) && !(peek(1).is("(") && !peek(1).blank_before);
    if (orders && take().is("min")) node.flags = static_cast<Flags>(Flag::minimum);
    if (peek().kind == TokenKind::string &&
        (begins_filter(peek(1)) || peek(1).kind == TokenKind::end || peek(1).is(")") || peek(1).is("}")))
        node.text = take().text;
    Tree value = expression(filter);
    if (value->kind == Kind::integer || value->kind == Kind::string)
        fail(value->span, tr("sort wants a value that differs from position to position"));
    if (value->type == Type::set) value = made(node_of(Kind::size, Type::numeric, value->span, {value}));
    if (value->type != Type::string) want("sort", value, Type::numeric);
    node.type = value->type;
    node.children.push_back({Part::operand, std::move(value)});
    return made_from(word, std::move(node));
}

Tree Parser::read_set_tag(const Token& word, const WordRule&) {
    expect("(", tr("after settag"));
    Node node = node_of(Kind::set_tag, Type::boolean, word.span);
    node.text = take_string(tr("expected the name of a tag in quotes")).text;
    node.children.push_back({Part::operand, operand("settag", Type::string, filter)});
    expect(")", tr("after the value of the tag"));
    return made_from(word, std::move(node));
}

}  // namespace cofnod::cql
