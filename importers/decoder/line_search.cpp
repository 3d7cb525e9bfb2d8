#include "importers/decoder/line_search.hpp"

#include <algorithm>
#include <limits>

#include "base/characters.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"
#include "notation/language.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

namespace {

using chess::Move;
using notation::CheckMark;
using notation::File;
using notation::Role;

constexpr Cost not_needed = 40;    ///< a departure or square that adds no information
constexpr Cost left_out = 150;     ///< a needed departure that is missing
constexpr Cost short_square = 30;  ///< `B3` for QB3
constexpr Cost no_check = 60;

CheckMark check_behind(const chess::Position& position, Move move) {
    chess::Position after = position;
    after.play(move);
    return chess::check_mark(after);
}

/// Counts how often a word or sign precedes the letter of a piece in English descriptive notation.
std::size_t count_before_pieces(std::string_view text, std::string_view word) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        std::size_t next = at + word.size();
        if (next < text.size() && text[next] == ' ') ++next;
        count += next < text.size() && std::string_view("KQRBP").find(text[next]) != std::string_view::npos;
    }
    return count;
}

/// Returns true if moves name both their squares: `e2-e4`.
bool writes_departures(std::string_view text) {
    static constexpr std::size_t few = 3;
    std::size_t count = 0;
    for (std::size_t i = 0; i + 3 < text.size() && count < few; ++i) {
        if (text[i] < '1' || text[i] > '8') continue;
        const std::string_view rest = text.substr(i + 1);
        const std::size_t link = std::max(length_of_dash(rest), rest[0] == 'x' || rest[0] == ':' ? std::size_t{1} : 0);
        count += link > 0 && link < rest.size() && rest[link] >= 'a' && rest[link] <= 'h';
    }
    return count == few;
}

}  // namespace

std::u32string code_points(std::string_view text) {
    static constexpr char32_t kashida = U'\u0640';
    std::u32string signs;
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        if (next.length == 0) {
            text.remove_prefix(1);
            continue;
        }
        if (next.code_point != kashida) signs += next.code_point;
        text.remove_prefix(next.length);
    }
    return signs;
}

MoveSpeller::MoveSpeller(const notation::Language& language, std::string_view text)
    : language_(language),
      has_words_for_dash_(count_before_pieces(text, "to") > count_before_pieces(text, "-")),
      has_words_for_capture_(count_before_pieces(text, "takes") > count_before_pieces(text, "x")),
      has_kt_(text.find("Kt") != text.npos),
      has_departures_(writes_departures(text)) {}

bool MoveSpeller::can_write() const {
    if (language_.system() == notation::System::algebraic) return !language_.is_visual();
    return language_.system() == notation::System::descriptive && !language_.data().wing_last &&
           !language_.rank_first();
}

bool MoveSpeller::has_figurines() const { return language_.piece_letter(Role::knight) == "♘"; }

std::vector<MoveSpelling> MoveSpeller::spellings(const Situation& situation) const {
    std::vector<MoveSpelling> all;
    for (const Move move : chess::legal_moves(situation.position))
        if (language_.system() == notation::System::algebraic)
            add_algebraic(situation.position, move, all);
        else
            add_descriptive(situation, move, all);
    return all;
}

void MoveSpeller::add_castling(Move move, CheckMark check, std::vector<MoveSpelling>& all) const {
    const bool is_short = move.to() > move.from();
    const std::string mark(check == CheckMark::none ? "" : language_.mark(check));
    for (const std::string_view text :
         is_short ? std::array<std::string_view, 2>{"O-O", "0-0"} : std::array<std::string_view, 2>{"O-O-O", "0-0-0"})
        all.push_back({move, code_points(std::string(text) + mark), 0});
    if (language_.system() == notation::System::descriptive)
        for (const std::string& word : language_.data().castles) all.push_back({move, code_points(word), 0});
}

void MoveSpeller::add_algebraic(const chess::Position& position, Move move, std::vector<MoveSpelling>& all) const {
    const CheckMark check = check_behind(position, move);
    if (move.kind() == Move::Kind::castling) return add_castling(move, check, all);
    notation::Reading san = chess::san_reading(position, move);
    const auto add = [&](Cost cost) {
        all.push_back({move, code_points(notation::write_move(language_, san, check)), cost});
    };
    add(0);
    if (has_departures_) {
        std::string text(san.role == Role::pawn ? "" : language_.piece_letter(san.role));
        text += language_.square(move.from().file(), move.from().rank());
        text += san.capture ? ':' : '-';
        text += language_.square(move.to().file(), move.to().rank());
        all.push_back({move, code_points(text), 0});
    }
    if (san.role == Role::pawn || san.role == Role::king) return;
    if (san.from_file || san.from_rank) {
        san.from_file.reset();
        san.from_rank.reset();
        return add(left_out);
    }
    san.from_file = move.from().file();
    add(not_needed);
    san.from_file.reset();
    san.from_rank = move.from().rank();
    add(2 * not_needed);
}

std::string_view MoveSpeller::letter(Role role) const {
    return role == Role::knight && !has_kt_ ? "N" : language_.piece_letter(role);
}

/// Returns the name of a file after the piece that begins there: QKt.
std::string MoveSpeller::file_of(File file) const {
    static constexpr Role homes[] = {Role::rook, Role::knight, Role::bishop, Role::queen,
                                     Role::king, Role::bishop, Role::knight, Role::rook};
    const Role home = homes[static_cast<std::size_t>(file)];
    if (home == Role::queen || home == Role::king) return std::string(letter(home));
    return std::string(letter(file < File::e ? Role::queen : Role::king)) + std::string(letter(home));
}

std::string MoveSpeller::square_of(chess::Square square, chess::Color side) const {
    const int rank = static_cast<int>(square.rank());
    return file_of(square.file()) + std::to_string(side == chess::Color::white ? rank + 1 : 8 - rank);
}

void MoveSpeller::add_descriptive(const Situation& situation, Move move, std::vector<MoveSpelling>& all) const {
    const chess::Position& position = situation.position;
    const chess::Color side = position.turn();
    const CheckMark check = check_behind(position, move);
    if (move.kind() == Move::Kind::castling) return add_castling(move, check, all);
    const Role role = position.piece_at(move.from())->role;
    const auto taken = position.piece_at(move.to());
    const bool is_capture = taken || move.kind() == Move::Kind::en_passant;

    const std::string piece(role == Role::pawn ? std::string_view("P") : letter(role));
    std::vector<std::pair<std::string, Cost>> from = {{piece, 0},
                                                      {piece + '(' + square_of(move.from(), side) + ')', not_needed}};
    if (role == Role::rook || role == Role::knight)
        from.emplace_back((situation.wings.is_of_king_side(move.from()) ? "K" : "Q") + piece, not_needed);
    const std::string square = square_of(move.to(), side);
    std::vector<std::pair<std::string, Cost>> to;
    if (is_capture) {
        const std::string sign = has_words_for_capture_ ? " takes " : "x";
        const Role what = taken ? taken->role : Role::pawn;
        const std::string name = sign + std::string(what == Role::pawn ? std::string_view("P") : letter(what));
        to = {{name, 0}, {name + '(' + square + ')', not_needed}};
        if (has_words_for_capture_) to.emplace_back(name + " at " + square, not_needed);
    } else {
        const std::string sign = has_words_for_dash_ ? " to " : "-";
        to = {{sign + square, 0}};
        const File file = move.to().file();
        if (file != File::d && file != File::e) to.emplace_back(sign + square.substr(1), short_square);
    }
    std::string promotion;
    if (move.kind() == Move::Kind::promotion) promotion = '(' + std::string(letter(move.promotion_role())) + ')';
    for (const auto& [origin, cost] : from)
        for (const auto& [target, more] : to) {
            const std::string text = origin + target + promotion;
            all.push_back({move, code_points(text), cost + more + (check == CheckMark::none ? 0 : no_check)});
            if (check != CheckMark::none) all.push_back({move, code_points(text + " ch"), cost + more});
            if (check == CheckMark::mate) all.push_back({move, code_points(text + " mate"), cost + more});
        }
}

namespace {

constexpr Cost most_of_move = 650;  ///< a text that differs more is not the move
constexpr Cost beam_depth = 900;    ///< lines that cost this much more than the best are dropped
constexpr Cost no_number = 350, no_blank = 120, blacks_number = 30;
constexpr Cost skipped_sign = 40, skipped_letter = 200, skipped_word = 350;
constexpr Cost skipped_figurine = 180;  ///< a sign at a move where pieces are figurines
constexpr Cost none = std::numeric_limits<Cost>::max() / 2;

struct ResultSpelling {
    std::u32string_view text;
    SaidResult result;
};
constexpr ResultSpelling results[] = {
    {U"1-0", SaidResult::white_wins},
    {U"0-1", SaidResult::black_wins},
    {U"1/2-1/2", SaidResult::draw},
    {U"½-½", SaidResult::draw},
};

}  // namespace

std::vector<LineSearch::Line> LineSearch::lines(const chess::Position& start) {
    excluded_ = chess::Move::null();
    begin({start}, 0, 0);
    run(0, text_.size());
    std::vector<Line> found;
    for (const State& state : states_.back()) found.push_back({steps_of(state), state.cost});
    return found;
}

std::optional<LineSearch::Step> LineSearch::rival(const Situation& situation, Cost cost, std::size_t from,
                                                  std::size_t to, chess::Move not_this) {
    static constexpr std::size_t shortly_behind = 4;  // signs
    excluded_ = not_this;
    begin(situation, cost, from);
    const std::size_t end = std::min(to + shortly_behind, text_.size());
    run(from, end);
    const State* best = nullptr;
    for (std::size_t at = to; at <= end; ++at)
        for (const State& state : states_[at])
            if (state.step >= 0 && (!best || state.cost < best->cost)) best = &state;
    if (!best) return std::nullopt;
    Step first = steps_of(*best).front();
    first.cost = best->cost;
    return first;
}

void LineSearch::begin(const Situation& situation, Cost cost, std::size_t at) {
    states_.assign(text_.size() + 1, {});
    least_.assign(text_.size() + 1, none);
    nodes_.clear();
    steps_.clear();
    nodes_.push_back({.situation = situation, .moves = {}});
    push(at, {.node = &nodes_.back(),
              .parent = nullptr,
              .move = {},
              .cost = cost,
              .step = -1,
              .line = 1,
              .is_over = false,
              .is_behind_step = true});
}

void LineSearch::run(std::size_t from, std::size_t to) {
    static constexpr std::size_t still_needed = 8;  // places at the end that rival() reads
    for (std::size_t at = from; at < to; ++at) {
        choose(at);
        for (State& state : states_[at]) go_on(state, at);
        if (at + still_needed < to) states_[at] = {};
    }
    choose(to);
}

/// Keeps the likeliest lines at a place, without duplicates.
void LineSearch::choose(std::size_t at) {
    static constexpr std::size_t ahead = 16;  // signs: a line may have been read further at less cost
    std::vector<State>& states = states_[at];
    const std::size_t end = std::min(at + ahead, least_.size());
    const Cost most = *std::min_element(least_.begin() + static_cast<std::ptrdiff_t>(at),
                                        least_.begin() + static_cast<std::ptrdiff_t>(end)) +
                      beam_depth;
    std::erase_if(states, [&](const State& state) { return state.cost > most; });
    std::ranges::stable_sort(states, {}, &State::cost);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < states.size() && kept < width_; ++i) {
        const auto is_same = [&](const State& other) {
            return other.line == states[i].line && other.is_over == states[i].is_over;
        };
        const auto end_of_kept = states.begin() + static_cast<std::ptrdiff_t>(kept);
        if (std::none_of(states.begin(), end_of_kept, is_same)) states[kept++] = states[i];
    }
    states.resize(kept);
}

void LineSearch::go_on(State& state, std::size_t at) {
    skip(state, at);
    const bool may_begin = state.is_behind_step || text_.is_apart(at);
    if (text_.is_blank(at) || state.is_over || !may_begin) return;
    const Cost glued = text_.is_apart(at) ? 0 : no_blank;
    const chess::Position& position = node_of(state).situation.position;
    const auto number = static_cast<std::uint32_t>(position.fullmove_number());
    const bool is_whites = position.turn() == chess::Color::white;
    const std::uint32_t digits = index_of(code_points(std::to_string(number) + (is_whites ? "." : "...")));
    for (const Likeness& each : likenesses(at, digits)) {
        const std::size_t end = at + each.length;
        add_moves(state, text_.behind_blanks(end),
                  {.number_begin = at,
                   .number_end = end,
                   .cost = state.cost + glued + each.cost + (is_whites ? 0 : blacks_number),
                   .number = number});
    }
    add_moves(state, at, {.cost = state.cost + glued + (is_whites && text_.has_numbers() ? no_number : 0)});
    for (const ResultSpelling& each : results)
        for (const Likeness& like : likenesses(at, index_of(std::u32string(each.text)))) {
            State next = state;
            next.is_over = true;
            add(next,
                {.result = each.result, .begin = at, .end = at + like.length, .cost = state.cost + glued + like.cost});
        }
}

/// Skips a sign, or a word without digits.
void LineSearch::skip(const State& state, std::size_t at) {
    const auto to = [&](std::size_t next, Cost cost) {
        State skipped = state;
        skipped.cost += cost;
        skipped.is_behind_step = text_.is_blank(at) && state.is_behind_step;
        push(next, skipped);
    };
    const bool may_be_figurine = speller_.has_figurines() && text_.may_be_figurine(at);
    to(at + 1, text_.is_blank(at)  ? 0
               : may_be_figurine   ? skipped_figurine
               : text_.is_sign(at) ? skipped_sign
                                   : skipped_letter);
    if (const std::size_t end = text_.end_of_plain_word(at)) to(end, skipped_word);
}

/// Adds the moves that the text at a place may be. `step`: with the number before the move.
void LineSearch::add_moves(State& state, std::size_t at, const Step& step) {
    if (at >= text_.size()) return;
    Node& node = node_of(state);
    for (const Spelled& spelled : moves_of(node)) {
        if (state.step < 0 && spelled.move == excluded_) continue;
        for (const Likeness& like : likenesses(at, spelled.text)) {
            State next = state;
            next.node = nullptr;
            next.parent = &node;
            next.move = spelled.move;
            next.line = (state.line ^ spelled.move.raw()) * 0x9E3779B97F4A7C15 + 1;
            Step here = step;
            here.move = spelled.move;
            here.begin = at;
            here.end = at + like.length;
            here.cost += like.cost + spelled.cost;
            add(next, here);
        }
    }
}

void LineSearch::add(State next, Step step) {
    if (step.cost > least_[step.end] + beam_depth) return;
    step.before = next.step;
    next.step = static_cast<int>(steps_.size());
    next.cost = step.cost;
    next.is_behind_step = true;
    steps_.push_back(step);
    push(step.end, next);
}

void LineSearch::push(std::size_t at, const State& state) {
    if (state.cost > least_[at] + beam_depth) return;
    least_[at] = std::min(least_[at], state.cost);
    states_[at].push_back(state);
}

LineSearch::Node& LineSearch::node_of(State& state) {
    if (!state.node) {
        nodes_.push_back({.situation = state.parent->situation, .moves = {}});
        state.node = &nodes_.back();
        state.node->situation.play(state.move);
    }
    return *state.node;
}

const std::vector<LineSearch::Spelled>& LineSearch::moves_of(Node& node) {
    if (!node.is_spelled)
        for (MoveSpelling& spelling : speller_.spellings(node.situation))
            node.moves.push_back({spelling.move, index_of(std::move(spelling.text)), spelling.cost});
    node.is_spelled = true;
    return node.moves;
}

std::uint32_t LineSearch::index_of(std::u32string text) {
    const auto [found, is_new] = indices_.try_emplace(std::move(text), static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(found->first);
    return found->second;
}

const std::vector<Likeness>& LineSearch::likenesses(std::size_t at, std::uint32_t text) {
    const auto [found, is_new] = likenesses_[at].try_emplace(text);
    if (is_new) {
        found->second = text_.likenesses(texts_[text], at, most_of_move);
        ++effort_;
    }
    return found->second;
}

LineSearch::Steps LineSearch::steps_of(const State& state) const {
    Steps steps;
    for (int i = state.step; i >= 0; i = steps_[static_cast<std::size_t>(i)].before)
        steps.push_back(steps_[static_cast<std::size_t>(i)]);
    std::ranges::reverse(steps);
    return steps;
}

}  // namespace cofnod::importers
