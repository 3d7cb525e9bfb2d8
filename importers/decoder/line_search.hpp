#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "importers/decoder/recognised_line.hpp"
#include "importers/decoder/written_move.hpp"

namespace cofnod::importers {

/// A way to write a legal move.
struct MoveSpelling {
    chess::Move move;
    std::u32string text;
    Cost cost;  ///< of writing it so, and not in the usual way
};

/// The ways to write the legal moves of a position in one notation, and in the manner of one score.
class MoveSpeller {
public:
    /// `text`: of the score, which shows whether it writes `P to K4` or `P-K4`, `B takes P` or `BxP`.
    MoveSpeller(const notation::Language& language, std::string_view text);

    /// True for a notation whose moves can be written here: those of squares, and of descriptive ones the English.
    [[nodiscard]] bool can_write() const;
    /// True if pieces are written as ♔ to ♙.
    [[nodiscard]] bool has_figurines() const;
    [[nodiscard]] std::vector<MoveSpelling> spellings(const Situation& situation) const;

private:
    void add_algebraic(const chess::Position& position, chess::Move move, std::vector<MoveSpelling>& all) const;
    void add_descriptive(const Situation& situation, chess::Move move, std::vector<MoveSpelling>& all) const;
    void add_castling(chess::Move move, notation::CheckMark check, std::vector<MoveSpelling>& all) const;
    [[nodiscard]] std::string_view letter(notation::Role role) const;
    [[nodiscard]] std::string file_of(notation::File file) const;
    [[nodiscard]] std::string square_of(chess::Square square, chess::Color side) const;

    const notation::Language& language_;
    bool has_words_for_dash_, has_words_for_capture_, has_kt_;
};

/// Returns the code points of a text; without the strokes that only lengthen Arabic words.
std::u32string code_points(std::string_view text);

/// Finds the likeliest line of legal moves in a text that a recogniser has read. All lines are followed at once, sign
/// by sign: at each place the likeliest are kept, for they have the same part of the text behind them.
class LineSearch {
public:
    /// A move, or the result, and where it stands.
    struct Step {
        int before = -1;  ///< index of the step before it
        chess::Move move{};
        SaidResult result = SaidResult::unknown;       ///< instead of a move
        std::size_t number_begin = 0, number_end = 0;  ///< signs of the text: its number, if it has one
        std::size_t begin = 0, end = 0;
        Cost cost = 0;  ///< of this and all before it
        std::uint32_t number = 0;
    };
    using Steps = std::vector<Step>;

    /// `width`: most lines followed at one place.
    LineSearch(const ReadText& text, const MoveSpeller& speller, std::size_t width)
        : text_(text), speller_(speller), width_(width), likenesses_(text.size() + 1) {}

    /// A line, and what it costs.
    struct Line {
        Steps steps;
        Cost cost = 0;
    };
    /// Returns the lines that are likeliest for all of the text, the best first.
    std::vector<Line> lines(const chess::Position& start);

    /// Returns the first step of the likeliest line from sign `from` to `to` that does not begin with a move; its cost
    /// is that of the line.
    std::optional<Step> rival(const Situation& situation, Cost cost, std::size_t from, std::size_t to,
                              chess::Move not_this);

    /// Returns the number of comparisons made.
    [[nodiscard]] std::size_t effort() const { return effort_; }

private:
    struct Spelled {
        chess::Move move;
        std::uint32_t text;  ///< its index
        Cost cost;
    };
    struct Node {
        Situation situation;
        std::vector<Spelled> moves;
        bool is_spelled = false;
    };
    struct State {
        Node* node;  ///< where the line stands; nullptr: where `parent` stands behind `move`
        const Node* parent;
        chess::Move move;
        Cost cost;
        int step;
        std::uint64_t line;   ///< hash of its moves
        bool is_over;         ///< the result was read
        bool is_behind_step;  ///< no sign was skipped since
    };

    void begin(const Situation& situation, Cost cost, std::size_t at);
    void run(std::size_t from, std::size_t to);
    void choose(std::size_t at);
    void go_on(State& state, std::size_t at);
    void skip(const State& state, std::size_t at);
    void add_moves(State& state, std::size_t at, const Step& step);
    void add(State next, Step step);
    void push(std::size_t at, const State& state);
    Node& node_of(State& state);
    const std::vector<Spelled>& moves_of(Node& node);
    std::uint32_t index_of(std::u32string text);
    const std::vector<Likeness>& likenesses(std::size_t at, std::uint32_t text);
    [[nodiscard]] Steps steps_of(const State& state) const;

    const ReadText& text_;
    const MoveSpeller& speller_;
    std::size_t width_;
    std::vector<std::vector<State>> states_;  ///< by place in the text
    std::vector<Cost> least_;                 ///< of the states at a place
    std::deque<Node> nodes_;
    std::vector<Step> steps_;
    chess::Move excluded_ = chess::Move::null();  ///< as the first one
    std::vector<std::u32string> texts_;
    std::unordered_map<std::u32string, std::uint32_t> indices_;
    std::vector<std::unordered_map<std::uint32_t, std::vector<Likeness>>> likenesses_;  ///< by place and text
    std::size_t effort_ = 0;
};

}  // namespace cofnod::importers
