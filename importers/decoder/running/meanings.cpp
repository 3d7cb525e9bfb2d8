#include <algorithm>
#include <functional>

#include "games/chess/movegen.hpp"
#include "importers/decoder/running/evidence_search.hpp"

namespace cofnod::importers::running {

// The moves that a text may mean in a position: as written, misprinted or misread.

namespace {

using chess::Move;
using chess::Position;

constexpr std::size_t effort_of_look_alikes = 24;  ///< in places tried

std::size_t index_of(chess::Color color) { return static_cast<std::size_t>(color); }

/// Returns the role of the piece that a move captures.
std::optional<Role> captured_by(const Position& position, Move move) {
    if (move.kind() == Move::Kind::castling) return std::nullopt;
    if (move.kind() == Move::Kind::en_passant) return Role::pawn;
    const auto piece = position.piece_at(move.to());
    return piece ? std::optional(piece->role) : std::nullopt;
}

chess::Square target_of(Move move) {
    return move.kind() == Move::Kind::castling ? chess::Castling::of(move).king_to : move.to();
}

bool contains(SquareSet set, chess::Square square) { return (set >> square.index() & 1) != 0; }
bool contains(FileSet set, notation::File file) { return (set >> static_cast<int>(file) & 1) != 0; }

/// Returns the squares on the files and ranks of a set.
SquareSet near_squares(SquareSet set) {
    SquareSet near = 0;
    const bool is_one = (set & (set - 1)) == 0;
    for (int i = 0; i < 8; ++i) {
        const SquareSet file = notation::squares_of(static_cast<notation::File>(i));
        const SquareSet rank = notation::squares_of(static_cast<notation::Rank>(i));
        if ((set & file) != 0) near |= file;
        if (is_one && (set & rank) != 0) near |= rank;
    }
    return near;
}

}  // namespace

void EvidenceSearch::meaning(const Position& position, const TextReading& reading, Candidates& out) {
    out.clear();
    const std::size_t side = index_of(position.turn());
    for (const Move move : legal_moves(position)) {
        const bool castles = move.kind() == Move::Kind::castling;
        if (reading.is_en_passant && move.kind() != Move::Kind::en_passant) continue;
        if (reading.castling != TextReading::none) {
            const auto castled = move.to() > move.from() ? TextReading::king_side : TextReading::queen_side;
            if (castles && (reading.castling & castled) != 0) out.push_back({move, 0});
            continue;
        }
        const Role role = position.piece_at(move.from())->role;
        const chess::Square to = target_of(move);
        if (role != reading.role || !contains(reading.to[side], to) || (castles && !reading.names_square)) continue;
        float cost = 0;
        if (!contains(reading.from[side], move.from())) {
            const SquareSet from = reading.from[side];
            if ((from & (from - 1)) != 0) continue;
            cost += weights_.misprint_departure;
        }
        const auto captured = captured_by(position, move);
        if (reading.captured) {
            if (captured != reading.captured) continue;
            if (!contains(reading.captured_files, to.file())) cost += weights_.other_pawn;
        } else if (reading.is_capture && !captured) {
            continue;
        } else if (!reading.is_capture && captured) {
            cost += !reading.is_algebraic ? weights_.sign_missing
                    : role == Role::pawn  ? weights_.sign_missing_pawn
                                          : weights_.sign_missing_piece;
        }
        const bool is_bare_pawn =
            role == Role::pawn && reading.is_algebraic && captured && reading.from[side] == notation::every_square;
        if (is_bare_pawn) cost += weights_.sign_missing_pawn;
        if (!contains(reading.pawn_files, move.from().file())) cost += weights_.other_pawn;
        if (reading.wing && (move.from().file() > notation::File::d) != (*reading.wing == notation::Wing::king_side))
            cost += weights_.other_wing;
        if (move.kind() == Move::Kind::promotion) {
            if (!reading.promotion) {
                if (move.promotion_role() != Role::queen) continue;
                cost += weights_.queen_implied;
            } else if (*reading.promotion != move.promotion_role()) {
                continue;
            }
        } else if (reading.promotion) {
            continue;
        }
        out.push_back({move, cost});
    }
}

/// Finds moves of the same piece to the same file or rank, and of other pieces to the same square.
void EvidenceSearch::misprints(const Position& position, const TextReading& reading, Candidates& out) {
    static constexpr float most_cost = 2, other_sign = 1, other_piece = 2;
    out.clear();
    if (!reading.names_square || reading.cost > most_cost || reading.castling != TextReading::none) return;
    if (text_.goes_on(reading.end)) return;  // part of a word
    const SquareSet to = reading.to[index_of(position.turn())], near = near_squares(to);
    for (const Move move : legal_moves(position)) {
        if (move.kind() == Move::Kind::castling) continue;
        if (move.kind() == Move::Kind::promotion && move.promotion_role() != Role::queen) continue;
        const bool is_capture = captured_by(position, move).has_value();
        if (reading.is_capture && !is_capture) continue;
        const bool is_same_piece = position.piece_at(move.from())->role == reading.role;
        if (!contains(is_same_piece ? near : to, move.to())) continue;
        out.push_back({move, weights_.misprint + (reading.is_capture != is_capture ? other_sign : 0) +
                                 (is_same_piece ? 0 : other_piece)});
    }
}

/// Returns the spellings of the legal moves without blanks.
const std::vector<MoveSpelling>& EvidenceSearch::spellings_of(const Position& position,
                                                              const notation::Language& language) {
    const std::uint64_t key = position.key() ^ language.serial();
    Known<MoveSpelling>& spelled = spelled_[key & (spelled_.size() - 1)];
    if (spelled.key == key) return spelled.moves;
    spelled.key = key;
    spelled.moves.clear();
    const MoveSpeller& speller = spellers_.try_emplace(&language, language, text_.bytes()).first->second;
    if (!speller.can_write()) return spelled.moves;
    spelled.moves = speller.spellings({.position = position});
    for (MoveSpelling& each : spelled.moves) std::erase(each.text, U' ');
    return spelled.moves;
}

/// Returns how much a text is like a spelling. States of a beam ask for the same ones. `hash`: of the text.
const std::vector<Likeness>& EvidenceSearch::likenesses(std::u32string_view spelling, std::u32string_view text,
                                                        std::size_t hash) {
    static constexpr Cost most = 520;
    static constexpr std::size_t most_known = std::size_t{1} << 15;
    if (alike_to_.size() >= most_known) alike_to_.clear();
    const auto [found, is_new] = alike_to_.try_emplace(std::hash<std::u32string_view>()(spelling) ^ hash * spread);
    if (is_new) found->second = likeness(spelling, text, most);
    return found->second;
}

/// Returns true for a number at a place, after punctuation.
bool EvidenceSearch::is_number_at(PlaceInText at, std::int32_t value) const {
    while (is_one_of(text_[at], ".,;:+#!?")) ++at;
    const auto numbers = text_.numbers_of(value);
    return std::ranges::binary_search(numbers, at, {}, [&](std::uint32_t i) { return text_.numbers()[i].begin; });
}

/// Finds the legal moves that a misread text may be, by the place where they end. A word that looks like no move may be
/// one only directly after its number, or between White's move and the next number: `24.Ne5 Kis 25.Rb7`.
void EvidenceSearch::look_alikes(const State& state, const Way& way) {
    static constexpr PlaceInText longest = 12, longest_word = 9, shortest = 2, longest_letters = 5;
    static constexpr int most_small = 1;
    const PlaceInText at = way.place;
    static constexpr std::size_t most_languages = 2, most_apart = 2;
    static constexpr float bits = 0.0144F;  // in a Cost of 1
    alike_.clear();
    PlaceInText end = at, end_of_word = at;
    int small = 0, digits = 0;  // a dash counts as a digit: `Kgi-hi`
    bool is_in_word = true;
    while (end < text_.size() && end - at < longest) {
        const char32_t sign = text_[end];
        const bool is_point = sign == U'.' && is_number_sign(text_[end + 1]);
        if (is_one_of(sign, ",;.+#!?") && !is_point) break;
        is_in_word = is_in_word && (end == at || text_.is_glued(end) || sign == U'-' || text_[end - 1] == U'-');
        ++end;
        if (!is_in_word) continue;
        end_of_word = end;
        digits += is_number_sign(sign) || sign == U'-';
        small += is_letter_sign(sign) && !is_capital_sign(sign);
    }
    const PlaceInText size = end_of_word - at;
    const bool is_enclosed =
        (way.number_begin < way.number_end && way.number_end == at) ||
        (state.position.turn() == chess::Color::black && is_number_at(end_of_word, state.number + 1));
    const bool may_be_word = digits == 0 && (small > most_small || size > longest_letters);
    if (size > longest_word || (!is_enclosed && (may_be_word || end - at < shortest))) return;
    effort_ += effort_of_look_alikes;
    const std::u32string_view text = text_.from(at).substr(0, static_cast<std::size_t>(end - at));
    const std::size_t hash = std::hash<std::u32string_view>()(text);
    const auto least_size = static_cast<std::size_t>(is_enclosed ? size : std::max(size, shortest));
    std::size_t used = 0;
    for (std::size_t i = 0; i < lattice_.languages().size() && used < most_languages; ++i) {
        if ((state.languages >> i & 1) == 0) continue;
        ++used;
        for (const MoveSpelling& spelling : spellings_of(state.position, *lattice_.languages()[i])) {
            if (spelling.text.size() + most_apart < least_size || text.size() + most_apart < spelling.text.size())
                continue;
            for (const Likeness& each : likenesses(spelling.text, text, hash)) {
                const PlaceInText behind = at + static_cast<PlaceInText>(each.length);
                if (behind < end_of_word || each.length < least_size || text_.goes_on(behind)) continue;
                const float cost =
                    weights_.alike + weights_.alike_bit * bits * static_cast<float>(each.cost + spelling.cost);
                Candidates& moves = alike_[behind];
                const auto same = std::ranges::find(moves, spelling.move, &Candidate::move);
                if (same == moves.end())
                    moves.push_back({spelling.move, cost});
                else
                    same->cost = std::min(same->cost, cost);
            }
        }
    }
}

}  // namespace cofnod::importers::running
