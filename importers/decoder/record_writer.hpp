#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "games/record/record.hpp"
#include "importers/decoder/score_player.hpp"
#include "importers/limits.hpp"

namespace cofnod::importers {

/// Writes everything in a score except its moves into a record, for any game: comments, results and words for results,
/// wrong numbers, unreadable text, problems, the state of the record.
class RecordWriter {
public:
    /// The turn in the main line after the moves played so far.
    struct Turn {
        std::uint32_t number;  ///< number of the move that is due
        bool is_whites;
    };
    /// Returns the number of tokens in the move that begins at a token; 0: none.
    using MoveLength = std::function<std::size_t(std::size_t token)>;

    /// `right_to_left`: the direction of the moves.
    RecordWriter(const Score& score, const notation::Languages& languages, const Limits& limits, bool right_to_left,
                 GameRecord& record);

    /// Returns true while a normalised export could reproduce everything found.
    [[nodiscard]] bool is_faithful() const { return faithful_; }
    void set_unfaithful() { faithful_ = false; }
    /// Records that a variation is not closed: its text may be the rest of the main line.
    void leave_open() { is_left_open_ = true; }
    [[nodiscard]] bool is_left_open() const { return is_left_open_; }
    /// Returns false once the main line has ended at unreadable text, other than at a limit.
    [[nodiscard]] bool reached_end() const { return reached_end_; }

    /// Leaves GameRecord::trace empty from now on.
    void leave_out_trace() { keeps_trace_ = false; }
    /// Records the bytes [begin, end) of a part of the record.
    void trace(Trace::Kind kind, std::size_t index, std::size_t begin, std::size_t end) {
        if (keeps_trace_) record_.trace.add(kind, index, begin, end);
    }

    /// Adds a problem about the bytes [begin, end). Notes beyond a limit are merged into one; a fault is always added.
    Problem& note(Severity severity, std::uint32_t begin, std::uint32_t end, Reason reason, Advice advice = {});
    /// Adds a note about a token.
    void note(const Token& token, Reason reason, Advice advice = {}) {
        note(Severity::note, token.begin, token.end, std::move(reason), std::move(advice));
    }

    /// Reports that other moves fit the score as well as the last one: the game is incomplete, and a comment lists
    /// them. `reason` is of kind same_position_later.
    void note_undecided(std::uint32_t begin, std::uint32_t end, Reason reason);

    void take_comment(const Token& token, bool in_main_line);
    /// Keeps the unclosed comment at token `i` as unread text, because it may contain moves. A result at its end is the
    /// result of the game.
    void take_open_comment(std::size_t i);
    /// Keeps [begin, end) as a comment in place of the annotations from `first_item` on.
    void keep_as_comment(std::size_t first_item, std::uint32_t begin, std::uint32_t end);

    /// Compares a number of the main line with the one that is due. Notes a wrong number if those before it were right;
    /// some sources have their own numbering. Returns false if moves before it are missing. `move_length`: a
    /// MoveLength, called only for wrong numbers.
    template <typename Length>
    bool take_number(std::size_t i, Turn due, const Length& move_length) {
        if (score_.tokens[i].value != due.number) return take_wrong_number(i, due, move_length);
        numbers_count_ = NumbersCount::so_far;
        if (!score_.plain) look_at_number(i, due.number);
        return true;
    }

    /// Notes a number that is not due if no move follows it. Returns false if one does.
    bool take_stray_number(std::size_t i, Turn due);

    /// Notes that token `i`, `1O.`, was read as a number.
    void note_misread_number(std::size_t i, std::uint32_t number);

    /// Takes a result written in signs.
    void take_result(std::size_t i, Turn turn);
    /// Takes a result in words that begins at word token `i`, and keeps the text after it as a comment if the words end
    /// the game. Returns the next token to read; nullopt: there is no result.
    std::optional<std::size_t> take_result_words(std::size_t i, Turn turn);
    void set_result(Result result, std::size_t token);

    /// Ends the main line at token `i`; the rest is unread. Returns the next token to read.
    std::size_t give_up(std::size_t i, std::uint32_t begin, std::uint32_t end, Reason reason, Advice advice, Turn turn);
    /// Ends the main line at a missing move, or at one move too many.
    std::size_t give_up_at_missing_move(std::size_t i, Turn turn);
    std::size_t stop_at_limit(std::size_t i, Turn turn);

    /// Returns the text of the tokens from `i` up to `last`, starting with the bytes [begin, end). Text in another
    /// column of the page comes last because the columns were sorted.
    [[nodiscard]] std::string text_of_rest(std::size_t i, std::size_t last, std::uint32_t begin,
                                           std::uint32_t end) const;
    /// Returns the start of the text of token `i`, including the number before it unless the position implies that
    /// number.
    [[nodiscard]] std::uint32_t begin_with_number(std::size_t i, std::uint32_t begin, Turn turn) const;

    /// Returns the result that the rules give the final position, if any.
    using ResultOnBoard = std::function<std::optional<Result>()>;

    /// Sets state and result of the record, and reports contradictions between tag, signs and words. The tag takes
    /// precedence over the text; if neither gives a result, mate on the board does.
    void finish(Turn turn, const ResultOnBoard& by_board = {});
    /// Returns true if the game is complete and has a result that the board may contradict.
    [[nodiscard]] bool has_result_to_compare() const;
    /// Reports a result that the final position contradicts, as a problem of this kind.
    void compare_with_board(Result by_board, ProblemKind kind);
    /// Marks a game with undecided moves as incomplete, even if all of it was read. Must be called last.
    void give_up_undecided();

private:
    [[nodiscard]] std::optional<Result> result_in(const Token& last) const;
    [[nodiscard]] std::optional<SaidResult> result_after_move(std::string_view text) const;
    void look_at_number(std::size_t i, std::uint32_t number);
    bool take_wrong_number(std::size_t i, Turn due, const MoveLength& move_length);
    [[nodiscard]] bool is_stray_number(std::size_t i) const;
    [[nodiscard]] bool skips_moves(std::size_t i, std::uint32_t due, const MoveLength& move_length) const;
    [[nodiscard]] bool is_followed_by_moves(std::size_t i, std::size_t count, const MoveLength& move_length) const;
    std::size_t keep_analysis(std::size_t i);
    void note_moves_behind_result();
    void take_result_at_end(Turn turn);
    void contradict(std::size_t token, ProblemKind kind, Result one, Result other);
    void give_up_completeness(const Token& comment);
    struct ToldResult {
        std::size_t token;
        Result result;
    };
    [[nodiscard]] std::optional<ToldResult> result_in_comment(std::size_t end, Turn turn) const;
    void compare_with_words(Turn turn);
    bool take_result_of_comment(Turn turn);
    void check_result(Turn turn, const ResultOnBoard& by_board);
    /// Returns the token of the result, or else of the last move.
    [[nodiscard]] std::size_t result_place() const;

    const Score& score_;
    const notation::Languages& languages_;
    const Limits& limits_;
    GameRecord& record_;
    bool right_to_left_;
    bool faithful_;
    bool keeps_trace_ = true;
    bool reached_end_ = true;
    bool is_left_open_ = false;
    bool is_undecided_ = false;
    bool has_entities_ = false;  ///< a note says so
    std::optional<Result> written_result_;
    std::size_t result_token_ = 0;
    std::uint32_t result_ply_ = 0;
    enum class NumbersCount : std::uint8_t { not_yet, so_far, no } numbers_count_ = NumbersCount::not_yet;
};

/// Returns the start of a word of the source, which may be of any length, as valid UTF-8.
std::string shortened(std::string_view word);

}  // namespace cofnod::importers
