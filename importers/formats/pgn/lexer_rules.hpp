#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "importers/formats/pgn/lexer.hpp"

namespace cofnod::importers::pgn {

/// Returns true if only blanks precede the offset in its line.
inline bool is_first_of_line(std::string_view block, std::size_t at) {
    while (at > 0 && (block[at - 1] == ' ' || block[at - 1] == '\t')) --at;
    return at == 0 || block[at - 1] == '\n' || block[at - 1] == '\r';
}

/// State of the lexer within one game; the actions write to it.
struct LexerState {
    std::string_view block;
    LexedGame& game;
    const Lexer::IsHeader* is_header = nullptr;  ///< recognises header lines of prose; may be nullptr
    std::string_view tag_name;
    std::string value;  // the current tag value, unescaped
    std::uint32_t number = 0;
    int depth = 0;
    bool pieces_stand_apart = false;  ///< pieces are separated from their squares: `B b5`
    bool moves_seen = false;
    bool result_seen = false;
    std::size_t settled_tokens = 0;  ///< number of tokens known to contain no comment that extends to a later `}`
    std::size_t inner_brace = 0;     ///< the last `{` found within a comment
    struct ListNumbers {
        std::uint32_t main_line = 0, last = 0;  ///< 0: none
    } list_numbers;                             ///< move numbers written as `12)`

    std::size_t offset(const auto& in) const { return static_cast<std::size_t>(in.begin() - block.data()); }

    void add(Token::Kind kind, const auto& in, std::uint32_t meaning = 0) {
        const std::size_t begin = offset(in);
        game.tokens.push_back(
            {kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + in.size()), meaning});
    }

    /// Returns true for the N of `2. N f3`, which is not a novelty, or the D of `2. D f3`, not a diagram: it follows a
    /// number instead of a move. Later ones in that game are not symbols either.
    [[nodiscard]] bool is_in_place_of_move(std::string_view word) const {
        if ((word != "N" && word != "D") || game.tokens.empty()) return false;
        return game.tokens.back().kind == Token::Kind::number || pieces_stand_apart;
    }

    /// Extends a comment to the current brace: in `{a {nested} comment}`, it seemed to end at the first one.
    void close_nested_comment(std::size_t brace) {
        auto& tokens = game.tokens;
        const auto settled = tokens.rend() - static_cast<std::ptrdiff_t>(std::min(settled_tokens, tokens.size()));
        const auto last = std::find_if(tokens.rbegin(), settled,
                                       [](const Token& token) { return token.kind == Token::Kind::comment; });
        if (last == settled || !has_brace(*last)) {
            settled_tokens = tokens.size();
            return;
        }
        last->end = static_cast<std::uint32_t>(brace);
        for (auto token = tokens.rbegin(); token != last; ++token) {
            depth -= token->kind == Token::Kind::open;
            depth += token->kind == Token::Kind::close;
        }
        tokens.erase(last.base(), tokens.end());
    }

    /// Returns true if a brace was opened within the comment. The search is not repeated although the comment may grow
    /// with every `}`.
    [[nodiscard]] bool has_brace(const Token& comment) {
        if (inner_brace < comment.begin || inner_brace >= comment.end)
            inner_brace = block.substr(0, comment.end).find('{', comment.begin);
        return inner_brace != std::string_view::npos;
    }

    /// Returns true if the bracket of `12)`, which begins at byte `at`, belongs to the number. In `(see 12)` it closes
    /// the bracket, unless the game numbers its moves in this way. Move numbers have at most three digits; ICCF moves
    /// have four.
    [[nodiscard]] bool take_list_number(std::size_t at) {
        static constexpr std::uint32_t most_moves = 1000;
        const bool goes_on =
            list_numbers.last > 0 && number >= list_numbers.main_line && number <= list_numbers.last + 1;
        if (number >= most_moves || !(depth == 0 || goes_on || is_first_of_line(block, at))) return false;
        list_numbers.last = number;
        if (depth == 0) list_numbers.main_line = number;
        return true;
    }

    void fault(Reason reason, const auto& in) {
        if (game.faults.size() < LexedGame::most_faults)
            game.faults.push_back({std::move(reason), offset(in), offset(in) + in.size()});
        game.plain = false;
    }

    /// Reports only the first fault of each kind, for faults that probably recur throughout the game.
    void fault_once(const Reason& reason, const auto& in) {
        game.plain = false;
        const auto is_it = [&](const LexedGame::Fault& known) { return known.reason.kind == reason.kind; };
        if (std::none_of(game.faults.begin(), game.faults.end(), is_it)) fault(reason, in);
    }
};

// The rules of grammar/pgn.hpp, with actions that write to a LexerState. Each function moves the cursor past what it
// reads.

struct Cursor {
    const char* begin;  ///< start of the whole text, needed to find line starts before `at`
    const char* at;
    const char* end;

    explicit Cursor(std::string_view text, std::size_t from = 0)
        : begin(text.data()), at(begin + from), end(begin + text.size()) {}

    [[nodiscard]] bool is_at_end() const { return at == end; }
    [[nodiscard]] std::string_view rest() const { return {at, static_cast<std::size_t>(end - at)}; }
};

/// Skips blank lines, escaped lines and byte order marks.
void skip_prelude(Cursor& cursor);
/// Skips blank lines, escaped lines, byte order marks and web page markup between tags.
void skip_between_tags(Cursor& cursor, LexerState& state);
void skip_blanks(Cursor& cursor);

/// Reads a tag; returns false if its input is not a tag.
bool read_tag(Cursor& cursor, LexerState& state);
/// Reads a token of movetext.
void read_element(Cursor& cursor, LexerState& state);
/// Reads a remark in square brackets; returns false if there is none.
bool read_remark(Cursor& cursor, LexerState& state);
/// Reads a token of running text, in which `;` and `%` have no meaning.
void read_text_element(Cursor& cursor, LexerState& state);

}  // namespace cofnod::importers::pgn
