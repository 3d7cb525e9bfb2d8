#include "cql/read/parser.hpp"

#include <algorithm>

#include "base/say.hpp"
#include "cql/script.hpp"

namespace cofnod::cql {

namespace {

constexpr std::size_t most_tokens_taken = 200'000;

}  // namespace

const Token& Parser::peek(std::size_t ahead) const { return at_ + ahead < end_ ? tokens_[at_ + ahead] : end_token_; }

const Token& Parser::take() {
    const Token& token = peek();
    if (at_ >= end_) fail(token.span, say("the script ends too early"));
    if (++read_count_ > most_tokens_taken)
        fail(token.span, say("this script becomes too large"), say("its functions call one another too often"));
    ++at_;
    return token;
}

bool Parser::accept(std::string_view word) {
    if (!peek().is(word)) return false;
    take();
    return true;
}

const Token& Parser::expect(std::string_view word, std::string_view why) {
    if (!peek().is(word)) fail(peek().span, say("expected {} {}", word, why));
    return take();
}

Span Parser::span_from(const Token& first) const {
    const std::uint32_t end = at_ > 0 ? tokens_[at_ - 1].span.end : first.span.end;
    return {first.span.begin, std::max(end, first.span.end)};
}

/// Returns the index of the bracket that closes the one at `open`, or of the end.
std::size_t Parser::matching(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < end_; ++i) {
        const Token& token = tokens_[i];
        if (token.is("(") || token.is("{")) ++depth;
        if ((token.is(")") || token.is("}")) && --depth == 0) return i;
    }
    return end_;
}

Range Parser::read_header_range() {
    const auto number = [&] {
        if (peek().kind != TokenKind::integer) fail(peek().span, say("expected a number"));
        return Bound{take().number, no_slot};
    };
    const Bound low = number();
    if (peek().kind == TokenKind::integer) return {low, number()};
    return Range::exactly(low);
}

void Parser::read_header(Header& header) {
    expect("(", say("after cql"));
    while (!accept(")")) {
        const Token& token = peek();
        if (token.kind == TokenKind::file_name) {
            (token.is_output ? header.output_at : header.input_at) = token.span;
            (token.is_output ? header.output : header.input) = take().text;
        } else if (accept("gamenumber")) {
            header.game_numbers = read_header_range();
        } else if (accept("result")) {
            if (peek().kind != TokenKind::result && peek().kind != TokenKind::string)
                fail(peek().span, say("expected 1-0, 0-1 or 1/2-1/2"));
            header.result = take().text;
        } else if (accept("matchcount")) {
            header.match_count = read_header_range();
        } else if (token.is("sort") && peek(1).is("matchcount")) {
            take(), take();
            header.match_count = read_header_range();
            header.sort_by_match_count = true;
        } else if (accept("variations")) {
            header.variations = true;
        } else if (accept("silent")) {
            header.silent = true;
        } else if (accept("quiet")) {
            header.quiet = true;
        } else if (accept("matchstring")) {
            if (peek().kind != TokenKind::string) fail(peek().span, say("expected a string after matchstring"));
            header.match_string = take().text;
        } else {
            fail(token.span,
                 token.kind == TokenKind::end ? say("the header is not closed") : say("this does not belong in cql( )"),
                 say("cql( ) takes input, output, gamenumber, result, matchcount, sort matchcount, variations, silent, "
                     "quiet "
                     "and matchstring; player, year, elo and the like are filters and come after it"));
        }
    }
}

Script Parser::script() {
    Script script;
    if (peek().is("cql") && peek(1).is("(")) {
        take();
        read_header(script.header);
    }
    const Span whole{peek().span.begin, tokens_.back().span.begin};
    if (peek().kind == TokenKind::end)
        fail(peek().span, say("there is no filter"), say("as in 'cql() mate', or 'mate' alone"));
    script.root = block_of(juxtaposed({}), whole);
    script.variables = std::move(variables_);
    return script;
}

Expected<Script, TextFault> parse(std::string_view text, ParseOptions options) {
    try {
        return Parser(read_tokens(text), options).script();
    } catch (const TextFault& fault) {
        return Unexpected{fault};
    }
}

}  // namespace cofnod::cql
