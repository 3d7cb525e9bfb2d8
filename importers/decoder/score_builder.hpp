#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "games/chess/resolve.hpp"
#include "importers/decoder/attempts.hpp"
#include "importers/decoder/recognised_line.hpp"
#include "importers/decoder/record_writer.hpp"
#include "importers/decoder/score_player.hpp"
#include "importers/decoder/word_ladder.hpp"
#include "importers/decoder/written_move.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// A word of the main line that fits more than one legal move, and how one of them was chosen.
struct Choice {
    enum class Evidence : std::uint8_t {
        none,           ///< no later word or board excludes the rivals
        move,           ///< a later move, which only the chosen one allows
        board,          ///< a board drawn later
        same_position,  ///< none: the rivals lead to the same position
    };
    std::size_t ply;  ///< index of the move in its line
    Evidence evidence = Evidence::none;
    std::size_t at = 0;                 ///< index of the move that decided, or from which on the position is the same
    std::uint32_t begin = 0, end = 0;   ///< bytes of the move that decided
    std::vector<chess::Move> rivals{};  ///< other moves that the text allows to its end

    [[nodiscard]] bool is_decided() const { return evidence == Evidence::move || evidence == Evidence::board; }
};

/// The moves of a main line, and the choices among them that later text has decided, or could not decide.
struct SettledLine {
    std::vector<chess::Move> moves{};
    std::vector<Choice> choices{};  ///< ascending
};

/// The result of playing the main line in one language: how far it gets.
struct Trial {
    const notation::Language* language;
    SettledLine line{};     ///< as far as only one line fits
    std::size_t plies = 0;  ///< as far as any line fits
    bool to_end = true;
};

/// Plays the main line in one notation without writing a record. With guests, a word may be in one of their languages
/// where the notation does not lead on.
Trial play_out(const Score& score, const chess::Position& start, const notation::Language& language,
               const notation::Languages& languages, Attempts& attempts, const Guests& guests = {},
               Repairs repairs = Repairs::none);

/// Plays a score in one notation and writes all of it into a record: the second half of ScorePlayer's work.
class ScoreBuilder final : WordLadder {
public:
    /// `settled`: the main line as settled by reading ahead; used where a move is ambiguous.
    ScoreBuilder(const Score& score, const chess::Position& start, const notation::Languages& languages,
                 const notation::Language& language, const SettledLine& settled, const Guests& guests,
                 const Limits& limits, Attempts& attempts, GameRecord& record);

    void allow(Repairs repairs) {
        repairs_ = repairs;
        if (repairs != Repairs::none) lines_.front().now.wings.heed_places();
    }

    /// Ends the main line at a pawn move with the pawn's letter that is a different move in another language.
    void heed_pawn_letters() { heeds_pawn_letters_ = true; }

    /// Leaves GameRecord::san and trace empty.
    void leave_out_san() {
        keep_san_ = false;
        scribe_.leave_out_trace();
    }

    /// Reads the main line from `line`, whose tokens are those of the score.
    void follow(const RecognisedLine& line) { line_ = &line; }

    void build();

    /// Returns the main line as far as it could be played.
    [[nodiscard]] const std::vector<chess::Move>& moves() const { return moves_; }
    [[nodiscard]] bool reached_end() const { return scribe_.reached_end(); }
    /// Returns the token at which the main line ended.
    [[nodiscard]] std::size_t stopped_at() const { return stopped_at_; }
    /// Returns true if the main line ends at a move that fits several legal ones.
    [[nodiscard]] bool ended_ambiguous() const { return ended_ambiguous_; }
    /// Returns true if the score has the notation's own spelling throughout and contains nothing else.
    [[nodiscard]] bool faithful() const { return scribe_.is_faithful(); }
    /// Returns true if every move is spelled as notation::PlainMoves reads it.
    [[nodiscard]] bool is_plain() const { return plain_; }
    /// Returns the contradictions in the main line.
    [[nodiscard]] const Agreement& agreement() const { return agreement_; }

private:
    /// The main line, or a variation: its current situation, and the one before its last move.
    struct Line {
        Situation now;
        Situation before;
        bool empty = true;
        std::size_t first_item = 0;  ///< first annotation of a variation
        std::uint32_t open = 0;      ///< byte of the `(` of a variation
        bool may_be_check = true;    ///< false: the side to move is not in check
    };

    [[nodiscard]] bool in_main_line() const { return lines_.size() == 1; }
    [[nodiscard]] static RecordWriter::Turn turn_of(const Line& line) {
        const chess::Position& position = line.now.position;
        return {static_cast<std::uint32_t>(position.fullmove_number()), position.turn() == chess::Color::white};
    }
    /// Returns the turn after the last move of the main line.
    [[nodiscard]] RecordWriter::Turn turn() const { return turn_of(lines_.front()); }
    void pass_turn(const Token& token);
    std::size_t take_word(std::size_t i);
    std::size_t take_recognised(std::size_t i, const RecognisedLine::Move& recognised);
    std::size_t stop_at_limit(std::size_t i);
    std::size_t take_kings_at_end(std::size_t i, const KingsAtEnd& kings);
    std::size_t give_up_word(std::size_t i);
    std::size_t give_up_move(std::size_t i, const WrittenMove& written, const chess::Resolution& resolution);

    std::size_t give_up_foreign(std::size_t i, const WrittenMove& written, const std::vector<Meaning>& meanings);

    std::size_t play(std::size_t i, const WrittenMove& own, const GuestMoves& guests) override;
    [[nodiscard]] bool is_behind_move() const override { return !lines_.back().empty; }
    [[nodiscard]] const Situation& situation_now() const override { return lines_.back().now; }
    void pass_mark(std::size_t i, bool is_null_move) override;
    void pass_remark(std::size_t i) override;
    void pass_number(std::size_t i) override { scribe_.note_misread_number(i, due_number()); }
    std::size_t take_result_words(std::size_t i) override;
    [[nodiscard]] bool may_repair(std::size_t i) const override;
    std::size_t play_repair(std::size_t i, const Repair& repair) override;

    void note_repair(const Repair& repair);
    void note_guest(const GuestMove& guest);
    void note_languages_by_side();
    [[nodiscard]] bool is_decided() const {
        return in_main_line() && follows_settled_ && moves_.size() < settled_.moves.size();
    }
    [[nodiscard]] bool is_contradicted(const chess::Resolution& resolution) const;
    [[nodiscard]] const Choice* choice_here() const;
    Advice ways_to_write(std::vector<chess::Move> moves);
    void settle(const Choice& choice, chess::Resolution& resolution, const WrittenMove& written);
    std::optional<Reason> undecided_here(const WrittenMove& written);
    [[nodiscard]] RecordWriter::Turn turn_at(std::size_t ply) const;
    void note_novelty(std::size_t i);
    std::size_t take_number(std::size_t i);
    void take_result(std::size_t i);
    void compare_with_diagrams(const Token& comment);
    std::size_t open_variation(std::size_t i);
    void close_variation(const Token& token);
    /// A move as written in the score.
    struct Spelling {
        std::string_view text;
        const notation::Language& language;
        notation::CheckMark check;  ///< as written
        bool as_written;            ///< known to be the language's own spelling, except for the check
        bool is_pattern = false;
    };
    void take_marks(const FalseMarks& marks, std::string_view word);
    void note_mark(ProblemKind kind, std::string_view word);
    void write_move(chess::Move move, const WrittenMove& written, const notation::Language& language);
    void write_chosen(chess::Move move, const WrittenMove& written, const notation::Language& language);
    bool play_canonical(std::size_t i);
    bool play_squares(std::size_t i);
    const notation::CanonicalWord& canonical_word(std::size_t i);
    notation::CheckMark advance(chess::Move move, const notation::Reading& san, const Spelling& spelling);
    void trace(Trace::Kind kind, std::size_t index, std::string_view word);
    std::string_view write(const notation::Language& language, const notation::Reading& san, notation::CheckMark check);
    void append_number(const chess::Position& position);

    std::size_t give_up_line(std::size_t i, std::uint32_t begin, std::uint32_t end, Reason reason, Advice advice = {});
    std::size_t give_up_variation(std::size_t open);
    void close_open_variations();
    void note_unclosed(std::size_t count);
    void finish();

    /// False marks of one kind, reported in one note at the first of them.
    struct SeenMark {
        ProblemKind kind;
        std::size_t problem;  ///< index of its note
        std::int64_t count;
        Argument::List places;
    };

    /// A language other than that of the score in which some moves were read.
    struct SeenGuest {
        const notation::Language* language;
        std::size_t problem;  ///< index of its note
        std::size_t count;
        std::string first_word;
    };

    const SettledLine& settled_;
    bool follows_settled_ = true;  ///< all moves so far are those of the settled line
    const RecognisedLine* line_ = nullptr;
    const Limits& limits_;
    GameRecord& record_;
    RecordWriter scribe_;
    DiagramsOnTheWay diagrams_;
    std::vector<Line> lines_;
    std::vector<chess::Move> moves_;
    Agreement agreement_;
    std::vector<SeenGuest> seen_guests_;
    std::vector<SeenMark> seen_marks_;
    chess::Packer packer_;
    std::string canonical_;                          // scratch: a move as the notation writes it
    std::array<notation::CanonicalWord, 24> words_;  ///< for tokens from first_looked_up_ to looked_up_
    std::size_t first_looked_up_ = 0, looked_up_ = 0;
    std::size_t stopped_at_ = 0;
    bool ended_ambiguous_ = false;
    bool plain_ = true;
    bool has_variations_ = false;
    bool closed_nothing_ = false;  ///< an unmatched closing bracket: moves before it may belong to a variation
    bool has_null_moves_ = false;  ///< in the main line
    bool keep_san_ = true;
    bool heeds_pawn_letters_ = false;
    Repairs repairs_ = Repairs::none;
};

}  // namespace cofnod::importers
