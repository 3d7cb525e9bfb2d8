#include "importers/score/playout.hpp"

#include <algorithm>

#include "chess/resolve.hpp"
#include "notation/language.hpp"
#include "notation/read_move.hpp"

namespace cofnod::importers {

namespace {

/// All the ways to play a score in one notation. Mostly that is one line; a move that fits several legal ones makes
/// several, and the moves after it end all but the one that was meant.
class Reader final : WordLadder {
public:
    Reader(const Score& score, const chess::Position& start, const notation::Language& language,
           const notation::Languages& languages, Attempts& attempts, const Guests& guests, Repairs repairs)
        : WordLadder(score, languages, language, guests, attempts),
          repairs_(repairs),
          diagrams_(score.diagrams),
          lines_{{{start}, {}}} {
        if (repairs != Repairs::none) lines_.front().situation.wings.heed_places();
    }

    Playout read() {
        Playout playout{.language = &language_, .moves = {}};
        int depth = 0;
        for (std::size_t i = 0, next = 0; i < score_.tokens.size(); i = next) {
            const Token& token = score_.tokens[i];
            next = i + 1;
            depth += token.kind == Token::Kind::open;
            depth -= token.kind == Token::Kind::close && depth > 0;
            if (depth > 0 || play_canonical(token) || !begins_word(i)) continue;
            heed_diagrams(token.begin);
            attempts_.effort().spend(1);
            next = read_word(i);
            playout.to_end = next != 0;
            if (!playout.to_end) break;
        }
        heed_diagrams(score_.text.size());
        playout.plies = lines_.front().moves.size();
        playout.to_end = playout.to_end && lines_.size() == 1;
        playout.moves = take_common_moves();
        return playout;
    }

private:
    struct Line {
        Situation situation;
        std::vector<chess::Move> moves;
    };
    static constexpr std::size_t most_lines = 32;

    bool play_canonical(const Token& token) {
        if (lines_.size() != 1 || !guests_.empty() || token.kind != Token::Kind::word) return false;
        Line& line = lines_.front();
        const notation::CanonicalWord word = notation::canonical_word(language_, score_.text, token.begin, token.end);
        if (!word) return false;
        const chess::Move move = chess::resolve_canonical(line.situation.position, word.reading);
        if (move.is_null()) return false;
        line.situation.position.play(move);
        line.moves.push_back(move);
        return true;
    }

    std::size_t play(std::size_t i, const WrittenMove& own, const GuestMoves& guests) override {
        if (lines_.size() > 1 || !guests.empty()) return play_all(i, own, guests);
        Line& line = lines_.front();
        const chess::Resolution resolution = resolve(line.situation, own, false);
        if (resolution.kind == chess::Resolution::Kind::ambiguous) return play_all(i, own, guests);
        if (!resolution) return 0;
        line.situation.position.play(resolution.move);
        if (own.pattern) line.situation.wings.play(resolution.move);
        line.moves.push_back(resolution.move);
        return i + own.token_count;
    }

    /// Returns 0, and the lines stay as they were, when none can go on or when there are too many. The first move that
    /// can be played says how many tokens a move takes here.
    std::size_t play_all(std::size_t i, const WrittenMove& own, const GuestMoves& guests) {
        std::vector<Line> next;
        std::size_t token_count = 0;
        const auto go_on = [&](const Line& line, const WrittenMove& written, chess::Move move) {
            if (next.empty()) token_count = written.token_count;
            if (written.token_count == token_count) add(next, line, move);
        };
        for (const Line& line : lines_) {
            const chess::Resolution resolution = resolve(line.situation, own, false);
            if (resolution)
                go_on(line, own, resolution.move);
            else if (resolution.kind == chess::Resolution::Kind::ambiguous)
                for (const chess::Move move : by_habit(resolution.moves)) go_on(line, own, move);
            for (const GuestMove& guest : guests)
                if (const chess::Resolution foreign = resolve(line.situation, guest.written, false))
                    go_on(line, guest.written, foreign.move);
        }
        if (next.empty() || next.size() > most_lines) return 0;
        lines_ = std::move(next);
        return i + token_count;
    }

    /// Keeps the lines that reach a board drawn before byte `at`, if any does.
    void heed_diagrams(std::size_t at) {
        diagrams_.take_before(at, [&](const Diagram& diagram) {
            const auto reaches = [&](const Line& line) {
                return differing_squares(line.situation.position, diagram.placement).empty();
            };
            if (lines_.size() > 1 && std::any_of(lines_.begin(), lines_.end(), reaches))
                std::erase_if(lines_, [&](const Line& line) { return !reaches(line); });
        });
    }

    [[nodiscard]] bool is_behind_move() const override { return !lines_.front().moves.empty(); }
    [[nodiscard]] bool is_blacks_turn() const override {
        return lines_.front().situation.position.turn() == chess::Color::black;
    }
    [[nodiscard]] std::uint32_t due_number() const override {
        return static_cast<std::uint32_t>(lines_.front().situation.position.fullmove_number());
    }
    void pass_mark(std::size_t, bool) override {}
    void pass_number(std::size_t) override {}

    /// Before the first move there is no result, so that a notation which cannot be right is given up without looking
    /// for one.
    std::size_t take_result_words(std::size_t i) override {
        if (!is_behind_move()) return 0;
        const auto result = read_written_result(languages_, score_, i, &attempts_);
        return result ? i + result->token_count : 0;
    }

    [[nodiscard]] const Situation* where_to_repair(std::size_t) const override {
        return repairs_ == Repairs::where_clear && lines_.size() == 1 ? &lines_.front().situation : nullptr;
    }

    std::size_t play_repair(std::size_t i, const Repair& repair) override {
        Line& line = lines_.front();
        for (const Repair::Part& part : repair.parts) {
            line.situation.play(part.move);
            line.moves.push_back(part.move);
        }
        return i + repair.token_count;
    }

    /// Sorts moves whose order is unknown: the king's pieces are assumed to come first.
    static std::vector<chess::Move> by_habit(const chess::FewMoves& moves) {
        std::vector<chess::Move> sorted(moves.begin(), moves.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](chess::Move a, chess::Move b) { return a.from().file() > b.from().file(); });
        return sorted;
    }

    /// Adds a line unless an earlier one reaches the same position: they differ only in the order of moves.
    static void add(std::vector<Line>& lines, const Line& line, chess::Move move) {
        Line longer = line;
        longer.situation.play(move);
        longer.moves.push_back(move);
        const auto same = [&](const Line& other) { return other.situation.position == longer.situation.position; };
        if (std::none_of(lines.begin(), lines.end(), same)) lines.push_back(std::move(longer));
    }

    std::vector<chess::Move> take_common_moves() {
        std::vector<chess::Move> moves = std::move(lines_.front().moves);
        for (std::size_t i = 1; i < lines_.size(); ++i)
            moves.erase(std::mismatch(moves.begin(), moves.end(), lines_[i].moves.begin()).first, moves.end());
        return moves;
    }

    Repairs repairs_;
    DiagramsOnTheWay diagrams_;
    std::vector<Line> lines_;
};

/// Returns true if the first word is a move: mostly enough to know that a game in English is not in ICCF digits.
bool begins_in(const notation::Language& language, const Score& score) {
    for (std::size_t i = 0; i < score.tokens.size(); ++i)
        if (may_begin_move(language, score.tokens[i])) return !read_written_move(language, score, i).empty();
    return false;
}

}  // namespace

Playout play_out(const Score& score, const chess::Position& start, const notation::Language& language,
                 const notation::Languages& languages, Attempts& attempts, const Guests& guests, Repairs repairs) {
    attempts.effort().spend(1);
    if (repairs == Repairs::none && language.system() != notation::System::algebraic && !begins_in(language, score))
        return {&language, {}, 0, false};
    return Reader(score, start, language, languages, attempts, guests, repairs).read();
}

}  // namespace cofnod::importers
