#include "importers/score/recognised_line.hpp"

#include <algorithm>
#include <limits>

#include "base/problem_kinds.hpp"
#include "chess/san.hpp"
#include "importers/score/line_search.hpp"
#include "importers/score/scribe.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/write_move.hpp"

namespace cofnod::importers {

namespace {

using Step = LineSearch::Step;
using Steps = LineSearch::Steps;

constexpr Cost most_believed = 500;  ///< a line ends at a move that differs by this
constexpr Cost least_margin = 100;   ///< between the best line and one that is not believed
constexpr Cost to_the_letter = 30;   ///< of a move that stands there as it is written
constexpr std::size_t signs_of_beginning = 130;
constexpr std::size_t width = 64, width_of_rivals = 12;

Cost cost_before(const Steps& steps, std::size_t i) { return i == 0 ? 0 : steps[i - 1].cost; }
Cost cost_of(const Steps& steps, std::size_t i) { return steps[i].cost - cost_before(steps, i); }

/// Extent to which a line is believed, and what else the text may say there.
struct Belief {
    std::size_t count;  ///< of its steps
    std::optional<Step> rival;
};

/// Ends a line at a move that differs too much from what was read, and at one where another line is nearly as likely.
class Doubt {
public:
    Doubt(const ReadText& text, const MoveSpeller& speller, const chess::Position& start)
        : text_(text), search_(text, speller, width_of_rivals), situation_{start} {}

    Belief believe(const std::vector<LineSearch::Line>& lines) {
        const Steps& steps = lines.front().steps;
        Belief belief{steps.size(), {}};
        for (std::size_t i = 0; i < belief.count; ++i)
            if (cost_of(steps, i) > most_believed) belief.count = i;
        compare_with_other_lines(lines, belief);
        for (std::size_t i = 0; i < belief.count && steps[i].result == SaidResult::unknown; ++i) {
            if (const auto rival = rival_of(steps, i)) belief = {i, rival};
            situation_.play(steps[i].move);
        }
        return belief;
    }
    [[nodiscard]] std::size_t effort() const { return search_.effort(); }

private:
    static void compare_with_other_lines(const std::vector<LineSearch::Line>& lines, Belief& belief) {
        const Steps& steps = lines.front().steps;
        for (const LineSearch::Line& other : lines) {
            if (&other == &lines.front() || other.cost >= lines.front().cost + least_margin) continue;
            const auto differ = [](const Step& one, const Step& two) {
                return one.move != two.move || one.result != two.result;
            };
            std::size_t same = 0;
            while (same < std::min(belief.count, other.steps.size()) && !differ(steps[same], other.steps[same])) ++same;
            if (same >= belief.count) continue;
            const bool is_without_result = same == other.steps.size() && steps[same].result != SaidResult::unknown;
            if (is_without_result) continue;  // the moves are the same
            if (same < other.steps.size() && is_read_and_fits(lines.front(), other, same)) continue;
            belief = {same, same < other.steps.size() ? std::optional(other.steps[same]) : std::nullopt};
        }
    }

    /// True if a move of the best line stands there to the letter, and what follows is as likely behind it as behind
    /// another: signs of no certainty may be any others, but that alone is no reason to doubt them.
    static bool is_read_and_fits(const LineSearch::Line& best, const LineSearch::Line& other, std::size_t i) {
        return cost_of(best.steps, i) <= to_the_letter &&
               best.cost - best.steps[i].cost <= other.cost - other.steps[i].cost + to_the_letter;
    }

    /// Looks for another move in place of one that is not there to the letter: first some moves ahead, and where these
    /// do not decide, further.
    std::optional<Step> rival_of(const Steps& steps, std::size_t i) {
        if (cost_of(steps, i) <= to_the_letter) return std::nullopt;
        const std::size_t from = i == 0 ? 0 : steps[i - 1].end;
        for (std::size_t ahead = 8;; ahead *= 3) {
            const std::size_t last = std::min(i + ahead, steps.size() - 1);
            const auto rival = search_.rival(situation_, cost_before(steps, i), from, steps[last].end, steps[i].move);
            if (!rival || rival->cost >= steps[last].cost + least_margin) return std::nullopt;
            if (last == steps.size() - 1) return rival;
        }
    }

    const ReadText& text_;
    LineSearch search_;
    Situation situation_;
};

/// Splits the tokens of a score again, at the numbers and moves of a line.
class Writer {
public:
    Writer(const Score& score, const ReadText& text, RecognisedLine& line) : score_(score), text_(text), line_(line) {}

    void add(const Steps& steps, std::size_t i) {
        const Step& step = steps[i];
        const std::uint32_t begin = text_.begin_of(step.begin), end = text_.end_of(step.end);
        keep_words(i == 0 ? 0 : steps[i - 1].end, has_number(step) ? step.number_begin : step.begin);
        keep_tokens_before(begin_of(step));
        if (has_number(step))
            line_.tokens.push_back({Token::Kind::number, begin_of(step), text_.end_of(step.number_end), step.number});
        if (step.result != SaidResult::unknown) {
            line_.tokens.push_back({Token::Kind::result, begin, end, static_cast<std::uint32_t>(step.result)});
            return;
        }
        line_.moves[line_.tokens.size()] = {step.move, text_.confidence(step.begin, step.end)};
        line_.settled.push_back(step.move);
        line_.tokens.push_back({Token::Kind::word, begin, end});
    }

    void end() { keep_tokens_before(std::numeric_limits<std::uint32_t>::max()); }

    /// Ends the line before a step; what follows stays as it was.
    void stop_before(const Step& step, Reason why) {
        const std::uint32_t begin = begin_of(step);
        keep_tokens_before(begin);
        line_.stop = {line_.tokens.size(), text_.begin_of(step.begin), text_.end_of(step.end), std::move(why)};
        const std::size_t first = line_.tokens.size();
        for (const Token& token : score_.tokens)
            if (token.end > begin) line_.tokens.push_back(token);
        if (first < line_.tokens.size()) line_.tokens[first].begin = std::max(line_.tokens[first].begin, begin);
    }

private:
    static bool has_number(const Step& step) { return step.number_end > step.number_begin; }
    [[nodiscard]] std::uint32_t begin_of(const Step& step) const {
        return text_.begin_of(has_number(step) ? step.number_begin : step.begin);
    }
    /// Makes comments of what stands between moves, from its first word of letters to its last.
    void keep_words(std::size_t at, std::size_t end) {
        while (at < end && text_.end_of_plain_word(at) == 0) ++at;
        if (at == end) return;
        std::size_t last = at;
        const std::uint32_t begin = text_.begin_of(at);
        keep_tokens_before(begin);
        const auto is_before_next = [&](std::size_t sign) {
            return kept_ == text_.kept().size() || text_.begin_of(sign) < text_.kept()[kept_].begin;
        };
        for (; at < end && is_before_next(at); ++at) last = std::max(last, text_.end_of_plain_word(at));
        line_.tokens.push_back({Token::Kind::line_comment, begin, text_.end_of(std::min(last, end))});
        keep_words(std::max(at, last), end);
    }
    /// Comments and variations stay where they are.
    void keep_tokens_before(std::uint32_t byte) {
        for (; kept_ < text_.kept().size() && text_.kept()[kept_].begin < byte; ++kept_)
            line_.tokens.push_back(text_.kept()[kept_]);
    }

    const Score& score_;
    const ReadText& text_;
    RecognisedLine& line_;
    std::size_t kept_ = 0;
};

/// Returns the letters and digits in [begin, end) that are of no move, with what stands between them, as a step that is
/// neither move nor result; nullopt: there are none.
std::optional<Step> unread_in(const ReadText& text, std::size_t begin, std::size_t end) {
    const auto is_nothing = [&](std::size_t at) { return text.is_blank(at) || text.is_sign(at); };
    while (begin < end && is_nothing(begin)) ++begin;
    while (end > begin && is_nothing(end - 1)) --end;
    return begin < end ? std::optional(Step{.begin = begin, .end = end}) : std::nullopt;
}

std::size_t begin_of(const Step& step) { return step.number_end > step.number_begin ? step.number_begin : step.begin; }

/// Ends a line before what may be a move that could not be read: at a step that is not believed, and before the result
/// or the end of the text, where nothing behind it shows what it is.
void end_at_unread(const ReadText& text, Steps& steps, Belief& belief) {
    if (belief.count < steps.size() && belief.rival) return;
    const bool has_believed_result = belief.count == steps.size() && steps.back().result != SaidResult::unknown;
    if (has_believed_result) --belief.count;
    const std::size_t from = belief.count == 0 ? 0 : steps[belief.count - 1].end;
    const bool is_end = belief.count == steps.size();
    const auto unread = unread_in(text, from, is_end ? text.size() : begin_of(steps[belief.count]));
    if (unread) {
        steps.resize(belief.count);
        steps.push_back(*unread);
    } else if (has_believed_result) {
        ++belief.count;
    }
}

std::string written(const notation::Language& language, const notation::Languages& languages,
                    const chess::Position& position, chess::Move move) {
    return notation::write_move(language.is_written() ? language : languages.english(),
                                chess::san_reading(position, move));
}

}  // namespace

Recogniser::Recogniser(const Score& score, const chess::Position& start, const RecognisedText& recognised,
                       Attempts& attempts)
    : score_(score),
      start_(start),
      attempts_(attempts),
      text_(score, recognised),
      beginning_(text_.beginning(signs_of_beginning)) {}

bool Recogniser::can_read() const {
    static constexpr std::size_t longest = 8000;  // signs
    return text_.size() > 0 && text_.size() <= longest && !score_.in_columns;
}

std::optional<LikelyLanguage> Recogniser::likelihood(const notation::Language& language) const {
    const MoveSpeller speller(language, score_.text);
    if (!speller.can_write() || beginning_.size() == 0) return std::nullopt;
    LineSearch search(beginning_, speller, width_of_rivals);
    const auto lines = search.lines(start_);
    attempts_.effort().count(search.effort());
    if (lines.empty()) return std::nullopt;
    return LikelyLanguage{&language, lines.front().cost, lines.front().cost / static_cast<Cost>(beginning_.size())};
}

std::optional<RecognisedLine> Recogniser::read(const notation::Language& language,
                                               const notation::Languages& languages) const {
    const MoveSpeller speller(language, score_.text);
    if (!speller.can_write() || text_.size() == 0) return std::nullopt;
    LineSearch search(text_, speller, width);
    const auto lines = search.lines(start_);
    attempts_.effort().count(search.effort());
    if (lines.empty() || lines.front().steps.empty()) return std::nullopt;
    Doubt doubt(text_, speller, start_);
    Belief belief = doubt.believe(lines);
    attempts_.effort().count(doubt.effort());

    Steps steps = lines.front().steps;
    end_at_unread(text_, steps, belief);
    RecognisedLine line;
    line.language = &language;
    Writer writer(score_, text_, line);
    for (std::size_t i = 0; i < belief.count; ++i) writer.add(steps, i);
    if (belief.count == steps.size()) {
        writer.end();
        return line;
    }
    const Step& step = steps[belief.count];
    const std::uint32_t begin = text_.begin_of(step.begin), end = text_.end_of(step.end);
    Reason why{ProblemKind::recognition_unclear, {shortened(score_.text.substr(begin, end - begin))}};
    if (belief.rival && belief.rival->result == SaidResult::unknown && step.result == SaidResult::unknown) {
        chess::Position position = start_;
        for (const chess::Move move : line.settled) position.play(move);
        Argument::List ways{written(language, languages, position, step.move),
                            written(language, languages, position, belief.rival->move)};
        why.kind = ProblemKind::recognition_undecided;
        why.arguments.emplace_back(std::move(ways));
    }
    writer.stop_before(step, std::move(why));
    return line;
}

}  // namespace cofnod::importers
