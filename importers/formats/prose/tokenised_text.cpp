#include "importers/formats/prose/tokenised_text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "importers/formats/pgn/lexer.hpp"
#include "importers/score/signs.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Removes the punctuation of running text: `4. Ba4, Nf6;`.
void trim_punctuation(Token& token, std::string_view text) {
    static constexpr std::string_view marks[] = {",", ";", ".", ":", "،", "؛"};
    for (bool trimmed = true; trimmed;) {
        trimmed = false;
        for (const std::string_view mark : marks) {
            if (token.end - token.begin <= mark.size() || !token.in(text).ends_with(mark)) continue;
            token.end -= static_cast<std::uint32_t>(mark.size());
            trimmed = true;
        }
    }
}

/// Removes the dash between a number and its move: `4.—Ba4`, `4.—...`, `4 — Ba4`.
void trim_dash_behind_number(std::vector<Token>& tokens, std::string_view text) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        Token token = tokens[i];
        const bool is_behind = token.kind == Kind::word && kept > 0 && tokens[kept - 1].kind == Kind::number;
        if (is_behind && is_dash(token.in(text)) && i + 1 < tokens.size() && tokens[i + 1].kind == Kind::word) continue;
        const auto dash = static_cast<std::uint32_t>(length_of_dash(token.in(text)));
        if (is_behind && tokens[kept - 1].end == token.begin && tokens[kept - 1].in(text).ends_with('.') &&
            token.end - token.begin > dash)
            token.begin += dash;
        tokens[kept++] = token;
    }
    tokens.resize(kept);
}

/// Makes the bracket behind a number and its period a part of the number, `3.) Nc3`, in brackets too where the game has
/// such numbers.
void take_brackets_behind_numbers(std::vector<Token>& tokens, std::string_view text) {
    std::size_t kept = 0, depth = 0;
    bool is_usual = false;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const bool is_behind = token.kind == Kind::close && kept > 0 && tokens[kept - 1].kind == Kind::number &&
                               tokens[kept - 1].end == token.begin && tokens[kept - 1].in(text).ends_with('.');
        if (is_behind && (depth == 0 || is_usual)) {
            is_usual = true;
            tokens[kept - 1].end = token.end;
            continue;
        }
        depth += token.kind == Kind::open;
        depth -= token.kind == Kind::close && depth > 0;
        tokens[kept++] = token;
    }
    tokens.resize(kept);
}

/// Returns the bytes of the raised digits that a word ends with.
std::size_t length_of_raised_digits(std::string_view word) {
    static constexpr std::string_view digits[] = {"¹", "²", "³", "⁰", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const std::size_t size = word.size();
    for (bool is_raised = true; is_raised;) {
        const auto digit = std::ranges::find_if(digits, [&](std::string_view each) { return word.ends_with(each); });
        is_raised = digit != std::end(digits);
        if (is_raised) word.remove_suffix(digit->size());
    }
    return size - word.size();
}

/// Makes the number of a note behind a word, `Bc5²`, a comment.
void part_note_numbers(std::vector<Token>& tokens, std::string_view text) {
    std::vector<Token> parted;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::size_t length =
            tokens[i].kind == Kind::word ? length_of_raised_digits(tokens[i].in(text)) : std::string_view::npos;
        const bool is_parted = length > 0 && length < tokens[i].end - tokens[i].begin;
        if (is_parted && parted.empty()) parted.assign(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(i));
        if (is_parted) {
            const std::uint32_t middle = tokens[i].end - static_cast<std::uint32_t>(length);
            parted.push_back({Kind::word, tokens[i].begin, middle});
            parted.push_back({Kind::comment, middle, tokens[i].end});
        } else if (!parted.empty()) {
            parted.push_back(tokens[i]);
        }
    }
    if (!parted.empty()) tokens = std::move(parted);
}

/// Joins `1 : 0`, takes the signs off `(1-0)` and `**1-0**`, and makes `1.1.0`, which is no move number, a word.
void join(std::vector<Token>& tokens, std::string_view text) {
    static constexpr std::uint32_t most_moves = 1000, longest_result = 20;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        Token token = tokens[i];
        const auto is = [&](std::size_t at, Kind kind) { return at < tokens.size() && tokens[at].kind == kind; };
        const bool is_asterisk = token.kind == Kind::result && token.in(text) == "*";
        if (is_asterisk && ((i > 0 && tokens[i - 1].end == token.begin) ||
                            (i + 1 < tokens.size() && tokens[i + 1].begin == token.end)))
            continue;  // bold
        if (is(i, Kind::open) && is(i + 1, Kind::result) && is(i + 2, Kind::close)) {
            token = tokens[i + 1];
            i += 2;
        } else if (token.kind == Kind::number && is(i + 1, Kind::number) && tokens[i + 1].begin == token.end &&
                   token.value < most_moves && tokens[i + 1].value < most_moves) {
            while (is(i + 1, Kind::number) && tokens[i + 1].begin == token.end) token.end = tokens[++i].end;
            token = {Kind::word, token.begin, token.end};
        } else if (i + 2 < tokens.size() && tokens[i + 2].end - token.begin <= longest_result &&
                   (token.kind == Kind::number || token.kind == Kind::word) && token.value <= 1) {
            const std::string_view written = text.substr(token.begin, tokens[i + 2].end - token.begin);
            const auto result =
                written.find_first_of(":-–") == written.npos ? std::nullopt : notation::read_framed_result(written);
            if (result && written.find_first_of("\r\n") == written.npos) {
                token = {Kind::result, token.begin, tokens[i + 2].end, static_cast<std::uint32_t>(*result)};
                i += 2;
            }
        }
        tokens[kept++] = token;
    }
    tokens.resize(kept);
}

}  // namespace

std::size_t TokenisedText::first_token(std::uint32_t at) const {
    const auto first =
        std::partition_point(tokens.begin(), tokens.end(), [&](const Token& token) { return token.begin < at; });
    return static_cast<std::size_t>(first - tokens.begin());
}

std::vector<Token> tokenise_prose(std::string_view text) {
    pgn::LexedGame lexed;
    pgn::tokenise_text(text, lexed);
    for (Token& token : lexed.tokens) {
        if (token.kind != Kind::word) continue;
        trim_punctuation(token, text);
        if (const auto result = notation::read_framed_result(token.in(text)))
            token = {Kind::result, token.begin, token.end, static_cast<std::uint32_t>(*result)};
    }
    join(lexed.tokens, text);
    part_note_numbers(lexed.tokens, text);
    take_brackets_behind_numbers(lexed.tokens, text);
    trim_dash_behind_number(lexed.tokens, text);
    return std::move(lexed.tokens);
}

}  // namespace cofnod::importers::prose
