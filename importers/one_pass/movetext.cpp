#include "importers/one_pass/movetext.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/ascii.hpp"
#include "base/line_break.hpp"
#include "chess/resolve_named.hpp"
#include "chess/san.hpp"
#include "game/played_line.hpp"
#include "game/record.hpp"
#include "grammar/pgn.hpp"
#include "importers/score/comment_text.hpp"
#include "importers/score/told_result.hpp"
#include "importers/score/unread_comment.hpp"

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

/// Returns a result in signs, with a blank or the end behind it.
inline std::optional<Result> Movetext::result_at_front() const {
    const bool may_be_result = *at_ == '*' || (end_ - at_ > 2 && (at_[1] == '-' || at_[1] == '/'));
    if (!may_be_result) return std::nullopt;
    const std::string_view rest = text_.substr(place_of(at_));
    return result_from(rest.substr(0, rest.find_first_of(" \n\r\t")));
}

inline bool Movetext::take_sign() {
    if (is_digit(*at_)) return take_number();
    if (*at_ == '{') return take_comment();
    if (*at_ == '$') return take_nag();
    return *at_++ == '.';
}

/// Takes `12.` or `12...`.
inline bool Movetext::take_number() {
    const int due = position_.fullmove_number();
    int number = 0;
    const char* at = at_;
    for (; at != end_ && is_digit(*at) && number <= due; ++at) number = number * 10 + (*at - '0');
    if (number != due || at == end_ || *at != '.') return false;
    while (at != end_ && *at == '.') ++at;
    at_ = at;
    return true;
}

[[gnu::always_inline]] inline bool Movetext::play(chess::Role role, chess::Move move, const PlainWord& word) {
    if (move.is_null()) return false;
    packer_.push(position_, role, move);
    position_.play(move);
    if (line_) line_->add(move, position_.key());
    ++record_.ply_count;

    is_check_ = position_.is_check_after(move);
    mark_ = is_check_ ? chess::check_mark(position_) : notation::CheckMark::none;
    if (word.check != mark_) {
        if (word.check == notation::CheckMark::mate) return false;
        is_faithful_ = false;
    }
    alphabet_.add_ascii(static_cast<unsigned char>(*at_));
    at_ = behind_move_ = word.end;
    return true;
}

[[gnu::always_inline]] inline bool Movetext::take(const PlainWord& word) {
    using Kind = PlainWord::Kind;
    if (word.kind == Kind::move) [[likely]]
        return play(word.named.role, chess::resolve_named(position_, word.named, is_check_), word);
    if (word.kind == Kind::none) return false;
    const bool is_long = word.kind == Kind::castle_queen_side;
    return play(chess::Role::king, castling(is_long ? chess::CastlingSide::queen_side : chess::CastlingSide::king_side),
                word);
}

inline bool Movetext::take_word() {
    return end_ - at_ >= PlainWords::most_looked_at ? take(words_.read(at_)) : take(words_.read_near_end(at_, end_));
}

std::optional<Found> Movetext::read(std::size_t at) {
    at_ = text_.data() + at;
    skip_blanks();
    first_ = at_ + (at_ != end_ && (*at_ == '{' || *at_ == '$'));  // the text of a comment, the number of a NAG
    for (; at_ != end_; skip_blanks()) {
        if (is_letter(*at_)) {
            if (!take_word()) return std::nullopt;
        } else if (const auto result = result_at_front()) {
            return finish(*result);
        } else if (!take_sign()) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

std::optional<Found> Movetext::finish(Result written) {
    if (record_.ply_count == 0 || record_.ply_count > limits_.plies || !settle_result(written) || is_result_told(at_))
        return std::nullopt;
    const std::size_t end = place_of(at_) + to_text(written).size();
    at_ = text_.data() + end;
    skip_blanks();
    if (!is_at_end_of_game()) return std::nullopt;
    record_.moves = packer_.bytes();
    record_.final_check = final_check_of(position_.key());
    return Found{place_of(first_), end, alphabet_, is_faithful_};
}

/// Returns castling, or the null move if it is not legal.
chess::Move Movetext::castling(chess::CastlingSide side) const {
    const chess::CastlingJudgement judgement = chess::judge_castling(position_, side);
    return judgement.fault ? chess::Move::null() : judgement.move;
}

bool Movetext::take_comment() {
    ++at_;
    const void* const brace = std::memchr(at_, '}', static_cast<std::size_t>(end_ - at_));
    if (!brace) return false;
    const std::string_view written(at_, static_cast<std::size_t>(static_cast<const char*>(brace) - at_));
    for (std::size_t at = written.find('['); at != written.npos; at = written.find('[', at + 1))
        if (at > 0 && is_line_break(written[at - 1])) return false;  // may be the tag of a game
    const std::string text = comment_text(written);
    if (unread_text(text) || (record_.ply_count == 0 && text.starts_with("[%tag "))) return false;
    is_faithful_ = is_faithful_ && text.size() == written.size();
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, text);
    at_ += written.size() + 1;
    return true;
}

bool Movetext::take_nag() {
    static constexpr std::ptrdiff_t most_digits = 9;
    const char* const begin = ++at_;
    std::uint32_t number = 0;
    for (; at_ != end_ && is_digit(*at_) && at_ - begin <= most_digits; ++at_)
        number = number * 10 + static_cast<std::uint32_t>(*at_ - '0');
    if (at_ == begin || at_ - begin > most_digits) return false;
    record_.annotations.add(Annotations::Kind::nag, record_.ply_count, number);
    return true;
}

bool Movetext::is_at_end_of_game() const {
    return at_ == end_ || grammar::pgn::looks_like_tag(text_.substr(place_of(at_)));
}

/// Returns false where the tag or mate on the board contradicts the result.
bool Movetext::settle_result(Result written) {
    const bool has_tag = record_.result != Result::unknown && record_.tags.find("Result");
    if (!has_tag) record_.result = written;
    if (written != record_.result) return false;
    const Result mate = position_.turn() == chess::Color::white ? Result::black_wins : Result::white_wins;
    return mark_ != notation::CheckMark::mate || written == Result::unknown || written == mate;
}

/// Returns true if a comment behind the last move, before `end`, gives a result in words.
bool Movetext::is_result_told(const char* end) const {
    const std::string_view rest(behind_move_, static_cast<std::size_t>(end - behind_move_));
    for (std::size_t at = rest.find('{'); at != rest.npos; at = rest.find('{', at)) {
        const std::size_t begin = at + 1;
        at = rest.find('}', begin);
        if (told_result(languages_, record_.tags, trimmed(rest.substr(begin, at - begin)))) return true;
    }
    return false;
}

}  // namespace cofnod::importers::one_pass
