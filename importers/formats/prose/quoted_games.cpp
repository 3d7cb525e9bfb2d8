#include "importers/formats/prose/quoted_games.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "chess/outcome.hpp"
#include "importers/formats/prose/introduction.hpp"
#include "importers/formats/prose/known_line.hpp"
#include "importers/formats/prose/line_of_play.hpp"
#include "importers/formats/prose/move_numbers.hpp"
#include "importers/formats/prose/running_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// A number in a comment at which a quoted game begins.
struct Opening {
    std::size_t token;
    Introduction introduction;
    bool is_read = false;
};

/// A line in a comment, with all moves before it.
struct LineInComment : KnownLine {
    std::uint32_t end = 0;       ///< byte behind the last move
    Opening* opening = nullptr;  ///< of the quoted game
    std::size_t first_ply = 0;   ///< of the quotation

    [[nodiscard]] std::size_t plies() const { return steps.size() - 1; }
    [[nodiscard]] std::size_t quoted_plies() const { return opening ? plies() - first_ply : 0; }
};

/// Reads the comments of one game.
class Finder {
public:
    Finder(const TokenisedText& text, const notation::Language& language, KnownLine game)
        : text_(text), language_(language), game_(std::move(game)) {}

    void read(const Token& comment) {
        find_openings(comment);
        if (openings_.empty()) return;
        lines_.clear();
        auto next = openings_.begin();
        for (std::size_t i = first_token(comment.begin);
             i < text_.tokens.size() && text_.tokens[i].begin < comment.end && lines_.size() < most_lines;) {
            while (next != openings_.end() && next->token < i) ++next;
            const bool opens = next != openings_.end() && next->token == i;
            const auto behind = opens ? next + 1 : next;
            auto line = is_numbered_move(text_, i)
                            ? follow(i, behind == openings_.end() ? comment.end : text_.tokens[behind->token].begin)
                            : std::nullopt;
            if (!line) {
                ++i;
                continue;
            }
            if (opens) quote(*next, number_at(text_, i), *line);
            add_game(*line, comment.end);
            i = std::max(i + 1, first_token(line->end));
            lines_.push_back(*std::move(line));
        }
    }

    std::vector<QuotedGame> take_games() { return std::move(games_); }

private:
    static constexpr std::size_t least_plies = 10, most_lines = 100;

    [[nodiscard]] std::size_t first_token(std::uint32_t byte) const { return text_.first_token(byte); }

    void find_openings(const Token& comment) {
        static constexpr std::uint32_t longest = 400, shortest = 6;  // bytes of an introduction
        openings_.clear();
        std::uint32_t from = comment.begin;
        for (std::size_t i = first_token(from); i < text_.tokens.size() && text_.tokens[i].begin < comment.end; ++i) {
            const Token& number = text_.tokens[i];
            if (number.kind != Kind::number) continue;
            const std::uint32_t begin = std::max(from, number.begin - std::min(number.begin, longest));
            if (number.begin - begin < shortest || !is_numbered_move(text_, i)) continue;
            from = number.end;
            auto found = read_introduction(text_.bytes.substr(begin, number.begin - begin), text_.languages);
            if (!found) continue;
            found->begin += begin;
            openings_.push_back({i, *std::move(found)});
        }
    }

    /// Follows a line from the position before its number: in one of the last lines of the comment, or in the game.
    [[nodiscard]] std::optional<LineInComment> follow(std::size_t i, std::uint32_t end) const {
        const MoveNumber number = number_at(text_, i);
        std::optional<LineInComment> best;
        std::size_t most = 0;
        const auto attempt = [&](const KnownLine& base, Opening* opening, std::size_t first_ply) {
            const auto step = base.step_at(number);
            if (step == base.steps.end()) return;
            const LineOfPlay line = follow_from(text_, i, step->position, language_, end);
            if (line.plies <= most) return;
            most = line.plies;
            best = joined(base, step, line);
            if (!opening || static_cast<std::size_t>(step - base.steps.begin()) <= first_ply) return;
            best->opening = opening;  // it leaves a line of the same quotation
            best->first_ply = first_ply;
        };
        static constexpr std::size_t most_bases = 4;
        for (std::size_t back = 1; back <= std::min(most_bases, lines_.size()); ++back) {
            const LineInComment& base = lines_[lines_.size() - back];
            attempt(base, base.opening, base.first_ply);
        }
        attempt(game_, nullptr, 0);
        return best;
    }

    /// Returns a line with the moves before a step of another in front.
    [[nodiscard]] static LineInComment joined(const KnownLine& base, KnownLine::Steps::const_iterator step,
                                              const LineOfPlay& line) {
        LineInComment whole;
        whole.end = line.end;
        whole.tokens = base.tokens_before(step);
        whole.steps.assign(base.steps.begin(), step);
        for (LineOfPlay::Step next : line.steps) {
            next.token += whole.tokens.size();
            whole.steps.push_back(next);
        }
        whole.tokens.insert(whole.tokens.end(), line.tokens.begin(), line.tokens.end());
        return whole;
    }

    static void quote(Opening& opening, const MoveNumber& number, LineInComment& line) {
        line.opening = &opening;
        line.first_ply = static_cast<std::size_t>(line.step_at(number) - line.steps.begin());
    }

    /// Adds the game that a line quotes, if words or mate end it.
    void add_game(const LineInComment& line, std::uint32_t end_of_comment) {
        if (line.quoted_plies() < least_plies || line.opening->is_read) return;
        const auto result = result_behind(text_, line.end, end_of_comment);
        if (!result && chess::outcome(line.steps.back().position) != chess::Outcome::checkmate) return;
        line.opening->is_read = true;
        QuotedGame game{.draft = {}, .plies = line.plies()};
        game.draft.begin = line.opening->introduction.begin;
        game.draft.end = result ? result->end : line.end;
        game.draft.tags = line.opening->introduction.tags;
        game.draft.tokens = line.tokens;
        if (result) game.draft.tokens.push_back(*result);
        game.draft.has_moves = true;
        games_.push_back(std::move(game));
    }

    const TokenisedText& text_;
    const notation::Language& language_;
    KnownLine game_;
    std::vector<Opening> openings_;     ///< of the comment
    std::vector<LineInComment> lines_;  ///< of the comment
    std::vector<QuotedGame> games_;
};

}  // namespace

std::vector<QuotedGame> find_quoted_games(const TokenisedText& text, const Draft& game, const GameRecord& played) {
    static constexpr std::uint32_t shortest = 60;  // bytes of a comment with a game
    const notation::Language* const language = text.languages.find(played.notation.code);
    const auto may_quote = [](const Token& token) {
        return token.kind == Kind::comment && token.end - token.begin >= shortest;
    };
    if (!language || std::none_of(game.tokens.begin(), game.tokens.end(), may_quote)) return {};
    Finder finder(text, *language, main_line(text, game.tokens, played));
    for (const Token& token : game.tokens)
        if (may_quote(token)) finder.read(token);
    return finder.take_games();
}

}  // namespace cofnod::importers::prose
