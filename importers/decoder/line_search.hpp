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

/// A spelling of a legal move.
struct MoveSpelling {
    chess::Move move;
    std::u32string text;
    Cost cost;  ///< compared with the usual spelling
};

/// Spells the legal moves of a position in one notation and in the style of one score.
class MoveSpeller {
public:
    /// `text`: text of the score, which shows if it writes `P to K4` or `P-K4`, `B takes P` or `BxP`.
    MoveSpeller(const notation::Language& language, std::string_view text);

    /// Returns true for a notation whose moves can be written here: algebraic, and English descriptive.
    [[nodiscard]] bool can_write() const;
    /// Returns true if pieces are written as ♔ to ♙.
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
    bool has_words_for_dash_, has_words_for_capture_, has_kt_, has_departures_;
};

/// Returns the code points of a text without the strokes that only lengthen Arabic words.
std::u32string code_points(std::string_view text);

/// Finds the likeliest line of legal moves in a text read by a recogniser. Follows all lines at once, sign by sign, and
/// keeps the likeliest at each place, where all have read the same part of the text.
class LineSearch {
public:
    /// A move, or the result, and its place in the text.
    struct Step {
        int before = -1;  ///< index of the previous step
        chess::Move move{};
        SaidResult result = SaidResult::unknown;       ///< instead of a move
        std::size_t number_begin = 0, number_end = 0;  ///< signs of the text: the move number, if any
        std::size_t begin = 0, end = 0;
        Cost cost = 0;  ///< total up to and including this step
        std::uint32_t number = 0;

        [[nodiscard]] bool has_number() const { return number_end > number_begin; }
        /// Returns the first sign, of the number if there is one.
        [[nodiscard]] std::size_t first() const { return has_number() ? number_begin : begin; }
    };
    using Steps = std::vector<Step>;

    /// `width`: maximum number of lines kept at each place.
    LineSearch(const ReadText& text, const MoveSpeller& speller, std::size_t width)
        : text_(text), speller_(speller), width_(width), likenesses_(text.size() + 1) {}

    /// A line and its cost.
    struct Line {
        Steps steps;
        Cost cost = 0;
    };
    /// Returns the likeliest lines for the whole text, the best first.
    std::vector<Line> lines(const chess::Position& start);

    /// Returns the first step of the likeliest line from sign `from` to `to` that does not begin with the move
    /// `not_this`; its cost is that of the line.
    std::optional<Step> rival(const Situation& situation, Cost cost, std::size_t from, std::size_t to,
                              chess::Move not_this);

    /// Returns the number of comparisons made.
    [[nodiscard]] std::size_t effort() const { return effort_; }

private:
    struct Spelled {
        chess::Move move;
        std::uint32_t text;  ///< index in texts_
        Cost cost;
    };
    struct Node {
        Situation situation;
        std::vector<Spelled> moves;
        bool is_spelled = false;
    };
    struct State {
        Node* node;  ///< end of the line; nullptr: `parent` after `move`
        const Node* parent;
        chess::Move move;
        Cost cost;
        int step;
        std::uint64_t line;   ///< hash of its moves
        bool is_over;         ///< the result has been read
        bool is_behind_step;  ///< no sign has been skipped since the last step
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
    std::vector<Cost> least_;                 ///< minimum of the states at each place
    std::deque<Node> nodes_;
    std::vector<Step> steps_;
    chess::Move excluded_ = chess::Move::null();  ///< not allowed as the first move
    std::vector<std::u32string> texts_;
    std::unordered_map<std::u32string, std::uint32_t> indices_;
    std::vector<std::unordered_map<std::uint32_t, std::vector<Likeness>>> likenesses_;  ///< by place and text
    std::size_t effort_ = 0;
};

}  // namespace cofnod::importers
