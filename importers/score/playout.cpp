#include "importers/score/playout.hpp"

#include <algorithm>

#include "chess/resolve.hpp"
#include "importers/score/repair.hpp"
#include "importers/score/written_move.hpp"
#include "notation/read_move.hpp"

namespace cofnod::importers {

namespace {

/// All the ways to play a score in one notation. Mostly that is one line; a move that fits several legal ones makes
/// several, and the moves after it end all but the one that was meant.
class Reader {
public:
    Reader(const Score& score, const chess::Position& start, const notation::Language& language,
           const notation::Languages& languages, Attempts& attempts, const Guests& guests, Repairs repairs)
        : score_(score),
          language_(language),
          languages_(languages),
          attempts_(attempts),
          guests_(guests),
          repairs_(repairs),
          lines_{{{start}, {}}} {}

    Playout read() {
        Playout playout{.language = &language_, .moves = {}};
        int depth = 0;
        for (std::size_t i = 0; i < score_.tokens.size() && playout.to_end; ++i) {
            const Token& token = score_.tokens[i];
            depth += token.kind == Token::Kind::open;
            depth -= token.kind == Token::Kind::close && depth > 0;
            if (depth > 0 || !may_begin_move(language_, token) || play_canonical(token)) continue;
            attempts_.effort().spend(1);
            const WrittenMove written = read_written_move(language_, score_, i);
            read_foreign(i);
            if (written.empty() && token.kind == Token::Kind::nag) continue;
            if (written.empty() && foreign_.empty() && read_spaced_move(language_, score_, i).empty()) {
                if (const std::size_t count = words_that_are_no_move(i)) {
                    i += count - 1;
                    continue;
                }
            }
            if (play(written)) {
                i += written.token_count - 1;
            } else if (const WrittenMove spaced = read_spaced_move(language_, score_, i);
                       !spaced.empty() && play(spaced)) {
                i += spaced.token_count - 1;
            } else if (const std::size_t count = play_repaired(i)) {
                i += count - 1;
            } else {
                playout.to_end = false;
            }
        }
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

    /// A mark or a result that begins at word token `i`: how many tokens, or 0. Before the first move there is none, so
    /// that a notation which cannot be right is given up without looking for one.
    [[nodiscard]] std::size_t words_that_are_no_move(std::size_t i) const {
        if (lines_.front().moves.empty()) return 0;
        const std::string_view word = score_.tokens[i].in(score_.text);
        if (is_said_of_move(languages_, language_, word, attempts_)) return 1;
        const auto result = read_written_result(languages_, score_, i);
        return result ? result->token_count : 0;
    }

    /// What the word says in the languages of guests.
    void read_foreign(std::size_t i) {
        foreign_.clear();
        for (const notation::Language* guest : guests_) {
            WrittenMove written = read_written_move(*guest, score_, i);
            if (guest != &language_ && !written.empty() && !written.readings[0].loose)
                foreign_.push_back(std::move(written));
        }
    }

    bool play(const WrittenMove& written) {
        return lines_.size() == 1 && foreign_.empty() ? play_only(written) : play_all(written);
    }

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

    bool play_only(const WrittenMove& written) {
        Line& line = lines_.front();
        const chess::Resolution resolution = resolve(line.situation, written, false);
        if (resolution.kind == chess::Resolution::Kind::ambiguous) return play_all(written);
        if (!resolution) return false;
        line.situation.position.play(resolution.move);
        if (written.pattern) line.situation.wings.play(resolution.move);
        line.moves.push_back(resolution.move);
        return true;
    }

    /// How many tokens were mended and played, or 0.
    std::size_t play_repaired(std::size_t i) {
        if (repairs_ == Repairs::none || lines_.size() != 1) return 0;
        Line& line = lines_.front();
        const auto found = repair(language_, score_, i, line.situation, attempts_);
        if (!found) return 0;
        for (const Repair::Part& part : found->parts) {
            line.situation.play(part.move);
            line.moves.push_back(part.move);
        }
        return found->token_count;
    }

    /// False, and the lines stay as they were, when none can go on or when there are too many.
    bool play_all(const WrittenMove& written) {
        std::vector<Line> next;
        for (const Line& line : lines_) {
            const chess::Resolution resolution = resolve(line.situation, written, false);
            if (resolution)
                add(next, line, resolution.move);
            else if (resolution.kind == chess::Resolution::Kind::ambiguous)
                for (const chess::Move move : by_habit(resolution.moves)) add(next, line, move);
            for (const WrittenMove& other : foreign_)
                if (const chess::Resolution foreign = resolve(line.situation, other, false))
                    add(next, line, foreign.move);
        }
        if (next.empty() || next.size() > most_lines) return false;
        lines_ = std::move(next);
        return true;
    }

    /// Where the order of two moves cannot be known, king's pieces are taken to come first.
    static std::vector<chess::Move> by_habit(const chess::FewMoves& moves) {
        std::vector<chess::Move> sorted(moves.begin(), moves.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](chess::Move a, chess::Move b) { return a.from().file() > b.from().file(); });
        return sorted;
    }

    /// Of two lines that meet in one position the first is kept: they differ in the order of moves only.
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

    const Score& score_;
    const notation::Language& language_;
    const notation::Languages& languages_;
    Attempts& attempts_;
    const Guests& guests_;
    Repairs repairs_;
    std::vector<WrittenMove> foreign_;  ///< the word at hand, in the languages of guests
    std::vector<Line> lines_;
};

/// Whether the first word is a move at all; mostly that is enough to know that a game in English is not in ICCF digits.
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
