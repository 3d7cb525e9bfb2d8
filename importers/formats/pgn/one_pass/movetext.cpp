#include "importers/formats/pgn/one_pass/movetext.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/resolve_named.hpp"
#include "games/chess/san.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/record.hpp"
#include "grammar/pgn.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/decoder/result_words.hpp"
#include "importers/formats/page/markup.hpp"
#include "importers/formats/pgn/one_pass/word.hpp"

namespace cofnod::importers::one_pass {

Movetext::Movetext(std::string_view text, const PlainWords& words, const notation::Languages& languages,
                   const Limits& limits, const chess::Position& start, GameRecord& record, PlayedLine* line)
    : text_(text),
      end_(text.data() + text.size()),
      words_(words),
      languages_(languages),
      limits_(limits),
      record_(record),
      line_(line),
      position_(start),
      packer_(start) {
    if (line_) line_->begin(start.key());
}

/// Returns a result at `at` that is followed by a blank or the end of the text.
inline std::optional<Result> Movetext::result_at(const char* at) const {
    const bool may_be_result = *at == '*' || (end_ - at > 2 && (at[1] == '-' || at[1] == '/'));
    if (!may_be_result) return std::nullopt;
    const std::string_view rest = text_.substr(place_of(at));
    const auto result = result_from(rest.substr(0, rest.find_first_of(" \n\r\t")));
    return result == Result::both_lose && record_.result != result ? std::nullopt : result;  // `0-0` castles
}

inline bool Movetext::begins_word(const char* at) const {
    if (is_letter(*at) || !is_ascii(*at)) return true;
    return is_digit(*at) && end_ - at > 1 && !is_ascii(at[1]);
}

inline const char* Movetext::take_sign(const char* at) {
    if (is_digit(*at)) return take_number(at);
    if (*at == '{') return take_comment(at + 1);
    if (*at == '$') return take_nag(at + 1);
    return *at == '.' ? at + 1 : nullptr;
}

/// Parses `12.` or `12...`.
inline const char* Movetext::take_number(const char* at) const {
    const int due = position_.fullmove_number();
    int number = 0;
    for (; at != end_ && is_digit(*at) && number <= due; ++at) number = number * 10 + (*at - '0');
    if (number != due || at == end_ || *at != '.') return nullptr;
    const char* const dots = at;
    while (at != end_ && *at == '.') ++at;
    const bool may_begin_game = number == 1 && at - dots == 1 && record_.ply_count > 0;
    return may_begin_game ? nullptr : at;
}

/// Plays castling, a promotion or a capture en passant; returns false for the null move, which means that no move fits.
bool Movetext::play_rare(chess::Move move) {
    if (move.is_null()) return false;
    if (move.kind() == chess::Move::Kind::promotion) promoted_ |= notation::PlainMoves::bit(move.promotion_role());
    packer_.push(position_, move);
    position_.play(move);
    is_check_ = position_.is_check();
    return true;
}

/// Records the move just played and compares its written check mark with the board; returns `end`, the end of its word.
[[gnu::always_inline]] inline const char* Movetext::behind(chess::Move move, notation::CheckMark written,
                                                           const char* end) {
    if (line_) line_->add(move, position_.key());
    ++record_.ply_count;
    behind_move_ = end;
    mark_ = is_check_ ? chess::check_mark(position_) : notation::CheckMark::none;
    if (written == mark_) [[likely]]
        return end;
    is_faithful_ = false;
    const bool is_weaker = written == notation::CheckMark::none || mark_ == notation::CheckMark::mate;
    return is_weaker ? end : nullptr;  // a false mark needs a note
}

/// Plays a parsed move. `role` is the moving piece, a compile-time constant in most callers.
[[gnu::always_inline]] inline const char* Movetext::take(const PlainMove& word, chess::Role role) {
    if (!word.end) return nullptr;
    const chess::Move move = chess::resolve_named(position_, word.named, is_check_);
    if (move.kind() == chess::Move::Kind::ordinary) [[likely]] {
        packer_.push(position_, role, move);
        position_.play(move, role);
        is_check_ = position_.is_check_after(move, role);
    } else if (!play_rare(move)) {
        return nullptr;
    }
    return behind(move, word.check, word.end);
}

/// Parses the rest of a move after its piece letter, with the role as a compile-time constant.
template <chess::Role role>
const char* Movetext::take_move(const char* at) {
    return take(words_.read_move(at, role), role);
}

const char* Movetext::take_lettered_move(const char* at) {
    const PlainMove word = words_.lettered_words()->read(at, leads_);
    return take(word, word.named.role);
}

const char* Movetext::take_castling(const char* at) {
    const PlainCastling word = PlainWords::read_castling(at);
    if (!word.end) return nullptr;
    const chess::CastlingJudgement judgement = chess::judge_castling(position_, word.side);
    if (judgement.fault || !play_rare(judgement.move)) return nullptr;
    return behind(judgement.move, word.check, word.end);
}

constexpr std::uint8_t number_of(notation::Role role) { return static_cast<std::uint8_t>(role); }

/// Parses a word; at least PlainWords::most_looked_at bytes must be readable from `at` on.
[[gnu::always_inline]] inline const char* Movetext::take_word(const char* at) {
    using notation::Role;
    const char* behind = at + 1;
    std::uint8_t role = words_.role_named_by(at);
    if (role == PlainWords::lettered) return take_lettered_move(at);
    if (role == PlainWords::beyond_ascii) {
        const Sign& letter = words_.letter_at(at);
        if (letter.length == 0) return nullptr;
        alphabet_.add(letter.first);
        behind = at + letter.length;
        role = number_of(letter.role);
    } else {
        alphabet_.add_ascii(static_cast<unsigned char>(*at));
    }
    switch (role) {  // the only branch on the role, often mispredicted
        case number_of(Role::pawn): return take_move<Role::pawn>(at);
        case number_of(Role::knight): return take_move<Role::knight>(behind);
        case number_of(Role::bishop): return take_move<Role::bishop>(behind);
        case number_of(Role::rook): return take_move<Role::rook>(behind);
        case number_of(Role::queen): return take_move<Role::queen>(behind);
        case number_of(Role::king): return take_move<Role::king>(behind);
        default: return take_castling(at);
    }
}

const char* Movetext::take_word_near_end(const char* at) {
    std::array<char, PlainWords::most_looked_at> copy{};
    std::copy(at, end_, copy.begin());
    const char* const behind = take_word(copy.data());
    return behind ? behind_move_ = at + (behind - copy.data()) : nullptr;
}

std::optional<Found> Movetext::read(std::size_t begin) {
    const char* at = behind_blanks(text_.data() + begin);
    first_ =
        at + (at != end_ &&
              (*at == '{' ||
               *at == '$'));  // skips the delimiter: a comment token begins with its text, a NAG token with its number
    for (; at != end_; at = behind_blanks(at)) {
        if (begins_word(at)) {
            at = end_ - at >= PlainWords::most_looked_at ? take_word(at) : take_word_near_end(at);
        } else if (const auto result = result_at(at)) {
            return finish(at, *result);
        } else {
            at = take_sign(at);
        }
        if (!at) return std::nullopt;
    }
    return std::nullopt;
}

/// Ends the game with the result at `at`.
std::optional<Found> Movetext::finish(const char* at, Result written) {
    if (record_.ply_count == 0 || record_.ply_count > limits_.plies || !settle_result(written) || is_result_told(at))
        return std::nullopt;
    const std::size_t end = place_of(at) + to_text(written).size();
    read_up_to_ = behind_blanks(text_.data() + end);
    if (!is_at_end_of_game()) return std::nullopt;
    if (words_.lettered_words()) words_.lettered_words()->add_to(alphabet_, leads_);
    record_.moves = packer_.bytes();
    record_.final_check = final_check_of(position_.key());
    return Found{place_of(first_), end, alphabet_, promoted_, is_faithful_};
}

/// Parses a comment after its opening brace.
const char* Movetext::take_comment(const char* at) {
    const void* const brace = std::memchr(at, '}', static_cast<std::size_t>(end_ - at));
    if (!brace) return nullptr;
    const std::string_view written(at, static_cast<std::size_t>(static_cast<const char*>(brace) - at));
    for (std::size_t i = written.find('['); i != written.npos; i = written.find('[', i + 1))
        if (i > 0 && is_line_break(written[i - 1])) return nullptr;  // may be a tag
    const std::string text = comment_text(written);
    if (page::may_have_entity(text) || unread_text(text) || undecided_move(text) ||
        (record_.ply_count == 0 && text.starts_with("[%tag ")))
        return nullptr;
    is_faithful_ = is_faithful_ && text.size() == written.size();
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, text);
    return at + written.size() + 1;
}

/// Parses the number of a NAG.
const char* Movetext::take_nag(const char* at) {
    static constexpr std::ptrdiff_t most_digits = 9;
    const char* const begin = at;
    std::uint32_t number = 0;
    for (; at != end_ && is_digit(*at) && at - begin <= most_digits; ++at)
        number = number * 10 + static_cast<std::uint32_t>(*at - '0');
    if (at == begin || at - begin > most_digits) return nullptr;
    record_.annotations.add(Annotations::Kind::nag, record_.ply_count, number);
    return at;
}

bool Movetext::is_at_end_of_game() const {
    return read_up_to_ == end_ || grammar::pgn::looks_like_tag(text_.substr(place_of(read_up_to_)));
}

/// Returns false if the tag or the board contradicts the result.
bool Movetext::settle_result(Result written) {
    const bool has_tag = record_.result != Result::unknown && record_.tags.find("Result");
    if (!has_tag) record_.result = written;
    if (written != record_.result) return false;
    if (written == Result::unknown) return true;
    if (mark_ == notation::CheckMark::mate)
        return written == (position_.turn() == chess::Color::white ? Result::black_wins : Result::white_wins);
    return written == Result::draw || !chess::result_of(position_);
}

/// Returns true if a comment after the last move, before `end`, states a result in words.
bool Movetext::is_result_told(const char* end) const {
    const std::string_view rest(behind_move_, static_cast<std::size_t>(end - behind_move_));
    for (std::size_t at = rest.find('{'); at != rest.npos; at = rest.find('{', at)) {
        const std::size_t begin = at + 1;
        at = rest.find('}', begin);
        if (told_result(languages_, record_.tags, trimmed(rest.substr(begin, at - begin)))) return true;
    }
    return false;
}

namespace {

/// Bytes that end a word. A lookup is cheaper than comparisons.
constexpr auto ends_word = [] {
    std::array<bool, 256> ends{};
    for (std::size_t byte = 0; byte < ends.size(); ++byte) ends[byte] = detail::is_end(static_cast<char>(byte));
    return ends;
}();

}  // namespace

Head head_of(std::string_view text) {
    static constexpr std::size_t usual = 160;  // tokens
    Head head{.tokens = {}, .words = 0, .is_all = true};
    head.tokens.reserve(usual);
    for (const char *at = text.data(), *const end = at + text.size();;) {
        while (at != end && static_cast<unsigned char>(*at) <= ' ') ++at;
        if (at == end) return head;
        Token token{.kind = Token::Kind::word, .begin = static_cast<std::uint32_t>(at - text.data()), .end = 0};
        std::uint32_t number = 0;
        for (; at != end && is_digit(*at); ++at) number = number * 10 + static_cast<std::uint32_t>(*at - '0');
        if (at != end && *at == '.') {
            while (at != end && *at == '.') ++at;
            token.kind = Token::Kind::number;
            token.value = number;
        } else {
            while (at != end && !ends_word[static_cast<unsigned char>(*at)]) ++at;
        }
        token.end = static_cast<std::uint32_t>(at - text.data());
        head.is_all = token.begin != token.end;
        if (!head.is_all) return head;
        head.tokens.push_back(token);
        head.words += token.kind == Token::Kind::word;
    }
}

}  // namespace cofnod::importers::one_pass
