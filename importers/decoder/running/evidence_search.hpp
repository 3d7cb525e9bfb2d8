#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "games/chess/move.hpp"
#include "games/chess/position.hpp"
#include "importers/decoder/line_search.hpp"
#include "importers/decoder/running/evidence.hpp"
#include "importers/decoder/running/readings.hpp"
#include "importers/decoder/running/running_text.hpp"

namespace cofnod::importers::running {

/// A move of a line and its place in the text.
struct PlacedMove {
    chess::Move move;
    PlaceInText begin;
    PlaceInText end;                       ///< after its marks
    float gain;                            ///< evidence for it, in bits
    float oddity;                          ///< bits that its reading cost: 0 for what is usually written
    PlaceInText number_begin, number_end;  ///< of the number before it; equal: none
    float margin = 99;                     ///< by which the line is likelier than the best that parts from it here
};

/// A line of play that the search has found, and what speaks for it.
struct LineInText {
    chess::Position start = chess::Position::initial();
    int first_number = 1;
    PlaceInText at = 0;  ///< its first number
    std::vector<PlacedMove> moves;
    LanguageSet languages = 0;  ///< in which all of its moves can be read
    float evidence = 0;
    float margin = 0;            ///< by which it is likelier than the best line that differs
    std::size_t margin_ply = 0;  ///< index of the move where that line parts from this one
    float weakest = 0;           ///< least gain of a move
    std::size_t weakest_ply = 0;
    bool has_end = false;  ///< mate, or words that end a game
};

/// A game that no other line may cross.
struct Wall {
    PlaceInText begin, end;
    bool begins_line;
};

/// Carries a line of play through a text by what is legal, by the numbers and by the layout: a beam search over states
/// (place, position, number due, layout, languages) to the best total of evidence.
class EvidenceSearch {
public:
    EvidenceSearch(const RunningText& text, Lattice& lattice, const Evidence& evidence);

    /// Follows a line from a place and a position: as it is written, and if it stops before its moves do, allowing for
    /// misprints and misread words. `cost`: of the start itself.
    /// `board`: the one that shows the position.
    LineInText follow(PlaceInText at, const chess::Position& start, int number, float cost,
                      const Diagram* board = nullptr);

    /// Follows a line as it is written, without misprints.
    LineInText follow_written(PlaceInText at, const chess::Position& start, int number, float cost);

    /// Returns true if a word that may be a move is unread at the end of a line or beside one of its moves.
    [[nodiscard]] bool is_doubtful(const LineInText& line) { return stops_early(line) || passed_over(line) != no_ply; }

    /// Leaves signs to the line that has won them: no other may read a move there.
    void take(PlaceInText begin, PlaceInText end) { std::fill(taken_.begin() + begin, taken_.begin() + end, true); }
    [[nodiscard]] bool is_taken(PlaceInText at) const { return taken_[static_cast<std::size_t>(at)]; }

    /// Forbids a line to pass a number 1 that may begin a game.
    void forbid_starts(bool forbid) { forbids_starts_ = forbid; }
    void add_wall(const Wall& wall);

    /// Returns the number of places tried for a move.
    [[nodiscard]] std::size_t effort() const { return effort_; }
    /// Allows `more` places to be tried.
    void earn(std::size_t more) { most_effort_ += more; }
    [[nodiscard]] bool is_exhausted() const { return effort_ >= most_effort_; }

private:
    static constexpr std::uint8_t no_form = 0xFF;
    static constexpr std::int32_t no_column = -1;
    static constexpr std::int32_t no_parent = -1;
    static constexpr std::uint64_t spread = 0x9E3779B97F4A7C15U;  ///< parts the keys of two hashes

    struct State {
        chess::Position position;
        float evidence;
        std::int32_t parent;
        PlaceInText begin, end;  ///< the last move
        PlaceInText number_begin = 0, number_end = 0;
        std::int32_t number;  ///< that is due
        std::int32_t column = no_column;
        std::uint8_t form = no_form;
        std::int8_t depth = 0;
        bool numbers_black = false;  ///< a number without dots stood before Black's last move
        bool is_in_columns = false;  ///< two numbers or more began their lines in one column
        chess::Move move = chess::Move::null();
        LanguageSet languages = every_language;
        std::uint32_t ply = 0;
        float gain = 0, oddity = 0, margin = 99, weakest = 99;
        std::uint32_t margin_ply = 0, weakest_ply = 0;
        bool has_gap = false;       ///< a misprint or a long way, after which too little shows that the line goes on so
        float at_risk = 0;          ///< evidence since that gap
        std::uint32_t misread = 0;  ///< number of moves that are misread
    };
    /// A place where the next move may stand.
    struct Way {
        PlaceInText place;
        float cost;
        std::int32_t column;
        std::uint8_t form;
        std::int32_t number;
        PlaceInText number_begin = 0, number_end = 0;
        bool is_repeated = false;  ///< White's move is repeated before it
    };
    struct Candidate {
        chess::Move move;
        float cost;
    };
    using Candidates = std::vector<Candidate>;
    /// A number with moves, and the ply that a line of them comes to.
    struct NumberedMoves {
        PlaceInText begin;
        std::int32_t next_ply;
        int depth;
    };
    struct ScoredNumber {
        PlaceInText begin;
        std::int32_t column, value;
    };

    const std::vector<chess::Move>& legal_moves(const chess::Position& position);
    [[nodiscard]] bool is_move_behind(PlaceInText at, PlaceInText reach);
    void expand(std::int32_t index);
    [[nodiscard]] bool is_direct(const State& state, const Way& way) const;
    bool try_way(std::int32_t index, const Way& way, float gain);
    void add(std::int32_t parent, const Way& way, const TextReading& reading, const Candidate& move, float gain);
    [[nodiscard]] bool have_other_moves(const State& one, const State& other) const;
    void ways_from(const State& state, std::vector<Way>& out);
    void ways_by_number(const State& state, const NumberInText& number, float cost, std::int32_t due,
                        std::vector<Way>& out);
    void way_to_repeated(const State& state, const NumberInText& number, float cost, std::int32_t column,
                         std::int32_t due, std::vector<Way>& out);
    void add_way(const State& state, PlaceInText place, float cost, std::int32_t column, std::uint8_t form,
                 std::int32_t number, std::pair<PlaceInText, PlaceInText> written, std::vector<Way>& out) const;
    [[nodiscard]] float crossing(const State& state, PlaceInText to) const;
    [[nodiscard]] float boards_between(const State& state, PlaceInText to) const;
    void meaning(const chess::Position& position, const TextReading& reading, Candidates& out);
    void misprints(const chess::Position& position, const TextReading& reading, Candidates& out);
    [[nodiscard]] float bonus_at_end(const State& state) const;
    const std::vector<MoveSpelling>& spellings_of(const chess::Position& position, const notation::Language& language);
    const std::vector<Likeness>& likenesses(std::u32string_view spelling, std::u32string_view text, std::size_t hash);
    [[nodiscard]] bool is_number_at(PlaceInText at, std::int32_t value) const;
    void look_alikes(const State& state, const Way& way);
    void find_numbered_moves();
    [[nodiscard]] bool continues_other_line(const State& state, const NumberInText& number) const;
    [[nodiscard]] bool goes_on_in_column(const State& state, std::int32_t due) const;
    [[nodiscard]] bool stops_early(const LineInText& line) const;
    [[nodiscard]] std::size_t passed_over(const LineInText& line);
    LineInText search(PlaceInText at, const chess::Position& start, int number, float cost);
    [[nodiscard]] bool begins_game_at(PlaceInText at) const;
    [[nodiscard]] PlaceInText behind_note_mark(PlaceInText at) const;
    LineInText line_to(std::int32_t best, float evidence) const;
    void compare_with_others(std::int32_t best, LineInText& line) const;

    const RunningText& text_;
    Lattice& lattice_;
    const Evidence& weights_;
    std::vector<bool> taken_;
    const Diagram* board_ = nullptr;           ///< from which a line is followed
    static constexpr PlaceInText near_by = 3;  ///< signs: next to each other

    static bool is_white(const chess::Position& position) { return position.turn() == chess::Color::white; }

    static constexpr std::uint32_t no_ply = 1U << 30;
    std::uint32_t misprints_from_ = 0;  ///< the ply from which moves may be misprinted or misread
    std::vector<NumberedMoves> numbered_;
    std::vector<ScoredNumber> scored_;  ///< numbers at the beginning of a line, with a move after them
    std::vector<PlaceInText> ones_;     ///< numbers 1 that may begin a game
    std::vector<PlaceInText> replies_;  ///< where a reply may follow a remark: a line's beginning, or after a bracket
    std::vector<Wall> walls_;
    bool forbids_starts_ = false;
    std::size_t effort_ = 0, most_effort_ = 0;

    template <typename Move>
    struct Known {
        std::uint64_t key = 0;
        std::vector<Move> moves;
    };
    std::vector<Known<chess::Move>> known_;     ///< legal moves of positions seen lately
    std::vector<Known<MoveSpelling>> spelled_;  ///< and their spellings in a language
    std::map<const notation::Language*, MoveSpeller> spellers_;

    // State of the line that is followed.
    std::vector<State> states_;
    std::vector<std::int32_t> kept_;  ///< states of the beam, of all plies
    std::unordered_map<std::uint64_t, std::int32_t> next_;
    std::vector<Way> ways_;
    Candidates candidates_;
    float best_of_layer_ = 0;
    std::map<PlaceInText, Candidates> alike_;                            ///< found by look_alikes(), by their ends
    std::unordered_map<std::uint64_t, std::vector<Likeness>> alike_to_;  ///< results of likenesses()
};

}  // namespace cofnod::importers::running
