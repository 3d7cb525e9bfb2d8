#include "search/camelot/question.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "base/characters.hpp"
#include "base/problem.hpp"
#include "base/tr.hpp"
#include "games/camelot/judge.hpp"
#include "games/camelot/notation.hpp"
#include "games/record/camelot_game.hpp"
#include "games/record/replay.hpp"
#include "grammar/camelot.hpp"
#include "search/tree_growth.hpp"
#include "store/game_reader.hpp"

namespace cofnod::search {

using camelot::Color;

WantedCamelotPosition::WantedCamelotPosition(const camelot::Position& position, Fields fields)
    : position_(position),
      fields_(fields),
      counts_{position.pieces(Color::white).count(), position.pieces(Color::black).count()} {}

bool WantedCamelotPosition::is_in(const camelot::Replayer& game) const {
    const camelot::Position& now = game.position();
    if (is_exact() && now.key() != key()) return false;
    if (&now.board() != &position_.board() || now.knights() != position_.knights() ||
        now.pieces(Color::white) != position_.pieces(Color::white) ||
        now.pieces(Color::black) != position_.pieces(Color::black))
        return false;
    if (fields_.turn && now.turn() != position_.turn()) return false;
    if (!fields_.castle_moves) return true;
    return now.castle_moves(Color::white) == position_.castle_moves(Color::white) &&
           now.castle_moves(Color::black) == position_.castle_moves(Color::black);
}

bool WantedCamelotPosition::is_gone(const camelot::Replayer& game) const {
    const camelot::Position& now = game.position();
    return now.pieces(Color::white).count() < counts_[0] || now.pieces(Color::black).count() < counts_[1];
}

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::camelot_pieces;
using camelot::Bitboard;
using camelot::Square;

constexpr int lines = 16;
std::string remedy() { return tr("pieces on squares are written 'NC6 mJ11'"); }

/// Returns the union of the squares of all boards of the family.
Bitboard all_squares() {
    namespace boards = camelot::boards;
    return boards::camelot.squares | boards::cam.squares | boards::camette.squares | boards::chivalry.squares;
}

/// Parser state.
class PlacementBuilder {
public:
    void begin(std::string_view letter) {
        placed_ = {*camelot::Piece::from_letter(letter.front()), {}};
        files_ = ranks_ = 0;
    }
    void add_file(std::string_view letter) { add(files_, file_of(letter)); }
    void add_files_to(std::string_view letter) { add_up_to(files_, file_of(letter)); }
    void add_rank(std::string_view digits) { add(ranks_, rank_of(digits)); }
    void add_ranks_to(std::string_view digits) { add_up_to(ranks_, rank_of(digits)); }

    /// Returns false if no board has such a square.
    bool end() {
        for (int file = 0; file < lines; ++file)
            for (int rank = 0; rank < lines; ++rank)
                if ((files_ >> file & 1U) && (ranks_ >> rank & 1U)) placed_.squares |= Square::of(file, rank);
        placed_.squares &= all_squares();
        pattern.add(placed_);
        is_empty = false;
        return !placed_.squares.empty();
    }

    CamelotPieces pattern;
    bool is_empty = true;

private:
    static int file_of(std::string_view letter) { return to_lower(letter.front()) - 'a'; }
    static int rank_of(std::string_view digits) {
        int rank = 0;
        for (const char digit : digits) rank = rank * 10 + (digit - '0');
        return rank - 1;
    }
    void add(unsigned& set, int line) {
        first_ = line;
        add_up_to(set, line);
    }
    void add_up_to(unsigned& set, int last) const {
        for (int i = std::min(first_, last); i <= std::max(first_, last); ++i) set |= 1U << i;
    }

    CamelotPieces::Placed placed_{};
    unsigned files_ = 0, ranks_ = 0;
    int first_ = 0;
};

template <typename Rule>
struct action {};

template <void (PlacementBuilder::*add)(std::string_view)>
struct takes_text {
    template <typename Input>
    static void apply(const Input& in, PlacementBuilder& builder) {
        (builder.*add)(in.string_view());
    }
};

// clang-format off
template <> struct action<rules::piece>      : takes_text<&PlacementBuilder::begin> {};
template <> struct action<rules::first_file> : takes_text<&PlacementBuilder::add_file> {};
template <> struct action<rules::last_file>  : takes_text<&PlacementBuilder::add_files_to> {};
template <> struct action<rules::first_rank> : takes_text<&PlacementBuilder::add_rank> {};
template <> struct action<rules::last_rank>  : takes_text<&PlacementBuilder::add_ranks_to> {};
// clang-format on

constexpr std::string_view no_square = phrase("no board of Camelot has this square");

template <>
struct action<rules::piece_there> {
    template <typename Input>
    static void apply(const Input& in, PlacementBuilder& builder) {
        if (!builder.end()) throw p::parse_error(std::string(no_square), in);
    }
};

template <typename Rule>
using control = p::must_if<rules::Messages>::control<Rule>;

TextFault to_fault(const p::parse_error& error, std::string_view text) {
    const std::size_t begin = error.positions().front().byte;
    const std::size_t blank = std::min(text.find_first_of(" ,;\t", begin), text.size());
    return {begin, std::max(blank, std::min(begin + 1, text.size())),
            error.message() == no_square ? std::string(translated(no_square))
                                         : tr("expected {}", translated(error.message())),
            remedy()};
}

}  // namespace

Expected<CamelotPieces, TextFault> read_camelot_pieces(std::string_view text) {
    PlacementBuilder builder;
    try {
        p::memory_input in(text, "");
        p::parse<rules::pattern, action, control>(in, builder);
    } catch (const p::parse_error& error) {
        return Unexpected{to_fault(error, text)};
    }
    if (builder.is_empty) return Unexpected{TextFault{0, text.size(), tr("no pieces"), remedy()}};
    return std::move(builder.pattern);
}

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Returns the byte offset of a part of a text.
std::size_t offset_of(std::string_view part, std::string_view text) {
    return static_cast<std::size_t>(part.data() - text.data());
}

/// Splits text into moves without move numbers, `12.` or `12...`.
std::vector<std::string_view> moves_of(std::string_view text) {
    std::vector<std::string_view> moves;
    for (const std::string_view word : cofnod::words_of(text, blanks)) {
        const std::size_t digits = std::min(word.find_first_not_of(ascii_digits), word.size());
        const std::size_t dots = std::min(word.find_first_not_of('.', digits), word.size());
        const std::size_t number = dots > digits || dots == word.size() ? dots : 0;
        if (number < word.size()) moves.push_back(word.substr(number));
    }
    return moves;
}

/// Reads a whole word as a move, ignoring annotation marks.
std::optional<camelot::WrittenMove> read_word(std::string_view word) {
    const auto read = camelot::read_move(word);
    if (!read || word.find_first_not_of("!?,;", read->length) != word.npos) return std::nullopt;
    return read->move;
}

}  // namespace

Expected<WantedCamelotPosition, TextFault> read_camelot_position(std::string_view text) {
    const auto fields = cofnod::words_of(text, blanks);
    if (fields.empty())
        return Unexpected{TextFault{0, text.size(), tr("no position"), tr("a position, or its first field")}};
    const auto matters = [&](std::size_t i) { return i < fields.size() && fields[i] != "?"; };
    std::string whole(text);
    if (fields.size() > 1 && !matters(1)) whole[offset_of(fields[1], text)] = 'w';
    if (fields.size() > 2 && !matters(2)) whole.replace(offset_of(fields[2], text), 1, "00");
    const auto position = camelot::read_position(whole, camelot::board_of(text));
    if (!position) {
        const std::size_t begin = std::min(position.error().column - 1, text.size());
        return Unexpected{
            TextFault{begin, std::min(begin + 1, text.size()), sentence(Reason{kind_of(position.error().fault)}), {}}};
    }
    return WantedCamelotPosition(*position, {.turn = matters(1), .castle_moves = matters(2)});
}

Expected<WrittenCamelotMoves, TextFault> read_camelot_moves(std::string_view text, const camelot::Board& board) {
    WrittenCamelotMoves result{{}, camelot::Position::initial(board)};
    for (const std::string_view word : moves_of(text)) {
        const std::size_t ply = result.moves.size();
        const auto fault = [&](std::string_view why) {
            return Unexpected{
                TextFault{offset_of(word, text),
                          offset_of(word, text) + word.size(),
                          ply % 2 ? tr("move {}, Black: {}", ply / 2 + 1, why) : tr("move {}: {}", ply / 2 + 1, why),
                          {}}};
        };
        const auto written = read_word(word);
        if (!written) return fault(tr("not a move of Camelot, such as E6-E8 or C6-E6xG8"));
        const auto resolution = camelot::resolve(result.after, *written);
        if (!resolution) return fault(sentence(*camelot::explain(result.after, word, *written, resolution)));
        result.moves.push_back(camelot::effect_of(result.after, resolution.path));
        result.after.play(result.moves.back());
    }
    if (result.moves.empty())
        return Unexpected{TextFault{0, text.size(), tr("no moves"), tr("moves are written '1.E6-E8 H11-F9'")}};
    return result;
}

bool is_camelot_position(std::string_view text) {
    const auto fields = cofnod::words_of(text, blanks);
    if (fields.empty()) return false;
    std::string_view ranks = fields.front();
    if (ranks.find("://") != ranks.npos) return false;  // a FEN in an address
    while (ranks.starts_with('/')) ranks.remove_prefix(1);
    while (ranks.ends_with('/')) ranks.remove_suffix(1);
    return ranks.find('*') != ranks.npos || std::count(ranks.begin(), ranks.end(), '/') > 7;
}

bool are_camelot_pieces(std::string_view text) {
    const auto is_in = [](std::string_view set, char c) { return set.find(c) != set.npos; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_in("Mm", text[i])) return true;
        const std::size_t file = i + 1 + (i + 1 < text.size() && text[i + 1] == '[' ? 1 : 0);
        if (is_in("Nn", text[i]) && file < text.size() && text[file] >= 'A' && text[file] <= 'N') return true;
    }
    return false;
}

bool is_camelot_score(std::string_view text) {
    const auto moves = moves_of(text);
    const auto written = moves.empty() ? std::nullopt : read_word(moves.front());
    if (!written) return false;
    constexpr int chess_lines = 8;
    const auto& path = written->path;
    if (std::any_of(path.begin(), path.end(), [](camelot::Square square) {
            return square.file() >= chess_lines || square.rank() >= chess_lines;
        }))
        return true;
    return camelot::is_legal(camelot::Position::initial(), path);
}

/// Evaluates a question about Camelot games by replay, as QueryMatcher does for chess. One per thread.
class CamelotMatcher : public QuestionMatcher {
public:
    /// Keeps a reference to the question.
    explicit CamelotMatcher(const CamelotQuestion& question) : question_(question) {}

    void for_each_ply(const store::GameMoves& game, const TakePly& take) override {
        if (game.kind != CamelotGame::kind) return;
        const camelot::Replayer* start = start_.from(game.start);
        if (!start) {
            ++damaged_;
            return;
        }
        if (question_.board && question_.board != &start->position().board()) return;
        if (game.moves.empty() && game.start.empty()) return;
        if (!begins_as_asked(*start, game.moves)) return;
        if (!question_.asks_for_position()) {
            take(static_cast<std::uint32_t>(question_.opening.size()));
            return;
        }

        camelot::Replayer now = *start;
        now.read(game.moves);
        std::uint32_t ply = 0;
        do {
            if (is_here(now, ply) && !take(ply)) return;
            if (question_.position && question_.position->is_gone(now)) return;
            ++ply;
        } while (now.next());
        if (now.is_damaged()) ++damaged_;
    }
    [[nodiscard]] std::int64_t damaged() const override { return damaged_; }

private:
    [[nodiscard]] bool begins_as_asked(camelot::Replayer game, std::string_view moves) const {
        if (question_.opening.empty()) return true;
        if (game.key() != camelot::Position::initial(game.position().board()).key()) return false;
        game.read(moves);
        for (const camelot::Move& move : question_.opening)
            if (!game.next() || game.move() != move) return false;
        return true;
    }

    [[nodiscard]] bool is_here(const camelot::Replayer& game, std::uint32_t ply) const {
        if (question_.position && !question_.position->is_in(game)) return false;
        if (question_.pieces && !question_.pieces->is_in(game.position())) return false;
        if (question_.pattern && !question_.pattern->is_in(game, ply)) return false;
        return question_.played.empty() || (ply > 0 && traits_of(game.before(), game.path()).has_all(question_.played));
    }

    const CamelotQuestion& question_;
    ReplayStart<CamelotGame> start_;
    std::int64_t damaged_ = 0;
};

std::unique_ptr<QuestionMatcher> CamelotQuestion::matcher() const { return std::make_unique<CamelotMatcher>(*this); }

std::vector<std::string> CamelotQuestion::description() const {
    std::vector<std::string> lines = {board ? tr("games of {}", board->name) : tr("games of Camelot's family")};
    if (position && position->is_exact()) lines.push_back(tr("the position with key {:016x}", position->key()));
    if (position && !position->is_exact())
        lines.push_back(tr("these pieces") + (position->fields().turn ? ", " + tr("side to move") : "") +
                        (position->fields().castle_moves ? ", " + tr("castle moves") : ""));
    if (pieces) lines.push_back(tr("pieces on squares"));
    if (pattern) lines.push_back(tr("a pattern of positions and moves"));
    if (!played.empty()) lines.push_back(tr("kinds of moves"));
    if (!opening.empty())
        lines.push_back(tr("opening of {}, by the effect of its moves", counted_plies(opening.size())));
    return lines;
}

template <>
struct WantedOf<CamelotGame> {
    using Type = WantedCamelotPosition;
};

template Tree<CamelotGame> OpeningTree::at(const camelot::Position&);
template void OpeningTree::count_reached(const camelot::Position&, Tree<CamelotGame>&);

}  // namespace cofnod::search
