#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "base/characters.hpp"
#include "grammar/move.hpp"
#include "importers/decoder/record_writer.hpp"
#include "importers/decoder/token.hpp"
#include "importers/decoder/written_move.hpp"
#include "notation/described_move.hpp"
#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/letters.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::promotion;
using notation::Language;
using notation::Role;
using notation::System;

/// Text after the square of a pawn that may name a piece.
struct Tail {
    std::string_view name;
    std::string_view before;  ///< blanks, a sign and a bracket
    std::string_view text;    ///< the whole text

    [[nodiscard]] bool has(char sign) const { return before.find(sign) != before.npos; }
    [[nodiscard]] bool is_glued() const { return !is_blank_or_control(text.front()); }
    [[nodiscard]] bool has_brackets() const { return before.size() + name.size() < text.size(); }
};

template <typename Rule>
struct action : p::nothing<Rule> {};

template <>
struct action<rules::name> {
    template <typename Match>
    static void apply(const Match& in, Tail& tail) {
        tail.name = {in.begin(), in.size()};
    }
};

template <typename Rule>
std::optional<Tail> read_tail(std::string_view text) {
    p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*> in(text.data(), text.data() + text.size(), "");
    Tail tail;
    if (!p::parse<Rule, action>(in, tail)) return std::nullopt;
    tail.before = text.substr(0, static_cast<std::size_t>(tail.name.data() - text.data()));
    tail.text = text.substr(0, text.size() - in.size());
    return tail;
}

bool is_last_rank(notation::Rank rank) { return rank == notation::Rank::r1 || rank == notation::Rank::r8; }

/// Returns true for a pawn move that may be to the last rank, without a piece and marks.
bool lacks_piece(const notation::DescribedMove& move) {
    static constexpr notation::SquareSet last_ranks =
        notation::squares_of(notation::Rank::r1) | notation::squares_of(notation::Rank::r8);
    return move.role.value_or(Role::pawn) == Role::pawn && !move.promotion && (move.to & last_ranks) != 0;
}

bool lacks_piece(const notation::Readings& readings) {
    const auto is_to_last_rank = [](const notation::Reading& reading) {
        return reading.role == Role::pawn && reading.to_rank && is_last_rank(*reading.to_rank) && !reading.promotion;
    };
    return readings.nag == 0 && readings.check == notation::CheckMark::none &&
           std::any_of(readings.begin(), readings.end(), is_to_last_rank);
}

bool lacks_piece(const Language& language, std::string_view word) {
    const WrittenMove written = read_whole_word(language, word);
    return written.pattern ? lacks_piece(*written.pattern) : lacks_piece(written.readings);
}

/// Returns the length of a pawn move without its piece at the front of the word at a token; 0: none.
std::size_t length_of_pawn_move(const Language& language, const Score& score, std::size_t i) {
    if (language.system() == System::descriptive) {
        const WrittenMove written = read_written_move(language, score, i);
        if (written.pattern) return lacks_piece(*written.pattern) ? written.end - written.begin : 0;
    }
    static constexpr std::size_t longest = 40;
    const std::string_view word = score.text_of(i);
    for (std::size_t length = std::min(word.size(), longest); length > 1; --length) {
        const bool is_inside_letter = length < word.size() && (word[length] & '\xC0') == '\x80';
        if (!is_inside_letter && word[length - 1] != ':' && lacks_piece(language, word.substr(0, length)))
            return length;
    }
    return 0;
}

bool becomes(std::optional<Role> role) { return role && *role != Role::king && *role != Role::pawn; }

/// Returns the piece with a name in the language itself, or else in all languages that know it.
std::optional<Role> named_piece(const Language& language, const notation::Languages& languages, std::string_view name) {
    if (const auto own = language.find_piece(name)) return own;
    std::optional<Role> found;
    for (const Language& other : languages) {
        const auto role = other.find_piece(name);
        if (role && found && *role != *found) return std::nullopt;
        if (role) found = role;
    }
    return found;
}

/// Returns the letter for the piece given by a name, a figurine or a letter; empty if there is none.
std::string_view letter_of(const Language& language, const notation::Languages& languages, std::string_view name) {
    if (const auto role = named_piece(language, languages, name); becomes(role)) return language.piece_letter(*role);
    const Language* const figurines = languages.find("fig");
    if (!figurines) return {};
    const notation::Readings readings = notation::read_move(*figurines, "e8=" + std::string(name));
    if (readings.empty() || !readings[0].promotion) return {};
    return language.piece_letter(*readings[0].promotion);
}

WrittenMove read_word(const Language& language, const std::string& word) {
    WrittenMove written = read_whole_word(language, word);
    written.readings.set_respelled();
    const bool promotes = written.pattern ? written.pattern->promotion.has_value()
                                          : !written.readings.empty() && written.readings[0].promotion;
    return promotes ? written : WrittenMove();
}

/// Returns the marks of a move that follow a piece: `+`, `!?`; nullopt if anything else follows.
std::optional<std::string_view> read_marks(const Language& language, std::string_view text) {
    text = text.substr(0, text.find_first_of(" \t\r\n(){}[];"));
    while (!text.empty() && std::string_view(".,:").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
    if (!text.empty() && !notation::read_suffix(language, text)) return std::nullopt;
    return text;
}

/// Returns true if the words up to the next number name a piece other than a queen: `hxg8 (and it is a knight)`.
bool names_lesser_piece(const Language& language, const notation::Languages& languages, std::string_view text) {
    static constexpr std::string_view signs = " \t.,;:!?\"'({[";
    text = text.substr(0, text.find_first_of("0123456789)}]\r\n"));
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(signs), text.size()));
        const std::string_view word = text.substr(0, text.find_first_of(signs));
        if (word.empty()) return false;
        const auto role = named_piece(language, languages, word);
        if (becomes(role) && *role != Role::queen) return true;
        text.remove_prefix(word.size());
    }
}

/// Returns true for a word in the place of the piece that has no other meaning: `e8 queening`, `e8=(X)`, `e8=?`. Words
/// after a blank are comments if they are in braces or more than one.
bool is_in_place_of_piece(const Language& language, const notation::Languages& languages, const Score& score,
                          std::size_t i, const Tail& tail) {
    if (has_any_digit(tail.name)) return false;
    if (tail.name.front() == '?') return tail.has('=');
    if (notation::read_suffix(language, tail.name)) return false;
    if (tail.has('=') || tail.is_glued()) return true;
    if (tail.has('{')) return false;
    if (tail.has_brackets()) return true;
    const auto& tokens = score.tokens;
    const auto begin = static_cast<std::uint32_t>(tail.name.data() - score.text.data());
    while (i < tokens.size() && tokens[i].begin < begin) ++i;
    return score.is_word(i) && read_written_move(language, score, i).empty() &&
           !read_written_result(languages, score, i);
}

/// Reads a pawn move from token `i` to `end` with the piece of a tail. Empty: the tail names none.
WrittenMove read_with_piece(const Language& language, const notation::Languages& languages, const Score& score,
                            std::size_t i, const std::string& head, std::uint32_t end, const Tail& tail) {
    const auto marks = read_marks(language, score.text.substr(end + tail.text.size()));
    if (!marks || has_any_digit(tail.name)) return {};
    WrittenMove written = read_word(language, head + "=" + std::string(tail.name) + std::string(*marks));
    if (written.empty())
        if (const std::string_view letter = letter_of(language, languages, tail.name); !letter.empty())
            written = read_word(language, head + "=" + std::string(letter) + std::string(*marks));
    if (written.empty()) return {};
    const std::uint32_t begin = score.tokens[i].begin;
    const std::size_t length = end - begin + tail.text.size() + marks->size();
    written.begin = begin;
    written.end = begin + static_cast<std::uint32_t>(length);
    written.token_count = count_tokens(score, i, length);
    // The tail may begin a remark, `fxg8 Knight moves are too slow`; not in `fxg1 S Schach`.
    const Token& last = score.tokens[i + written.token_count - 1];
    const auto behind =
        words_of(score.text.substr(written.end, std::max(last.end, written.end) - written.end), " \t\r\n");
    if (!behind.empty() && !notation::read_suffix(language, behind.front())) return {};
    return written;
}

/// Returns true if the word at token `i`, the first of a line, begins a move rather than ending the one above.
bool begins_move(const Language& language, const Score& score, std::size_t i) {
    return spaced_words(score, i) || may_be_named_piece(score, i) || !read_written_move(language, score, i).empty();
}

/// Reads a single piece at the front of the next line, before a move, a number or the end: `gxf8` / `N`.
std::optional<WrittenMove> read_piece_below(const Language& language, const notation::Languages& languages,
                                            const Score& score, std::size_t i, const std::string& head,
                                            std::uint32_t end, std::string_view rest) {
    const auto tail = read_tail<rules::piece_below>(rest);
    if (!tail) return std::nullopt;
    WrittenMove written = read_with_piece(language, languages, score, i, head, end, *tail);
    const std::size_t next = i + written.token_count;
    if (written.empty() || (score.is_word(next - 1) && begins_move(language, score, next - 1))) return std::nullopt;
    if (score.is_word(next) && read_written_move(language, score, next).empty()) return std::nullopt;
    return written;
}

}  // namespace

std::optional<WrittenMove> read_promotion(const Language& language, const notation::Languages& languages,
                                          const Score& score, std::size_t i) {
    const bool is_algebraic = language.system() == System::algebraic;
    if (is_algebraic && !has_any_digit(score.text_of(i))) return std::nullopt;
    const std::size_t head_length = length_of_pawn_move(language, score, i);
    if (head_length == 0) return std::nullopt;
    const std::uint32_t begin = score.tokens[i].begin;
    std::string head(score.text.substr(begin, head_length));
    while (head.ends_with('.')) head.pop_back();  // `P. takes R. (queens)`
    return read_promotion_of(language, languages, score, i, head, begin + static_cast<std::uint32_t>(head_length));
}

std::optional<WrittenMove> read_promotion_of(const Language& language, const notation::Languages& languages,
                                             const Score& score, std::size_t i, const std::string& head,
                                             std::uint32_t end) {
    static constexpr std::size_t longest = 80;
    if (!lacks_piece(language, head)) return std::nullopt;
    const std::string_view rest = score.text.substr(end, longest);
    const auto unread = [](bool is_any) { return is_any ? std::optional(WrittenMove{}) : std::nullopt; };
    if (auto below = read_piece_below(language, languages, score, i, head, end, rest)) return below;
    const auto tail = read_tail<rules::piece>(rest);
    if (!tail) return unread(names_lesser_piece(language, languages, rest));
    if (WrittenMove written = read_with_piece(language, languages, score, i, head, end, *tail); !written.empty())
        return written;
    return unread(is_in_place_of_piece(language, languages, score, i, *tail) ||
                  names_lesser_piece(language, languages, rest));
}

bool is_impossible_promotion(const Language& language, const Score& score, std::size_t i) {
    const std::string_view word = score.text_of(i);
    if (language.system() != System::algebraic || !has_any_digit(word)) return false;
    const std::size_t head_length = length_of_pawn_move(language, score, i);
    if (head_length == 0) return false;
    const auto tail = read_tail<rules::piece>(word.substr(head_length));
    if (!tail) return false;
    const auto is_king_or_pawn = [&](std::string_view name) {
        const char *const begin = name.data(), *const end = begin + name.size();
        const notation::Spelling* letter = language.letters().find(notation::Sign::piece, begin, end);
        const bool is_king = letter && static_cast<Role>(letter->value) == Role::king;
        if (!is_king) letter = language.letters().find(notation::Sign::pawn, begin, end);
        return letter && letter->length == name.size();
    };
    // Promotions are read with a small letter too: `e8=q`.
    const notation::FoldedWord folded(tail->name);
    return is_king_or_pawn(folded.view()) || is_king_or_pawn(to_upper(folded.view()));
}

namespace {

/// Returns the ply that a number announces: 2 for the 2 of `2. Nf3`, 3 for that of `2... Nc6`.
std::int64_t ply_of(const Token& number, std::string_view text) {
    return 2 * (static_cast<std::int64_t>(number.value) - 1) + number.is_dotted_number(text);
}

/// Returns the number before token `i` in its line; nullopt if there is none near.
std::optional<std::size_t> number_before(const notation::Language& language, const Score& score, std::size_t i) {
    static constexpr std::size_t most = 200;  // tokens
    std::size_t depth = 0;
    for (std::size_t at = i; at-- > 0 && i - at < most;) {
        const Token::Kind kind = score.tokens[at].kind;
        if (kind == Token::Kind::open && depth == 0) return std::nullopt;
        depth += kind == Token::Kind::close;
        depth -= kind == Token::Kind::open;
        if (kind == Token::Kind::number && depth == 0 && !may_begin_move(language, score.tokens[at])) return at;
    }
    return std::nullopt;
}

/// Number of moves from a number to the next in its line, without null moves and signs.
struct CountedMoves {
    std::int64_t count;
    std::size_t end;  ///< the token of the next number, or the end of the line
};

CountedMoves count_moves(const notation::Language& language, const Score& score, std::size_t number) {
    const auto tokens = score.tokens;
    std::int64_t count = 0;
    for (std::size_t at = number + 1; at < tokens.size();) {
        const Token& token = tokens[at];
        if (token.kind == Token::Kind::close || token.kind == Token::Kind::result) return {count, at};
        if (token.kind == Token::Kind::open) {
            at = std::min(end_of_bracket(tokens, at), tokens.size() - 1);
        } else if (may_begin_move(language, token)) {
            const WrittenMove written = read_written_move(language, score, at);
            const bool is_word = token.kind == Token::Kind::word && !is_mere_sign(token.in(score.text));
            count += written.empty() ? is_word : !written.is_null_move();
            at += written.empty() ? 0 : written.token_count - 1;
        } else if (token.kind == Token::Kind::number) {
            return {count, at};
        }
        ++at;
    }
    return {count, tokens.size()};
}

/// Number of moves counted from a number on, and number of moves that it and the next number announce.
struct Tally {
    std::int64_t counted, announced;
    std::optional<std::size_t> next;  ///< token of the next number
};

Tally tally_from(const notation::Language& language, const Score& score, std::size_t number) {
    const auto [count, end] = count_moves(language, score, number);
    const std::int64_t ply = ply_of(score.tokens[number], score.text);
    const bool has_next = end < score.tokens.size() && score.tokens[end].kind == Token::Kind::number;
    const std::int64_t next = has_next ? ply_of(score.tokens[end], score.text) : ply + 2 - ply % 2;
    return {count, next - ply, has_next ? std::optional(end) : std::nullopt};
}

/// Returns true for two or more letters, perhaps with punctuation after them; not for `OO`.
bool is_word_of_letters(std::string_view word) {
    static constexpr std::string_view marks = ".,;:!?";
    while (!word.empty() && marks.find(word.back()) != marks.npos) word.remove_suffix(1);
    const auto is_part = [](char c) { return is_letter(c) || !is_ascii(c); };
    return utf8::length(word) >= 2 && !has_any_digit(word) && std::all_of(word.begin(), word.end(), is_part) &&
           word.find_first_not_of("Oo") != word.npos;
}

}  // namespace

bool is_one_too_many(const notation::Language& language, const Score& score, std::size_t i) {
    const auto number = number_before(language, score, i);
    if (!number) return false;
    const Tally tally = tally_from(language, score, *number);
    return tally.counted > 0 && tally.counted == tally.announced;
}

bool may_name_piece(std::string_view word) {
    static constexpr std::size_t longest = 4;
    return !word.empty() && utf8::length(word) <= longest && (is_upper(word.front()) || !is_ascii(word.front())) &&
           std::none_of(word.begin() + 1, word.end(), is_upper);
}

bool is_bare_square(const WrittenMove& written) {
    if (written.readings.empty()) return false;
    const notation::Reading& reading = written.readings[0];
    return reading.kind == notation::Reading::Kind::move && reading.role == notation::Role::pawn &&
           !reading.from_file && !reading.capture;
}

bool is_remark(const notation::Language& language, const Score& score, std::size_t i) {
    const std::string_view word = score.text_of(i);
    if (language.system() != notation::System::algebraic || !is_word_of_letters(word)) return false;
    const auto number = number_before(language, score, i);
    if (!number) return false;
    if (score.is_word(i + 1)) {
        const std::string joined = std::string(word) + std::string(score.text_of(i + 1));
        const bool may_belong = may_name_piece(word) && is_bare_square(read_written_move(language, score, i + 1));
        if (may_belong || !notation::read_move(language, joined).empty()) return false;
    }
    const Tally here = tally_from(language, score, *number);
    if (here.announced <= 0 || here.counted != here.announced + 1) return false;
    if (!here.next) return true;
    const Tally after = tally_from(language, score, *here.next);  // not `better 3. Bb5 a6 3. d4`
    return after.next ? after.counted == after.announced : after.counted <= after.announced;
}

}  // namespace cofnod::importers
