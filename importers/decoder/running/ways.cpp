#include <algorithm>
#include <string>

#include "importers/decoder/running/evidence_search.hpp"

namespace cofnod::importers::running {

// The ways from one move of a line to the next, and their evidence.

namespace {

constexpr PlaceInText farthest = 6000;  ///< signs of a remark that a line may pass over

/// Returns true for numbers that differ by one digit.
bool are_alike(std::int32_t a, std::int32_t b) {
    const std::string one = std::to_string(a), other = std::to_string(b);
    const std::size_t most = std::max(one.size(), other.size());
    if (most > std::min(one.size(), other.size()) + 1) return false;
    const auto same_begin = static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
    std::size_t same_end = 0;
    while (same_end < std::min(one.size(), other.size()) - same_begin &&
           one[one.size() - 1 - same_end] == other[other.size() - 1 - same_end])
        ++same_end;
    return same_begin + same_end + 1 >= most;
}

}  // namespace

/// Returns true if the number that is due comes in the column of the numbers before it, further below.
bool EvidenceSearch::goes_on_in_column(const State& state, std::int32_t due) const {
    if (!state.is_in_columns) return false;
    static constexpr int most = 20;  // numbers
    auto number = std::ranges::lower_bound(scored_, state.end, {}, &ScoredNumber::begin);
    for (int count = 0; number != scored_.end() && count < most && number->value > 1; ++number, ++count) {
        if (std::abs(number->column - state.column) > 1) continue;
        if (number->value <= due) return number->value == due;
    }
    return false;
}

/// Returns true for a number 1 with a move at the beginning of a line.
bool EvidenceSearch::begins_game_at(PlaceInText at) const { return std::ranges::binary_search(ones_, at); }

/// Returns the place after a mark of a note, a letter alone, `9 Kt-B3 a P-KB4` or `Q-K 2-n`; the place itself if there
/// is none.
PlaceInText EvidenceSearch::behind_note_mark(PlaceInText at) const {
    const PlaceInText letter = at + (text_[at] == U'-');
    const bool is_mark = is_letter_sign(text_[letter]) && !text_.goes_on(letter + 1) &&
                         (letter > at || !is_capital_sign(text_[letter]) || text_.is_glued(letter));
    return is_mark ? letter + 1 : at;
}

float EvidenceSearch::boards_between(const State& state, PlaceInText to) const {
    static constexpr std::size_t most_misprinted = 3;
    const std::uint32_t from_byte = text_.end_byte(state.end), to_byte = text_.byte(to);
    float cost = 0;
    const auto boards = text_.boards();
    for (auto board = std::ranges::lower_bound(boards, from_byte, {}, &Diagram::begin);
         board != boards.end() && board->end <= to_byte; ++board) {
        if (&*board == board_) {  // the start of the line
            cost += weights_.past_end;
            continue;
        }
        const std::size_t differing = differing_squares(state.position, board->placement).size();
        cost += differing <= most_misprinted
                    ? weights_.board_square * static_cast<float>(differing) - weights_.board_agrees
                    : weights_.board_other;
    }
    return cost;
}

/// Returns the cost of passing over the text between the last move and a place.
float EvidenceSearch::crossing(const State& state, PlaceInText to) const {
    static constexpr float impassable = 1000, most_skipped = 60;
    static constexpr PlaceInText shortest = 4, reach_of_end = 12;
    const PlaceInText from = state.end;
    float cost = 0;
    const auto over = std::ranges::lower_bound(text_.strong_ends(), from);
    if (over != text_.strong_ends().end() && *over < to && *over - from < reach_of_end && state.ply > 1)
        cost += weights_.past_end;
    if (to - from < shortest) return cost;
    if (state.ply > 0) {
        float worst = 0;
        for (auto wall = std::ranges::lower_bound(walls_, from, {}, &Wall::begin);
             wall != walls_.end() && wall->begin <= to; ++wall)
            worst = std::max(worst, wall->end < to || !wall->begins_line ? weights_.skipped_game : impassable);
        cost += worst;
        const auto ones = std::ranges::upper_bound(ones_, to) - std::ranges::lower_bound(ones_, from);
        cost += (forbids_starts_ ? impassable : weights_.skipped_first) * static_cast<float>(ones);
        float skipped = 0;
        for (auto number = std::ranges::lower_bound(scored_, from, {}, &ScoredNumber::begin);
             number != scored_.end() && number->begin < to && skipped < most_skipped; ++number) {
            const bool is_other = state.column == no_column || std::abs(number->column - state.column) > 1;
            skipped += is_other                       ? weights_.skipped_other
                       : number->value < state.number ? weights_.skipped_earlier
                                                      : weights_.skipped_line;
        }
        cost += std::min(skipped, most_skipped);
    }
    return cost + boards_between(state, to);
}

void EvidenceSearch::add_way(const State& state, PlaceInText place, float cost, std::int32_t column, std::uint8_t form,
                             std::int32_t number, std::pair<PlaceInText, PlaceInText> written,
                             std::vector<Way>& out) const {
    if (place >= text_.size() || is_taken(place)) return;
    const int deeper = text_.depth(place) - state.depth;
    if (deeper > 0) cost += weights_.bracket * static_cast<float>(deeper);
    if (deeper < 0 && state.ply > 0) cost += weights_.bracket;
    if (place - state.end > near_by && !text_.begins_line(place) && text_.is_in_prose(place))
        cost += weights_.line_of_prose;
    if (text_.is_after_cue(written.first))
        cost += weights_.cue;
    else if (text_.is_supposed(written.first))
        cost += weights_.supposed;
    out.push_back({place, cost, column, form, number, written.first, written.second});
}

void EvidenceSearch::ways_by_number(const State& state, const NumberInText& number, float cost, std::int32_t due,
                                    std::vector<Way>& out) {
    static constexpr std::uint8_t form_bits = 14;
    const bool whites = is_white(state.position), is_near = number.begin - state.end <= near_by;
    const std::int32_t column = number.may_be_column ? number.column : no_column;
    if (number.is_first) cost -= weights_.number_at_line;
    if (number.is_misread) cost += weights_.number_misread;
    if (continues_other_line(state, number)) cost += weights_.other_line;
    if (state.form != no_form) {
        const bool is_same = state.column != no_column && std::abs(column - state.column) <= 1;
        if (is_same)
            cost -= weights_.column_same;
        else if (state.column != no_column && (state.is_in_columns || !is_near))
            cost += (column == no_column ? weights_.column_lost : weights_.column_other) +
                    (goes_on_in_column(state, due) ? weights_.column_left : 0);
        else if (!is_near && column != no_column)
            cost += weights_.column_gained;
        if (whites && ((number.form() ^ state.form) & form_bits) != 0) cost += weights_.number_other_form;
    }
    if (whites && number.dots >= 3) cost += weights_.white_with_dots;
    if (!whites && number.dots < 2 && !state.numbers_black) cost += weights_.black_without_dots;
    const bool keeps_column = state.is_in_columns && column == no_column;
    add_way(state, number.end, cost, keeps_column ? state.column : column, whites ? number.form() : state.form, due,
            {number.begin, number.end}, out);
    if (!whites && state.parent != no_parent) way_to_repeated(state, number, cost, column, due, out);
}

/// Finds Black's move after a repetition of White's: `7 B-Q3 Kt-B3` below `7 B-Q3`.
void EvidenceSearch::way_to_repeated(const State& state, const NumberInText& number, float cost, std::int32_t column,
                                     std::int32_t due, std::vector<Way>& out) {
    static constexpr float most_cost = 2;
    static constexpr PlaceInText most_signs = 6;
    const chess::Position& before = states_[static_cast<std::size_t>(state.parent)].position;
    Candidates moves;
    for (const TextReading& reading : lattice_.at(number.end)) {
        if (reading.cost > most_cost || (state.languages & reading.languages) == 0) continue;
        meaning(before, reading, moves);
        if (std::ranges::find(moves, state.move, &Candidate::move) == moves.end()) continue;
        PlaceInText end = reading.end;
        while (end - reading.end < most_signs && is_one_of(text_[end], ".,:;-")) ++end;
        out.push_back({end, cost + weights_.white_repeated - (state.numbers_black ? 0 : weights_.black_without_dots),
                       column != no_column ? column : state.column, state.form, due, number.begin, number.end, true});
        return;
    }
}

void EvidenceSearch::ways_from(const State& state, std::vector<Way>& out) {
    static constexpr PlaceInText most_signs = 8, least_reply = 3;
    out.clear();
    const auto& numbers = text_.numbers();
    const bool whites = is_white(state.position), is_opening = state.ply == 0;
    PlaceInText next = state.end;
    while (next - state.end < most_signs && is_one_of(text_[next], ".,:;-!?)(]\"'*_|") &&
           !(text_[next] == U'*' && text_.begins_line(next)))
        ++next;
    // Without a number, or with one that cannot be read, from `begin` on.
    const auto add = [&](PlaceInText place, float cost, PlaceInText begin) {
        add_way(state, place, cost, state.column, state.form, state.number, {begin, place}, out);
    };
    if (!whites) add(next, next - state.end < least_reply ? 0 : weights_.reply_apart, next);
    if (const PlaceInText behind = behind_note_mark(state.end); !is_opening && behind > state.end && !whites)
        add(behind, weights_.note_mark, behind);
    if (whites && !is_opening) {
        add(next, weights_.white_without_number, next);
        // A number that cannot be read: `A.` for 4., `tS` for 6.
        static constexpr PlaceInText longest_number = 3;
        for (PlaceInText end = next + 1; end - next <= longest_number && is_word_sign(text_[end - 1]); ++end) {
            if (begins_game_at(next)) break;
            const PlaceInText place = end + (text_[end] == U'.');
            add(place, weights_.white_without_number + weights_.number_misread, next);
        }
    }

    // The number that is due, here or after a remark.
    static constexpr std::size_t most_numbers = 10;
    const auto due = text_.numbers_of(state.number);
    const auto begin_of = [&](std::uint32_t i) { return numbers[i].begin; };
    const auto first = std::ranges::lower_bound(due, state.end - 1, {}, begin_of);
    for (auto i = first; i != due.end() && static_cast<std::size_t>(i - first) < most_numbers; ++i) {
        const NumberInText& number = numbers[*i];
        const PlaceInText distance = number.begin - state.end;
        if (distance > (is_opening ? near_by : farthest)) break;
        const auto signs = static_cast<float>(distance);
        float cost = distance <= near_by ? -weights_.number_direct
                     : is_opening        ? weights_.start_sign * signs
                                         : weights_.jump + std::min(weights_.jump_most, weights_.jump_sign * signs);
        cost += crossing(state, number.begin);
        ways_by_number(state, number, cost, state.number, out);
    }
    if (is_opening) return;

    // The next column of the page begins at the height of the first line.
    static constexpr PlaceInText before_start = 400;
    if (whites) {
        const PlaceInText start = states_.front().end;
        const std::int32_t line = text_.line(start);
        for (auto i = std::ranges::lower_bound(due, start - before_start, {}, begin_of); i != due.end(); ++i) {
            const NumberInText& number = numbers[*i];
            if (number.begin >= state.end) break;
            if (number.is_first) continue;
            if (number.line >= line - 1 && number.line <= line + 2)
                ways_by_number(state, number, weights_.column_next, state.number, out);
        }
    }

    // A misprinted number: next to the move, or at the beginning of a line in the same column.
    static constexpr int most_wrong = 3;
    static constexpr PlaceInText reach = 6, reach_in_column = 600;
    static constexpr float skipped_move = 0.5F;
    auto wrong = std::ranges::lower_bound(numbers, state.end - 1, {}, &NumberInText::begin);
    for (int count = 0; wrong != numbers.end() && count < most_wrong; ++wrong, ++count) {
        const PlaceInText distance = wrong->begin - state.end;
        if (distance > (wrong->is_first && state.column != no_column ? reach_in_column : reach)) break;
        const bool is_in_column = wrong->is_first && std::abs(wrong->column - state.column) <= 1;
        if (wrong->value == state.number || (distance > reach && !is_in_column)) continue;
        if (distance > reach && !are_alike(wrong->value, state.number)) continue;
        // A number 1 at the beginning of a line begins another game, unless it may be what is left of 10, 11, 21.
        if (begins_game_at(wrong->begin) && !(state.number >= 10 && (state.number / 10 == 1 || state.number % 10 == 1)))
            continue;
        float cost = weights_.number_wrong + crossing(state, wrong->begin);
        if (whites && wrong->value == state.number - 1) cost += weights_.number_again;
        if (distance > reach) cost += weights_.jump + weights_.jump_sign * static_cast<float>(distance);
        ways_by_number(state, *wrong, cost, state.number, out);
        if (whites && wrong->value > state.number && wrong->value < state.number + 3)
            ways_by_number(state, *wrong, cost + skipped_move, wrong->value, out);
    }

    // A reply after a remark, without its number.
    static constexpr PlaceInText reach_of_reply = 700, reach_of_bracket = 300;
    static constexpr float in_column = 2;
    if (whites) return;
    const float column = state.column == no_column ? 0 : in_column;
    for (auto reply = std::ranges::upper_bound(replies_, next);
         reply != replies_.end() && *reply < next + reach_of_reply; ++reply) {
        const PlaceInText place = behind_note_mark(*reply);
        const float cost = weights_.reply_sign * static_cast<float>(place - next) + column;
        if (text_.begins_line(*reply))
            add(place, weights_.reply_at_line + cost + crossing(state, place), place);
        else if (place - next < reach_of_bracket)
            add(place, weights_.reply_after_bracket + cost - column, place);
    }
}

/// Returns true if a way leads to the very next words, or in columns to the next move of the column.
bool EvidenceSearch::is_direct(const State& state, const Way& way) const {
    const bool has_number = way.number_begin < way.number_end;
    const PlaceInText begin = has_number ? way.number_begin : way.place;
    static constexpr float plain = 1;  // in bits
    if (way.cost > plain || begin - state.end > near_by || text_.depth(way.place) > state.depth) return false;
    if (text_.line(way.place) != text_.line(std::max(state.end - 1, 0)) && text_.is_in_prose(way.place)) return false;
    if (!state.is_in_columns) return true;
    return has_number ? std::abs(way.column - state.column) <= 1 && text_.begins_line(begin)
                      : !text_.is_in_prose(way.place);
}

}  // namespace cofnod::importers::running
