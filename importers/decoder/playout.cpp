#include "importers/decoder/score_builder.hpp"

#include <algorithm>

#include "games/chess/resolve.hpp"
#include "importers/decoder/written_move.hpp"
#include "notation/language.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

namespace {

/// All ways to play a score in one notation. Mostly that is one line; a move that fits several legal ones makes
/// several, and later moves end all but the intended one, unless they lead to the same position.
class Reader final : WordLadder {
public:
    Reader(const Score& score, const chess::Position& start, const notation::Language& language,
           const notation::Languages& languages, Attempts& attempts, const Guests& guests, Repairs repairs)
        : WordLadder(score, languages, language, guests, attempts),
          repairs_(repairs),
          diagrams_(score.diagrams),
          lines_{{{start}, {}, {}}} {
        if (repairs != Repairs::none) lines_.front().situation.wings.heed_places();
    }

    Trial read() {
        Trial playout{.language = &language_};
        Brackets brackets;
        for (std::size_t i = 0, next = 0; i < score_.tokens.size(); i = next) {
            const Token& token = score_.tokens[i];
            next = i + 1;
            if (!brackets.is_main_line(token)) continue;
            if (is_reply_lacking(i, lines_.front().moves.size())) pass_turn();
            if (kings_at_end(i)) break;
            if (play_canonical(token) || !begins_word(i)) continue;
            heed_diagrams(token.begin);
            attempts_.effort().spend(1);
            next = read_word(i);
            playout.to_end = next != 0;
            if (!playout.to_end) break;
        }
        heed_diagrams(score_.text.size());
        playout.plies = lines_.front().moves.size();
        playout.to_end = playout.to_end && lines_.size() == 1;
        playout.line = take_common_line();
        return playout;
    }

private:
    struct Line {
        Situation situation;
        std::vector<chess::Move> moves;
        std::vector<Choice> choices;
    };
    static constexpr std::size_t most_lines = 32;

    /// A line, and a possible next move in it.
    struct Way {
        const Line* line;
        chess::Move move;
        bool agrees;             ///< the word has no mark that the board contradicts
        bool is_choice = false;  ///< the word also fits other moves
    };

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

    void pass_turn() {
        for (Line& line : lines_) {
            line.situation.play(chess::Move::null());
            line.moves.push_back(chess::Move::null());
        }
    }

    /// Plays a word in all lines. Returns 0, with the lines unchanged, if none can continue or there are too many. The
    /// first playable move determines the number of tokens of a move.
    std::size_t play_all(std::size_t i, const WrittenMove& own, const GuestMoves& guests) {
        std::vector<Way> ways;
        std::size_t token_count = 0;
        for (const Line& line : lines_) {
            const std::size_t first = ways.size();
            const auto add_move = [&](const WrittenMove& written, chess::Move move) {
                if (token_count == 0) token_count = written.token_count;
                const auto is_known = [&](const Way& way) { return way.move == move; };
                if (written.token_count != token_count ||
                    std::any_of(ways.begin() + static_cast<std::ptrdiff_t>(first), ways.end(), is_known))
                    return;
                ways.push_back(
                    {.line = &line, .move = move, .agrees = agrees_with_board(written, move, line.situation.position)});
            };
            const chess::Resolution resolution = resolve(line.situation, own, false);
            if (resolution)
                add_move(own, resolution.move);
            else if (resolution.kind == chess::Resolution::Kind::ambiguous)
                for (const chess::Move move : by_habit(resolution.moves)) add_move(own, move);
            for (const GuestMove& guest : guests)
                if (const chess::Resolution foreign = resolve(line.situation, guest.written, false))
                    add_move(guest.written, foreign.move);
            for (std::size_t way = first; way < ways.size(); ++way) ways[way].is_choice = ways.size() - first > 1;
        }
        if (std::ranges::any_of(ways, &Way::agrees)) std::erase_if(ways, [](const Way& way) { return !way.agrees; });
        std::vector<Line> next;
        for (const Way& way : ways) add(next, way);
        if (next.empty() || next.size() > most_lines) return 0;
        lines_ = std::move(next);
        close_choices(Choice::Evidence::move, own.begin, own.end);
        return i + token_count;
    }

    /// Keeps only the lines that reach a board drawn before byte `at`, if any do.
    void heed_diagrams(std::size_t at) {
        diagrams_.take_before(at, [&](const Diagram& diagram) {
            const auto reaches = [&](const Line& line) {
                return differing_squares(line.situation.position, diagram.placement).empty();
            };
            if (lines_.size() > 1 && std::any_of(lines_.begin(), lines_.end(), reaches) &&
                std::erase_if(lines_, [&](const Line& line) { return !reaches(line); }) > 0)
                close_choices(Choice::Evidence::board);
        });
    }

    /// Records the word [begin, end), or a board, that has just ended some lines as the evidence of each choice that it
    /// reduces to one move.
    void close_choices(Choice::Evidence evidence, std::uint32_t begin = 0, std::uint32_t end = 0) {
        for (Line& line : lines_)
            for (Choice& choice : line.choices) {
                const chess::Move chosen = line.moves[choice.ply];
                const auto agrees = [&](const Line& other) {
                    return other.moves[choice.ply] == chosen && !has_rivals(other, choice.ply);
                };
                if (choice.evidence != Choice::Evidence::none || !std::ranges::all_of(lines_, agrees)) continue;
                choice.evidence = evidence;
                choice.at = line.moves.size() - 1;
                choice.begin = begin;
                choice.end = end;
            }
    }

    [[nodiscard]] bool is_behind_move() const override { return !lines_.front().moves.empty(); }
    [[nodiscard]] const Situation& situation_now() const override { return lines_.front().situation; }
    void pass_mark(std::size_t, bool) override {}
    void pass_remark(std::size_t) override {}
    void pass_number(std::size_t) override {}

    /// Takes a result in words, except before the first move, so that a notation that cannot be right is abandoned
    /// without searching for one.
    std::size_t take_result_words(std::size_t i) override {
        if (!is_behind_move()) return 0;
        const auto result = read_written_result(languages_, score_, i, &attempts_);
        if (!result) return 0;
        return result->ends_game ? score_.tokens.size() : i + result->token_count;
    }

    [[nodiscard]] bool may_repair(std::size_t) const override {
        return repairs_ == Repairs::where_clear && lines_.size() == 1;
    }

    std::size_t play_repair(std::size_t i, const Repair& repair) override {
        Line& line = lines_.front();
        for (const Repair::Part& part : repair.parts) {
            line.situation.play(part.move);
            line.moves.push_back(part.move);
        }
        return i + repair.token_count;
    }

    /// Sorts moves whose order is unknown; the king's pieces are assumed to come first.
    static std::vector<chess::Move> by_habit(const chess::FewMoves& moves) {
        std::vector<chess::Move> sorted(moves.begin(), moves.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](chess::Move a, chess::Move b) { return a.from().file() > b.from().file(); });
        return sorted;
    }

    /// Adds a line, or its moves as rivals to an earlier line that reaches the same position, because no later move can
    /// distinguish them.
    static void add(std::vector<Line>& lines, const Way& way) {
        Line longer = *way.line;
        if (way.is_choice) longer.choices.push_back({.ply = longer.moves.size()});
        longer.situation.play(way.move);
        longer.moves.push_back(way.move);
        const auto earlier = std::ranges::find_if(
            lines, [&](const Line& other) { return other.situation.position == longer.situation.position; });
        if (earlier == lines.end())
            lines.push_back(std::move(longer));
        else
            add_rivals(*earlier, longer);
    }

    /// After the first move that differs, the other line has other positions: its moves are no rivals.
    static void add_rivals(Line& line, const Line& other) {
        const auto first = std::ranges::mismatch(line.moves, other.moves).in1 - line.moves.begin();
        for (Choice& choice : line.choices) {
            if (choice.ply > static_cast<std::size_t>(first)) break;
            const auto add_rival = [&](chess::Move move) {
                if (move == line.moves[choice.ply] || std::ranges::find(choice.rivals, move) != choice.rivals.end())
                    return;
                choice.rivals.push_back(move);
                choice.evidence = Choice::Evidence::same_position;
                choice.at = line.moves.size() - 1;
            };
            add_rival(other.moves[choice.ply]);
            for (const Choice& same : other.choices)
                if (same.ply == choice.ply) std::ranges::for_each(same.rivals, add_rival);
        }
    }

    static bool has_rivals(const Line& line, std::size_t ply) {
        return std::ranges::any_of(line.choices,
                                   [&](const Choice& choice) { return choice.ply == ply && !choice.rivals.empty(); });
    }

    /// Returns the moves common to all lines, up to a choice that is not made in all of them.
    SettledLine take_common_line() {
        SettledLine common{std::move(lines_.front().moves), std::move(lines_.front().choices)};
        for (std::size_t i = 1; i < lines_.size(); ++i) {
            common.moves.erase(std::ranges::mismatch(common.moves, lines_[i].moves).in1, common.moves.end());
            for (const Choice& choice : common.choices)
                if (choice.ply < common.moves.size() && (!choice.rivals.empty() || has_rivals(lines_[i], choice.ply)))
                    common.moves.resize(choice.ply);
        }
        std::erase_if(common.choices, [&](const Choice& choice) { return choice.ply >= common.moves.size(); });
        return common;
    }

    Repairs repairs_;
    DiagramsOnTheWay diagrams_;
    std::vector<Line> lines_;
};

/// Returns true if the first word is a move, which is mostly enough to exclude ICCF digits for a game in English.
bool begins_in(const notation::Language& language, const Score& score) {
    for (std::size_t i = 0; i < score.tokens.size(); ++i)
        if (may_begin_move(language, score.tokens[i])) return !read_written_move(language, score, i).empty();
    return false;
}

}  // namespace

Trial play_out(const Score& score, const chess::Position& start, const notation::Language& language,
               const notation::Languages& languages, Attempts& attempts, const Guests& guests, Repairs repairs) {
    attempts.effort().spend(1);
    if (repairs == Repairs::none && language.system() != notation::System::algebraic && !begins_in(language, score))
        return {.language = &language, .to_end = false};
    return Reader(score, start, language, languages, attempts, guests, repairs).read();
}

}  // namespace cofnod::importers
