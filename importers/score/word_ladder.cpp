#include "importers/score/word_ladder.hpp"

namespace cofnod::importers {

namespace {

bool is_null_move(const WrittenMove& written) {
    return !written.readings.empty() && written.readings[0].kind == notation::Reading::Kind::null_move;
}

}  // namespace

bool WordLadder::begins_word(std::size_t i) const {
    const Token& token = score_.tokens[i];
    return may_begin_move(language_, token) &&
           (token.kind != Token::Kind::nag || !read_written_move(language_, score_, i).empty());
}

std::size_t WordLadder::read_word(std::size_t i) {
    const WrittenMove own = read_written_move(language_, score_, i);
    if ((own.empty() || is_null_move(own)) && is_behind_move() && parts_moves(language_, score_, i)) {
        pass_mark();
        return i + 1;
    }
    const GuestMoves guests = read_as_guests(i);
    if (!own.empty() || !guests.empty())
        if (const std::size_t next = play(i, own, guests)) return next;
    if (const WrittenMove spaced = read_spaced_move(language_, score_, i); !spaced.empty())
        if (const std::size_t next = play(i, spaced, {})) return next;
    if (own.empty())
        if (const std::size_t next = read_no_move(i)) return next;
    const Situation* situation = where_to_repair(i);
    if (!situation) return 0;
    const std::optional<Repair> found = repair(language_, score_, i, *situation, attempts_);
    return found ? play_repair(i, *found) : 0;
}

GuestMoves WordLadder::read_as_guests(std::size_t i) const {
    GuestMoves moves;
    for (const notation::Language* guest : guests_) {
        if (guest == &language_) continue;
        WrittenMove written = read_written_move(*guest, score_, i);
        if (!written.empty() && !written.readings[0].loose) moves.push_back({*guest, std::move(written)});
    }
    return moves;
}

/// A mark or a result.
std::size_t WordLadder::read_no_move(std::size_t i) {
    if (is_behind_move() && is_said_of_move(languages_, language_, score_.tokens[i].in(score_.text), attempts_)) {
        pass_mark();
        return i + 1;
    }
    return take_result_words(i);
}

}  // namespace cofnod::importers
