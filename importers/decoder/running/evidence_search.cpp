#include "importers/decoder/running/evidence_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"

namespace cofnod::importers::running {

namespace {

using chess::Move;
using chess::Position;

constexpr std::size_t beam = 24;              ///< states kept at each ply
constexpr std::size_t most_states = 400'000;  ///< of one line, about 100 MB
constexpr float beam_depth = 18;              ///< bits; states that are less likely by more are dropped
constexpr float least_gain = -8;              ///< bits; a move that costs more is not followed
constexpr float least_apart = 3.5F;           ///< bits; meanings that cost so much more than the likeliest are dropped
constexpr PlaceInText near_by = 3;            ///< signs: next to each other
constexpr PlaceInText farthest = 6000;        ///< signs of a remark that a line may pass over

float log2_of(std::size_t count) { return std::log2(static_cast<float>(std::max<std::size_t>(count, 2))); }

bool is_white(const Position& position) { return position.turn() == chess::Color::white; }

}  // namespace

EvidenceSearch::EvidenceSearch(const RunningText& text, Lattice& lattice, const Evidence& evidence)
    : text_(text), lattice_(lattice), weights_(evidence), known_(std::size_t{1} << 12), spelled_(std::size_t{1} << 8) {
    static constexpr PlaceInText reach_of_first = 3;
    for (const NumberInText& number : text_.numbers()) {
        if (!number.is_first) continue;
        if (is_move_behind(number.end, 1)) scored_.push_back({number.begin, number.column, number.value});
        if (number.value == 1 && !number.is_misread && number.dots < 2 && is_move_behind(number.end, reach_of_first))
            ones_.push_back(number.begin);
    }
    for (PlaceInText at = 1; at < text_.size(); ++at)
        if (text_.is_apart(at) && (text_.begins_line(at) || is_one_of(text_[at - 1], ")];"))) replies_.push_back(at);
}

/// Returns true if a move may stand within a few signs.
bool EvidenceSearch::is_move_behind(PlaceInText at, PlaceInText reach) {
    for (PlaceInText place = at; place < std::min(at + reach, text_.size()); ++place)
        if (!lattice_.at(place).empty()) return true;
    return false;
}

void EvidenceSearch::add_wall(const Wall& wall) {
    walls_.insert(std::ranges::upper_bound(walls_, wall.begin, {}, &Wall::begin), wall);
}

const std::vector<Move>& EvidenceSearch::legal_moves(const Position& position) {
    Known& known = known_[position.key() & (known_.size() - 1)];
    if (known.key != position.key()) {
        const chess::MoveList moves = chess::legal_moves(position);
        known.key = position.key();
        known.moves.assign(moves.begin(), moves.end());
    }
    return known.moves;
}

// The way from one move to the next.

/// Returns true for a letter or a digit, as a number has when it is misread.
bool EvidenceSearch::is_of_number(PlaceInText at) const {
    return is_letter_sign(text_[at]) || is_number_sign(text_[at]);
}

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
    if (to - from < shortest) return 0;
    float cost = 0;
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
    const auto end = std::ranges::lower_bound(text_.strong_ends(), from);
    if (end != text_.strong_ends().end() && *end < to && *end - from < reach_of_end && state.ply > 1)
        cost += weights_.past_end;
    return cost + boards_between(state, to);
}

void EvidenceSearch::add_way(const State& state, PlaceInText place, float cost, std::int32_t column, std::uint8_t form,
                             std::int32_t number, std::pair<PlaceInText, PlaceInText> written,
                             std::vector<Way>& out) const {
    if (place >= text_.size()) return;
    const int deeper = text_.depth(place) - state.depth;
    if (deeper > 0) cost += weights_.bracket * static_cast<float>(deeper);
    if (deeper < 0 && state.ply > 0) cost += weights_.bracket;
    if (place - state.end > near_by && !text_.begins_line(place) && text_.is_in_prose(place))
        cost += weights_.line_of_prose;
    if (text_.is_after_cue(written.first)) cost += weights_.cue;
    out.push_back({place, cost, column, form, number, written.first, written.second});
}

void EvidenceSearch::ways_by_number(const State& state, const NumberInText& number, float cost, std::int32_t due,
                                    std::vector<Way>& out) {
    static constexpr std::uint8_t form_bits = 14;
    const bool whites = is_white(state.position), is_near = number.begin - state.end <= near_by;
    const std::int32_t column = number.may_be_column ? number.column : no_column;
    if (number.is_first) cost -= weights_.number_at_line;
    if (number.is_misread) cost += weights_.number_misread;
    if (state.form != no_form) {
        const bool is_same = state.column != no_column && std::abs(column - state.column) <= 1;
        if (is_same)
            cost -= weights_.column_same;
        else if (state.column != no_column && (state.is_in_columns || !is_near))
            cost += column == no_column ? weights_.column_lost : weights_.column_other;
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
    const Position& before = states_[static_cast<std::size_t>(state.parent)].position;
    Candidates moves;
    for (const TextReading& reading : lattice_.at(number.end)) {
        if (reading.cost > most_cost) continue;
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
    while (next - state.end < most_signs && is_one_of(text_[next], ".,:;-!?)(]\"'*_")) ++next;
    if (!whites)
        add_way(state, next, next - state.end < least_reply ? 0 : weights_.reply_apart, state.column, state.form,
                state.number, {next, next}, out);
    if (const PlaceInText behind = behind_note_mark(state.end); !is_opening && behind > state.end && !whites)
        add_way(state, behind, weights_.note_mark, state.column, state.form, state.number, {behind, behind}, out);
    if (whites && !is_opening) {
        add_way(state, next, weights_.white_without_number, state.column, state.form, state.number, {next, next}, out);
        // A number that cannot be read: `A.` for 4., `tS` for 6.
        static constexpr PlaceInText longest_number = 3;
        for (PlaceInText end = next + 1; end - next <= longest_number && is_of_number(end - 1); ++end) {
            const PlaceInText place = end + (text_[end] == U'.');
            add_way(state, place, weights_.white_without_number + weights_.number_misread, state.column, state.form,
                    state.number, {next, place}, out);
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
        float cost = weights_.number_wrong + crossing(state, wrong->begin);
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
            add_way(state, place, weights_.reply_at_line + cost + crossing(state, place), state.column, state.form,
                    state.number, {place, place}, out);
        else if (place - next < reach_of_bracket)
            add_way(state, place, weights_.reply_after_bracket + cost, state.column, state.form, state.number,
                    {place, place}, out);
    }
}

// The beam.

void EvidenceSearch::add(std::int32_t parent, const Way& way, const TextReading& reading, const Candidate& move,
                         float gain) {
    const State& before = states_[static_cast<std::size_t>(parent)];
    State state{.position = before.position,
                .evidence = 0,
                .parent = parent,
                .begin = way.place,
                .end = reading.end,
                .number_begin = way.number_begin,
                .number_end = way.number_end,
                .number = way.number + !is_white(before.position),
                .column = way.column,
                .form = way.form,
                .depth = before.ply > 0 ? before.depth : static_cast<std::int8_t>(text_.depth(way.place)),
                .move = move.move,
                .languages = before.languages & reading.languages,
                .ply = before.ply + 1,
                .margin = before.margin,
                .margin_ply = before.margin_ply};
    const bool has_number = way.number_begin < way.number_end;
    state.numbers_black = is_white(before.position) ? before.numbers_black : has_number && !way.is_repeated;
    state.is_in_columns = before.column != no_column &&
                          (before.is_in_columns || (before.ply > 1 && has_number && state.column == before.column &&
                                                    text_.begins_line(way.number_begin)));
    state.position.play(move.move);
    if (reading.is_check || reading.is_mate)
        gain += state.position.is_check() ? weights_.check_agrees
                : reading.is_mate         ? -weights_.mate_false
                                          : -weights_.check_false;
    state.evidence = before.evidence + gain;
    state.gain = gain;
    state.oddity = reading.cost + move.cost;
    state.weakest = std::min(before.weakest, gain);
    state.weakest_ply = gain < before.weakest ? before.ply : before.weakest_ply;

    const std::uint64_t key = state.position.key() ^ static_cast<std::uint64_t>(state.end) * factor_of_place;
    const auto [found, is_new] = next_.try_emplace(key, static_cast<std::int32_t>(states_.size()));
    if (is_new) {
        states_.push_back(state);
        return;
    }
    State& other = states_[static_cast<std::size_t>(found->second)];
    const bool differs = have_other_moves(state, other);
    const float apart = std::abs(state.evidence - other.evidence);
    State& best = state.evidence > other.evidence ? state : other;
    if (differs && apart < best.margin) {
        best.margin = apart;
        best.margin_ply = before.ply;
    }
    static constexpr float alike = 0.5F;  // bits: the same word, read alike in two notations
    const bool is_same = !differs && other.parent == state.parent && apart < alike;
    const LanguageSet languages = is_same ? state.languages | other.languages : best.languages;
    if (&best == &state) other = state;
    other.languages = languages;
}

/// Returns true if two states of one ply have come about by different moves, not only by other readings of the same.
bool EvidenceSearch::have_other_moves(const State& one, const State& other) const {
    if (one.move != other.move) return true;
    std::int32_t a = one.parent, b = other.parent;
    while (a != b) {
        const State &above = states_[static_cast<std::size_t>(a)], &beside = states_[static_cast<std::size_t>(b)];
        if (above.move != beside.move) return true;
        a = above.parent;
        b = beside.parent;
    }
    return false;
}

void EvidenceSearch::try_way(std::int32_t index, const Way& way, float gain) {
    static constexpr float most_for_misprint = 6, most_for_look_alikes = 4;
    static constexpr float least_odd = 2, lead = 8;
    static constexpr int most_languages = 8;
    static constexpr std::uint32_t few_plies = 4;  // the language is not yet known
    ++effort_;
    // States move when others are added: what is needed of this one is copied.
    const State state = states_[static_cast<std::size_t>(index)];
    // A misread move costs so much that only a line in the lead survives it.
    const bool leads = state.evidence > best_of_layer_ - lead;
    const bool is_in_line = state.ply > 1 && leads;
    bool fits = false;
    const auto take = [&](const TextReading& reading) {
        if (candidates_.empty() || (state.languages & reading.languages) == 0) return;
        const float least = std::ranges::min(candidates_, {}, &Candidate::cost).cost;
        const float choice = weights_.choice * std::log2(static_cast<float>(candidates_.size()));
        for (const Candidate& each : candidates_) {
            if (each.cost > least + least_apart) continue;
            const float here =
                gain - choice - way.cost - each.cost - reading.cost - (text_.is_apart(way.place) ? 0 : weights_.glued);
            if (here >= least_gain) add(index, way, reading, each, here);
        }
    };
    for (const TextReading& reading : lattice_.at(way.place)) {
        if ((state.languages & reading.languages) == 0) continue;
        meaning(state.position, reading, candidates_);
        fits = fits || (!candidates_.empty() && reading.cost < least_odd &&
                        std::ranges::any_of(candidates_, [](const Candidate& each) { return each.cost < least_odd; }));
        const bool may_be_misprint = is_in_line && way.cost < most_for_misprint;
        const bool is_false_check = may_be_misprint && !candidates_.empty() && reading.is_check &&
                                    std::ranges::none_of(candidates_, [&](const Candidate& each) {
                                        Position behind = state.position;
                                        behind.play(each.move);
                                        return behind.is_check();
                                    });
        if (is_false_check) take(reading);
        if (may_be_misprint && (candidates_.empty() || is_false_check)) misprints(state.position, reading, candidates_);
        take(reading);
    }
    const bool may_be_misread =
        !fits && leads && (state.ply > 0 || text_.may_be_move(way.place)) && way.cost <= most_for_look_alikes &&
        text_.is_apart(way.place) &&
        (state.ply < few_plies || std::popcount(state.languages & lattice_.all()) <= most_languages);
    if (!may_be_misread) return;
    look_alikes(state, way);
    for (const auto& [end, moves] : alike_) {
        candidates_ = moves;
        TextReading reading{.end = end};
        lattice_.read_marks(reading);
        take(reading);
    }
}

void EvidenceSearch::expand(std::int32_t index) {
    const Position& position = states_[static_cast<std::size_t>(index)].position;
    const std::size_t count = legal_moves(position).size();
    if (count == 0) return;
    const float gain = weights_.move + weights_.legal * log2_of(count);
    ways_from(states_[static_cast<std::size_t>(index)], ways_);
    std::ranges::sort(ways_, {}, [](const Way& way) { return std::tuple(way.place, way.cost); });
    const auto is_same = [](const Way& one, const Way& other) { return one.place == other.place; };
    ways_.erase(std::unique(ways_.begin(), ways_.end(), is_same), ways_.end());
    for (const Way& way : ways_)
        if (gain - way.cost >= least_gain) try_way(index, way, gain);
}

LineInText EvidenceSearch::follow(PlaceInText at, const Position& start, int number, float cost) {
    states_.clear();
    kept_.clear();
    states_.push_back({.position = start,
                       .evidence = -cost,
                       .parent = no_parent,
                       .begin = at,
                       .end = at,
                       .number = number,
                       .depth = static_cast<std::int8_t>(text_.depth(at)),
                       .languages = lattice_.all()});
    std::vector<std::int32_t> layer{0};
    std::int32_t best = 0;
    float best_evidence = -cost;
    const auto evidence_of = [&](std::int32_t i) { return states_[static_cast<std::size_t>(i)].evidence; };
    while (!layer.empty() && !is_exhausted() && states_.size() < most_states) {
        next_.clear();
        best_of_layer_ = evidence_of(layer.front());
        for (const std::int32_t index : layer) expand(index);
        layer.clear();
        for (const auto& [key, index] : next_) layer.push_back(index);
        std::ranges::sort(layer, [&](std::int32_t a, std::int32_t b) {
            return std::pair(-evidence_of(a), a) < std::pair(-evidence_of(b), b);
        });
        if (layer.size() > beam) layer.resize(beam);
        while (!layer.empty() && evidence_of(layer.back()) < evidence_of(layer.front()) - beam_depth) layer.pop_back();
        for (const std::int32_t index : layer) {
            const float evidence = evidence_of(index) + bonus_at_end(states_[static_cast<std::size_t>(index)]);
            if (evidence > best_evidence) {
                best_evidence = evidence;
                best = index;
            }
            kept_.push_back(index);
        }
    }
    LineInText line;
    if (best != 0) line = line_to(best, best_evidence);
    line.start = start;
    line.first_number = number;
    line.at = at;
    line.evidence = best_evidence;
    return line;
}

float EvidenceSearch::bonus_at_end(const State& state) const {
    static constexpr PlaceInText reach = 12;
    static constexpr std::uint32_t fewest = 2;
    if (state.ply < fewest) return 0;
    const auto end = std::ranges::lower_bound(text_.ends(), state.begin);
    if (end != text_.ends().end() && *end < state.end + reach) return weights_.end;
    return state.position.is_check() && !chess::has_legal_move(state.position) ? weights_.end : 0;
}

LineInText EvidenceSearch::line_to(std::int32_t best, float evidence) const {
    const State& last = states_[static_cast<std::size_t>(best)];
    LineInText line;
    line.evidence = evidence;
    line.languages = last.languages;
    line.margin = last.margin;
    line.margin_ply = last.margin_ply;
    line.weakest = last.weakest;
    line.weakest_ply = last.weakest_ply;
    line.has_end = bonus_at_end(last) > 0;
    for (std::int32_t i = best; i > 0; i = states_[static_cast<std::size_t>(i)].parent) {
        const State& state = states_[static_cast<std::size_t>(i)];
        line.moves.push_back(
            {state.move, state.begin, state.end, state.gain, state.oddity, state.number_begin, state.number_end});
    }
    std::ranges::reverse(line.moves);
    line.moves[line.margin_ply].margin = line.margin;
    compare_with_others(best, line);
    return line;
}

/// Lowers the margins of a line to those over the likeliest lines that differ from it.
void EvidenceSearch::compare_with_others(std::int32_t best, LineInText& line) const {
    std::vector<bool> is_of_line(states_.size(), false);
    const auto parent_of = [&](std::int32_t i) { return states_[static_cast<std::size_t>(i)].parent; };
    for (std::int32_t i = best; i > 0; i = parent_of(i)) is_of_line[static_cast<std::size_t>(i)] = true;
    for (const std::int32_t index : kept_) {
        const State& other = states_[static_cast<std::size_t>(index)];
        const float margin = line.evidence - other.evidence - bonus_at_end(other);
        if (is_of_line[static_cast<std::size_t>(index)]) continue;
        std::optional<std::size_t> differs;
        for (std::int32_t i = index; i > 0 && !is_of_line[static_cast<std::size_t>(i)]; i = parent_of(i)) {
            const State& state = states_[static_cast<std::size_t>(i)];
            if (state.ply <= line.moves.size() && line.moves[state.ply - 1].move != state.move) differs = state.ply - 1;
        }
        if (!differs) continue;
        line.moves[*differs].margin = std::min(line.moves[*differs].margin, margin);
        if (margin > line.margin) continue;
        line.margin = margin;
        line.margin_ply = *differs;
    }
}

}  // namespace cofnod::importers::running
