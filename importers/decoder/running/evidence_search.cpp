#include "importers/decoder/running/evidence_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

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
constexpr float misreading = 1.5F;            ///< bits; what costs as much is misread

float log2_of(std::size_t count) { return std::log2(static_cast<float>(std::max<std::size_t>(count, 2))); }

}  // namespace

EvidenceSearch::EvidenceSearch(const RunningText& text, Lattice& lattice, const Evidence& evidence)
    : text_(text),
      lattice_(lattice),
      weights_(evidence),
      taken_(static_cast<std::size_t>(text.size()) + 1, false),
      known_(std::size_t{1} << 12),
      spelled_(std::size_t{1} << 8) {
    static constexpr PlaceInText reach_of_first = 3;
    for (const NumberInText& number : text_.numbers()) {
        if (!number.is_first) continue;
        if (is_move_behind(number.end, 1)) scored_.push_back({number.begin, number.column, number.value});
        if (number.value == 1 && !number.is_misread && number.dots < 2 && is_move_behind(number.end, reach_of_first))
            ones_.push_back(number.begin);
    }
    find_numbered_moves();
    for (PlaceInText at = 1; at < text_.size(); ++at)
        if (text_.is_apart(at) && (text_.begins_line(at) || is_one_of(text_[at - 1], ")];}"))) replies_.push_back(at);
}

void EvidenceSearch::find_numbered_moves() {
    static constexpr float usual = 2;  // in bits
    const auto end_of_move = [&](PlaceInText at) {
        PlaceInText end = at;
        for (const TextReading& reading : lattice_.at(at))
            if (reading.cost < usual) end = std::max(end, reading.end);
        return end;
    };
    for (const NumberInText& number : text_.numbers()) {
        PlaceInText end = end_of_move(number.end);
        if (end == number.end) continue;
        const bool is_blacks = number.dots >= 2;
        std::int32_t ply = 2 * number.value + is_blacks + 1;
        while (is_one_of(text_[end], ",;!?")) ++end;
        if (!is_blacks && end_of_move(end) > end) ++ply;
        numbered_.push_back({number.begin, ply, text_.depth(number.begin)});
    }
}

/// Returns true if a number goes on with moves that stand between it and the last move, and are another line's.
bool EvidenceSearch::continues_other_line(const State& state, const NumberInText& number) const {
    const auto behind = std::ranges::lower_bound(numbered_, number.begin, {}, &NumberedMoves::begin);
    if (behind == numbered_.begin() || state.ply == 0) return false;
    const NumberedMoves& before = *std::prev(behind);
    return before.begin >= state.end && before.depth <= text_.depth(number.begin) &&
           before.next_ply == 2 * state.number + (is_white(state.position) ? 0 : 1);
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
    Known<Move>& known = known_[position.key() & (known_.size() - 1)];
    if (known.key != position.key()) {
        const chess::MoveList moves = chess::legal_moves(position);
        known.key = position.key();
        known.moves.assign(moves.begin(), moves.end());
    }
    return known.moves;
}

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
    const bool is_odd = state.oddity >= weights_.misprint_departure;
    state.has_gap = before.has_gap || ((is_odd || gain < -weights_.gap) && before.ply > 0);
    state.at_risk = state.has_gap ? before.at_risk + gain : 0;
    // One more misreading is no surprise among many.
    static constexpr float share = 0.3F, least = 4;
    state.misread = before.misread + (state.oddity >= misreading);
    const float noise = static_cast<float>(state.misread) / static_cast<float>(state.ply);
    if (state.at_risk >= std::max(least, weights_.enough_to_end * (1 - noise / share))) {
        state.has_gap = false;
        state.at_risk = 0;
    }
    state.weakest = std::min(before.weakest, gain);
    state.weakest_ply = gain < before.weakest ? before.ply : before.weakest_ply;

    const std::uint64_t key = state.position.key() ^ static_cast<std::uint64_t>(state.end) * spread;
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

/// Adds the moves that may be read at a place. Returns true if one is there as it should be.
bool EvidenceSearch::try_way(std::int32_t index, const Way& way, float gain) {
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
        const bool may_be_misprint = state.ply >= misprints_from_ && is_in_line && way.cost < most_for_misprint;
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
        state.ply >= misprints_from_ && !fits && leads && (state.ply > 0 || text_.may_be_move(way.place)) &&
        way.cost <= most_for_look_alikes && text_.is_apart(way.place) &&
        (state.ply < few_plies || std::popcount(state.languages & lattice_.all()) <= most_languages);
    if (!may_be_misread) return fits;
    look_alikes(state, way);
    for (const auto& [end, moves] : alike_) {
        candidates_ = moves;
        TextReading reading{.end = end};
        lattice_.read_marks(reading);
        take(reading);
    }
    return fits;
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
    bool is_passed = false;  // the move that is due
    for (const Way& way : ways_) {
        const bool has_number = way.number_begin < way.number_end;
        const float passed = !is_passed ? 0 : has_number ? weights_.told_again : weights_.passed_over;
        if (gain - way.cost - passed < least_gain) continue;
        const bool fits = try_way(index, way, gain - passed);
        is_passed = is_passed || (fits && is_direct(states_[static_cast<std::size_t>(index)], way));
    }
}

LineInText EvidenceSearch::follow(PlaceInText at, const Position& start, int number, float cost, const Diagram* board) {
    board_ = board;
    misprints_from_ = no_ply;
    LineInText line = search(at, start, number, cost);
    static constexpr std::size_t fewest = 2;
    static constexpr std::uint32_t back = 6, much = 6;  // one move in six
    if (board && line.moves.size() < fewest) return line;
    for (;;) {
        const std::size_t doubtful = std::min(stops_early(line) ? line.moves.size() : no_ply, passed_over(line));
        if (doubtful == no_ply) break;
        const auto plies = static_cast<std::uint32_t>(doubtful);
        const auto misread =
            std::ranges::count_if(line.moves, [](const PlacedMove& move) { return move.oddity >= misreading; });
        const bool is_noisy = static_cast<std::uint32_t>(misread) * much >= plies;
        const std::uint32_t from = is_noisy ? 0 : plies - std::min(plies, back);
        if (misprints_from_ != no_ply && from <= misprints_from_ + back) break;
        const bool is_first = misprints_from_ == no_ply;
        misprints_from_ = from;
        LineInText further = search(at, start, number, cost);
        if (further.evidence <= line.evidence && !is_first) break;
        if (further.evidence > line.evidence) line = std::move(further);
    }
    return line;
}

/// Returns the first ply before which a word that may be a move is unread, in the row of the last move.
std::size_t EvidenceSearch::passed_over(const LineInText& line) {
    for (std::size_t i = 1; i < line.moves.size(); ++i) {
        const PlacedMove &last = line.moves[i - 1], &move = line.moves[i];
        const PlaceInText end = move.number_begin < move.number_end ? move.number_begin : move.begin;
        const std::int32_t row = text_.line(last.end - 1);
        for (PlaceInText at = last.end; at < end && text_.line(at) == row && !text_.is_in_prose(at); ++at)
            if (text_.is_apart(at) && (text_.may_be_move(at) || !lattice_.at(at).empty())) return i;
    }
    return no_ply;
}

LineInText EvidenceSearch::follow_written(PlaceInText at, const Position& start, int number, float cost) {
    board_ = nullptr;
    misprints_from_ = no_ply;
    return search(at, start, number, cost);
}

/// Returns true if the number that is due follows a line, before the end of the game, with a word that may be a move.
bool EvidenceSearch::stops_early(const LineInText& line) const {
    static constexpr PlaceInText reach = 1000;
    const PlaceInText end = line.moves.empty() ? line.at : line.moves.back().end;
    const auto plies = static_cast<int>(line.moves.size()) + (is_white(line.start) ? 0 : 1);
    const int due = line.first_number + plies / 2;
    PlaceInText last = std::min(end + reach, text_.size());
    if (const auto one = std::ranges::lower_bound(ones_, end); !line.moves.empty() && one != ones_.end())
        last = std::min(last, *one);
    if (const auto over = std::ranges::lower_bound(text_.strong_ends(), end); over != text_.strong_ends().end())
        last = std::min(last, *over);
    // A move that is illegal at once shows that the line begins elsewhere.
    static constexpr std::size_t few = 6;
    const auto may_be_read = [&](PlaceInText place) {
        return lattice_.at(place).empty() ? text_.may_be_move(place) : line.moves.size() >= few;
    };
    const auto& numbers = text_.numbers();
    // The next number is beside the last move, or in its column.
    static constexpr PlaceInText beside = 12;
    std::int32_t column = no_column;
    for (auto move = line.moves.rbegin(); move != line.moves.rend() && column == no_column; ++move) {
        if (move->number_begin == move->number_end) continue;
        const auto last_number = std::ranges::lower_bound(numbers, move->number_begin, {}, &NumberInText::begin);
        if (last_number == numbers.end() || !last_number->is_first) break;
        column = last_number->column;
    }
    const auto follows = [&](const NumberInText& number) {
        return number.begin - end <= beside || (number.is_first && std::abs(number.column - column) <= 1);
    };
    for (auto number = std::ranges::lower_bound(numbers, end, {}, &NumberInText::begin);
         number != numbers.end() && number->begin < last; ++number)
        if ((number->value == due || number->value == due + 1) && follows(*number) &&
            (number->begin - end <= near_by || may_be_read(number->end)))
            return true;
    return plies % 2 == 1 && may_be_read(end);
}

LineInText EvidenceSearch::search(PlaceInText at, const Position& start, int number, float cost) {
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
        static constexpr float lost = 20;
        if (!layer.empty() && evidence_of(layer.front()) < best_evidence - lost) break;
        for (const std::int32_t index : layer) {
            const State& state = states_[static_cast<std::size_t>(index)];
            if (state.has_gap) {
                kept_.push_back(index);
                continue;
            }
            const float evidence = state.evidence + bonus_at_end(state);
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
        const float margin =
            line.evidence - other.evidence - bonus_at_end(other) + (other.has_gap ? weights_.unearned : 0);
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
