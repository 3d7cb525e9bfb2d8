#include "importers/decoder/recognised_line.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <limits>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"
#include "games/chess/san.hpp"
#include "importers/decoder/line_search.hpp"
#include "importers/decoder/record_writer.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

namespace {

constexpr char32_t kashida = U'\u0640';

/// Returns true for a sentence, false for fragments of moves.
bool is_plain_comment(std::string_view text) {
    static constexpr std::size_t longest_scrap = 12, letters_of_digit = 12;  // bytes
    const auto digits = static_cast<std::size_t>(std::ranges::count_if(text, is_digit));
    return text.size() > longest_scrap && digits * letters_of_digit < text.size();
}

/// Returns true for a variation or a remark: more than the square of `R(QR1)-K1`.
bool is_aside(const Score& score, std::size_t open, std::size_t close) {
    static constexpr std::size_t longest_square = 3;  // tokens between the brackets
    if (close >= score.tokens.size()) return false;
    const auto inside = score.tokens.subspan(open, close - open);
    return close - open > longest_square ||
           std::ranges::find(inside, Token::Kind::number, &Token::kind) != inside.end();
}

/// Returns the places in another reading of a word that may correspond to a place in the word with `count` signs left:
/// after the same sign, with nearly as many signs left.
std::vector<std::size_t> places_behind(char32_t sign, std::size_t count, std::u32string_view other) {
    static constexpr std::size_t most_differing = 2;
    std::vector<std::size_t> places;
    for (std::size_t i = 1; i < other.size(); ++i) {
        const std::size_t rest = other.size() - i;
        if (other[i - 1] == sign && std::max(rest, count) - std::min(rest, count) <= most_differing)
            places.push_back(i);
    }
    return places;
}

}  // namespace

ReadText::ReadText(const Score& score, const RecognisedText& recognised) : recognised_(recognised) {
    const auto& tokens = score.tokens;
    const auto is_comment = [&](const Token& token) {
        return token.is_comment() || token.kind == Token::Kind::open_comment;
    };
    std::size_t first = 0, end = tokens.size();
    while (first < end && is_comment(tokens[first])) ++first;
    while (end > first && is_comment(tokens[end - 1])) --end;
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t behind = nowhere;  // the byte after the last token
    const auto part = [&] {
        if (behind != nowhere) add(" ", behind);
        behind = nowhere;
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const std::string_view text = token.in(score.text);
        if (i < first || i >= end || (is_comment(token) && is_plain_comment(text))) {
            kept_.push_back(token);
            part();
            continue;
        }
        if (token.kind == Token::Kind::open) {
            const std::size_t close = end_of_bracket(tokens, i);
            if (is_aside(score, i, close)) {
                kept_.insert(kept_.end(), tokens.begin() + static_cast<std::ptrdiff_t>(i),
                             tokens.begin() + static_cast<std::ptrdiff_t>(close) + 1);
                i = close;
                part();
                continue;
            }
        }
        has_numbers_ = has_numbers_ || token.kind == Token::Kind::number;
        // Signs between tokens may have been ignored by the reader of typed text.
        if (behind < token.begin) add(score.text.substr(behind, token.begin - behind), behind);
        add(text, token.begin);
        behind = token.end;
    }
}

void ReadText::add(std::string_view text, std::uint32_t begin) {
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        const auto length = std::max<std::uint32_t>(next.length, 1);
        const bool is_space = next.length > 0 && u_isUWhiteSpace(static_cast<UChar32>(next.code_point));
        if (next.length > 0 && next.code_point != kashida && !(is_space && !signs_.empty() && is_blank(size() - 1))) {
            signs_ += is_space ? U' ' : next.code_point;
            places_.push_back({begin, begin + length});
        }
        text.remove_prefix(length);
        begin += length;
    }
}

ReadText ReadText::beginning(std::size_t size) const {
    ReadText first = *this;
    if (size >= first.size()) return first;
    while (size > 0 && !is_blank(size)) --size;
    first.signs_.resize(size);
    first.places_.resize(size);
    return first;
}

bool ReadText::is_sign(std::size_t at) const { return !is_blank(at) && !u_isalnum(static_cast<UChar32>(signs_[at])); }

bool ReadText::may_be_figurine(std::size_t at) const {
    const bool is_at_word = at + 1 < size() && !is_blank(at + 1) && !is_sign(at + 1);
    return is_sign(at) && signs_[at] != U'.' && is_at_word;
}

std::size_t ReadText::behind_blanks(std::size_t at) const {
    while (at < size() && is_blank(at)) ++at;
    return at;
}

std::size_t ReadText::end_of_plain_word(std::size_t at) const {
    static constexpr std::size_t least_letters = 3;
    if (!is_apart(at)) return 0;
    std::size_t end = at;
    while (end < size() && u_isalpha(static_cast<UChar32>(signs_[end]))) ++end;
    const bool is_whole = end == size() || is_blank(end) || (is_sign(end) && signs_[end] != U'-');
    return is_whole && end - at >= least_letters ? end : 0;
}

const RecognisedWord* ReadText::word_at(std::size_t at) const {
    if (!recognised_.words || !recognised_.begin || at >= size()) return nullptr;
    return recognised_.words->find(*recognised_.begin + places_[at].begin);
}

std::vector<Likeness> ReadText::likenesses(std::u32string_view printed, std::size_t at, Cost most) const {
    static constexpr Cost alternative = 70;
    std::vector<Likeness> found = likeness(printed, std::u32string_view(signs_).substr(at), most);
    const RecognisedWord* const word = word_at(at);
    if (!word) return found;
    if (word->confidence >= 0)
        for (Likeness& each : found) each.cost = each.cost * (60 + static_cast<Cost>(60 * word->confidence)) / 100;
    std::erase_if(found, [&](const Likeness& each) { return each.cost >= most; });
    if (word->alternatives.empty()) return found;
    std::size_t begin = at, end = at;
    while (begin > 0 && word_at(begin - 1) == word) --begin;
    while (end < size() && word_at(end) == word) ++end;
    for (const std::string& each : word->alternatives) {
        const std::u32string other = code_points(each);
        const std::vector<std::size_t> places =
            at == begin ? std::vector<std::size_t>{0} : places_behind(signs_[at - 1], end - at, other);
        for (const std::size_t from : places)
            for (const Likeness& like : likeness(printed, std::u32string_view(other).substr(from), most - alternative))
                if (from + like.length == other.size()) found.push_back({end - at, like.cost + alternative});
    }
    return found;
}

double ReadText::confidence(std::size_t begin, std::size_t end) const {
    double lowest = -1;
    for (std::size_t at = begin; at < end; ++at)
        if (const RecognisedWord* word = word_at(at); word && word->confidence >= 0)
            lowest = lowest < 0 ? word->confidence : std::min(lowest, word->confidence);
    return lowest;
}

namespace {

using Step = LineSearch::Step;
using Steps = LineSearch::Steps;

constexpr Cost most_believed = 500;  ///< a line ends before a move that differs by more
constexpr Cost least_margin = 100;   ///< by which other lines must cost more than the best
constexpr Cost to_the_letter = 30;   ///< maximum cost of a move read exactly as written
constexpr std::size_t signs_of_beginning = 130;
constexpr std::size_t width = 64, width_of_rivals = 12;

Cost cost_before(const Steps& steps, std::size_t i) { return i == 0 ? 0 : steps[i - 1].cost; }
Cost cost_of(const Steps& steps, std::size_t i) { return steps[i].cost - cost_before(steps, i); }

/// The extent to which a line is believed, and the step that the text may contain there instead.
struct Belief {
    std::size_t count;  ///< number of steps believed
    std::optional<Step> rival;
};

/// Ends a line at a move that differs too much from the text, or where another line is nearly as likely.
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

    /// Returns true if the text has a move of the best line exactly, and the rest is as likely after it as after the
    /// other move. Uncertain signs may be read as any others, but that alone does not cast doubt on the move.
    static bool is_read_and_fits(const LineSearch::Line& best, const LineSearch::Line& other, std::size_t i) {
        return cost_of(best.steps, i) <= to_the_letter &&
               best.cost - best.steps[i].cost <= other.cost - other.steps[i].cost + to_the_letter;
    }

    /// Finds another move in place of one that is not exactly in the text: looks a few moves ahead at first, and
    /// further if these do not decide.
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

/// Splits the tokens of a score again at the numbers and moves of a line.
class Writer {
public:
    Writer(const Score& score, const ReadText& text, RecognisedLine& line) : score_(score), text_(text), line_(line) {}

    void add(const Steps& steps, std::size_t i) {
        const Step& step = steps[i];
        const std::uint32_t begin = text_.begin_of(step.begin), end = text_.end_of(step.end);
        keep_words(i == 0 ? 0 : steps[i - 1].end, step.first());
        keep_tokens_before(text_.begin_of(step.first()));
        if (step.has_number())
            line_.tokens.push_back(
                {Token::Kind::number, text_.begin_of(step.first()), text_.end_of(step.number_end), step.number});
        if (step.result != SaidResult::unknown) {
            line_.tokens.push_back({Token::Kind::result, begin, end, static_cast<std::uint32_t>(step.result)});
            return;
        }
        line_.moves[begin] = {step.move, text_.confidence(step.begin, step.end)};
        line_.settled.push_back(step.move);
        line_.tokens.push_back({Token::Kind::word, begin, end});
    }

    void end() { keep_tokens_before(std::numeric_limits<std::uint32_t>::max()); }

    /// Ends the line before a step; the tokens that follow are kept unchanged.
    void stop_before(const Step& step, Reason why) {
        const std::uint32_t begin = text_.begin_of(step.first());
        keep_tokens_before(begin);
        line_.stop = {line_.tokens.size(), text_.begin_of(step.begin), text_.end_of(step.end), std::move(why)};
        const std::size_t first = line_.tokens.size();
        for (const Token& token : score_.tokens)
            if (token.end > begin) line_.tokens.push_back(token);
        if (first < line_.tokens.size()) line_.tokens[first].begin = std::max(line_.tokens[first].begin, begin);
    }

private:
    /// Turns text between moves into comments, from its first word of letters to its last.
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
    /// Copies the comments and variations before a byte to their place in the line.
    void keep_tokens_before(std::uint32_t byte) {
        for (; kept_ < text_.kept().size() && text_.kept()[kept_].begin < byte; ++kept_)
            line_.tokens.push_back(text_.kept()[kept_]);
    }

    const Score& score_;
    const ReadText& text_;
    RecognisedLine& line_;
    std::size_t kept_ = 0;
};

/// Returns the letters and digits in [begin, end) that belong to no move, with the text between them, as a step that is
/// neither move nor result; nullopt: none.
std::optional<Step> unread_in(const ReadText& text, std::size_t begin, std::size_t end) {
    const auto is_nothing = [&](std::size_t at) { return text.is_blank(at) || text.is_sign(at); };
    while (begin < end && is_nothing(begin)) ++begin;
    while (end > begin && is_nothing(end - 1)) --end;
    return begin < end ? std::optional(Step{.begin = begin, .end = end}) : std::nullopt;
}

/// Ends a line before text that may be an unread move: at a step that is not believed, and before the result or the end
/// of the text, where nothing after it shows its meaning.
void end_at_unread(const ReadText& text, Steps& steps, Belief& belief) {
    if (belief.count < steps.size() && belief.rival) return;
    const bool has_believed_result = belief.count == steps.size() && steps.back().result != SaidResult::unknown;
    if (has_believed_result) --belief.count;
    const std::size_t from = belief.count == 0 ? 0 : steps[belief.count - 1].end;
    const bool is_end = belief.count == steps.size();
    const auto unread = unread_in(text, from, is_end ? text.size() : steps[belief.count].first());
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
