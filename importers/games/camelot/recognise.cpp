#include "importers/games/camelot/recognise.hpp"

#include "base/characters.hpp"
#include "games/camelot/judge.hpp"
#include "notation/reading.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers::camelot {

namespace {

namespace rules = cofnod::camelot;

bool is_file(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'n'; }

/// Returns true for punctuation that may follow a move in running text.
bool is_punctuation(std::string_view text) { return text.find_first_not_of(",;.:") == std::string_view::npos; }

constexpr std::size_t most_words = 60;  ///< in a move: 30 squares and the signs between them

/// Returns the length in bytes of the sign between two squares at the front of a word, or at its end.
std::size_t sign_at(std::string_view word, bool at_front) {
    static constexpr std::string_view signs[] = {"-", "x", "X", "×", ":", "^", "–", "—", "−", "‑"};
    for (const std::string_view sign : signs)
        if (at_front ? word.starts_with(sign) : word.ends_with(sign)) return sign.size();
    return 0;
}

}  // namespace

bool looks_like_position(std::string_view text) {
    return text.starts_with("**") && text.find('/') != std::string_view::npos;
}

std::optional<MoveWord> read_move_word(std::string_view word) {
    if (!is_like_move(word)) return std::nullopt;
    const auto read = rules::read_move(word);
    if (!read) return std::nullopt;
    MoveWord result{.move = read->move, .length = read->length};
    word.remove_prefix(read->length);
    result.is_usual = word.empty();
    if (const auto glyph = notation::glyph_at_front(word); glyph.length > 0) {
        result.nag = glyph.nag;
        word.remove_prefix(glyph.length);
    }
    if (!is_punctuation(word)) return std::nullopt;
    return result;
}

bool is_like_move(std::string_view word) {
    if (word.size() < 5 || !is_file(word[0])) return false;
    const bool is_digit_or_misread = is_digit(word[1]) || word[1] == 'l' || word[1] == 'I' || word[1] == '|';
    if (!is_digit_or_misread) return false;
    const std::string_view rest = word.substr(2);
    const std::size_t sign = rest.find_first_not_of("0123456789lIOo|");
    if (sign > 1 || sign + 2 >= rest.size()) return false;
    const bool is_sign = std::string_view("-^xX:~=").find(rest[sign]) != std::string_view::npos ||
                         static_cast<unsigned char>(rest[sign]) >= 0x80;
    return is_sign && rest.find_first_of("0123456789lI", sign) != std::string_view::npos;
}

std::size_t move_length(std::string_view text, std::span<const Token> tokens, std::size_t i) {
    const auto word = [&](std::size_t j) {
        return j < tokens.size() && tokens[j].kind == Token::Kind::word ? tokens[j].in(text) : std::string_view();
    };
    if (is_like_move(word(i))) return 1;
    if (word(i).size() < 2 || !is_file(word(i)[0]) || !is_digit(word(i)[1])) return 0;
    std::string move(word(i));
    for (std::size_t next = i + 1; !word(next).empty() && next - i < most_words; ++next) {
        const bool is_linked = sign_at(word(next), true) > 0 || sign_at(word(next - 1), false) > 0;
        if (!is_linked) break;
        move += word(next);
        if (!is_like_move(move)) continue;
        const std::string_view more = word(next + 1);
        if (const std::size_t sign = sign_at(more, true); sign == 0 || sign == more.size()) return next + 1 - i;
    }
    return 0;
}

std::string joined(std::string_view text, std::span<const Token> words) {
    std::string result;
    for (const Token& word : words) result += word.in(text);
    return result;
}

bool begins_with_first_move(std::string_view text, std::span<const Token> tokens) {
    if (tokens.empty() || tokens[0].kind != Token::Kind::word) return false;
    const std::string_view word = tokens[0].in(text);
    if (word.size() < 2 || (word[1] != '6' && word[1] != '7')) return false;
    const std::size_t length = move_length(text, tokens, 0);
    if (length == 0) return false;
    static const rules::Position initial = rules::Position::initial();
    const auto read = read_move_word(joined(text, tokens.first(length)));
    return read && rules::resolve(initial, read->move);
}

Expected<rules::Position, rules::PositionTextError> start_of(const RuleTags& tags) {
    const rules::Board* const named = tags.name() ? rules::board_named(*tags.name()) : nullptr;
    if (!tags.fen) return rules::Position::initial(named ? *named : rules::boards::camelot);
    return rules::read_position(*tags.fen, named ? *named : rules::board_of(*tags.fen));
}

std::string start_text(const RuleTags& tags, const rules::Position& start) {
    if (tags.fen) return std::string(*tags.fen);
    return &start.board() == &rules::boards::camelot ? std::string() : rules::write_position(start);
}

}  // namespace cofnod::importers::camelot
