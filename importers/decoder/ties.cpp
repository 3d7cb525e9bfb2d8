#include "importers/decoder/decide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/problem_kinds.hpp"
#include "games/record/move_text.hpp"
#include "games/record/openings.hpp"
#include "games/record/record.hpp"
#include "notation/language.hpp"
#include "notation/plain_move.hpp"

namespace cofnod::importers {

using notation::Language;

namespace {

/// Returns the popularity of the opening of a line, in bits: the sum over its positions of the logarithm of the number
/// of lines in the table of openings that go through it.
double familiarity(const std::vector<chess::Move>& moves, const Language& english) {
    std::string line;
    double bits = 0;
    chess::Position position = chess::Position::initial();
    for (const chess::Move move : moves) {
        if (!line.empty()) line += ' ';
        if (position.turn() == chess::Color::white) line += move_number(position) + ' ';
        line += move_text(position, move, english);
        position.play(move);
        const auto goes_through = [&](const Opening& opening) { return opening.moves.starts_with(line); };
        const auto lines = std::ranges::count_if(openings(), goes_through);
        if (lines == 0) break;
        bits += std::log2(1 + static_cast<double>(lines));
    }
    return bits;
}

/// Returns the moves in the form "1.e4 e5 2.Nf3".
std::string english_moves(const chess::Position& start, const std::vector<chess::Move>& moves,
                          const Language& english) {
    std::string text;
    chess::Position position = start;
    for (const chess::Move move : moves) {
        if (!text.empty()) text += ' ';
        if (position.turn() == chess::Color::white || text.empty()) text += move_number(position);
        text += move_text(position, move, english);
        position.play(move);
    }
    return text;
}

/// Returns a way in the form "nl, vi 1.e4 e5 2.Nf3".
std::string described(const ScoreContext& context, const Way& way) {
    return fmt::format("{} {}", codes_of(way.languages),
                       english_moves(context.start, way.line.moves, context.languages.english()));
}

void add_problem(const ScoreContext& context, ProblemKind kind, Argument::List readings, Severity severity,
                 const Language& chosen) {
    const Token& first = context.score.tokens.front();
    context.record.problems.push_back({.reason = {kind, {std::move(readings)}},
                                       .severity = severity,
                                       .range = {first.begin, first.end},
                                       .advice = {Remedy::say_notation, {chosen.code()}}});
}

}  // namespace

std::vector<Rival> find_rivals(const ScoreContext& context, const Notations& covering, const ScoreBuilder& written,
                               const Language& chosen) {
    std::vector<Rival> rivals;
    NotationDecision& notation = context.record.notation;
    const auto compare = [&](const Language& language) {
        if (&language == &chosen || context.attempts.effort().is_exhausted() ||
            !context.alphabet.is_covered_by(language))
            return;
        const bool same_letters = written.is_plain() && language.plain_moves().is_same_as(chosen.plain_moves());
        Rival rival{.language = &language, .agrees = true};
        if (!same_letters) {
            Trial playout = context.play_out(language);
            if (!playout.to_end || playout.line.moves.empty()) return;
            rival.agrees = playout.line.moves == written.moves();
            rival.line = std::move(playout.line);
        }
        notation.also.emplace_back(language.code());
        if (notation.how != Decision::disputed) notation.how = rival.agrees ? Decision::tied : Decision::disputed;
        rivals.push_back(std::move(rival));
    };
    rivals.reserve(covering.size());
    notation.also.reserve(covering.size());
    for (const Language* language : covering) compare(*language);
    if (!written.is_plain())  // a move in algebraic spelling is not a move in the other notations
        for (const Language* language : context.non_algebraic) compare(*language);
    return rivals;
}

std::vector<Way> find_ways(const Rival& chosen, const std::vector<Rival>& rivals, Decider& decider) {
    std::vector<Way> ways{{.languages = {chosen.language}, .line = chosen.line}};
    for (const Rival& rival : rivals) {
        const auto same = std::ranges::find_if(ways, [&](const Way& way) {
            return way.line.moves == (rival.agrees ? chosen.line.moves : rival.line.moves);
        });
        if (same != ways.end())
            same->languages.push_back(rival.language);
        else
            ways.push_back({.languages = {rival.language}, .line = rival.line});
    }
    for (Way& way : ways) {
        decider.write_as(*way.languages.front(), way.line);
        way.agreement = decider.written().agreement();
    }
    return ways;
}

const Way* clearest(const std::vector<Way>& ways) {
    const auto weight_of = [](const Way& way) { return way.agreement.weight(); };
    const auto lightest = std::ranges::min_element(ways, {}, weight_of);
    const auto is_clear = [&](const Way& other) {
        return &other == &*lightest || weight_of(other) >= 2 * weight_of(*lightest) + Agreement::decisive;
    };
    return std::ranges::all_of(ways, is_clear) ? &*lightest : nullptr;
}

void note_settled(const ScoreContext& context, const std::vector<Way>& ways, const Way& chosen) {
    const auto note = [&](ProblemKind kind, bool has_mixed_pawns) {
        Argument::List readings;
        for (const Way& way : ways)
            if (&way != &chosen && way.agreement.has_mixed_pawns() == has_mixed_pawns)
                readings.push_back(described(context, way));
        if (!readings.empty())
            add_problem(context, kind, std::move(readings), Severity::note, *chosen.languages.front());
    };
    note(ProblemKind::settled_by_pawns, true);
    note(ProblemKind::settled_by_marks, false);
}

bool is_of_standard(const ScoreContext& context, const Language& chosen) {
    return &chosen == &context.languages.english() && context.score.tags && !context.score.tags->empty();
}

bool has_usual_opening(const ScoreContext& context, const std::vector<Way>& ways) {
    static constexpr double decisive = 4;
    if (context.start != chess::Position::initial()) return false;
    const auto bits = [&](const Way& way) { return familiarity(way.line.moves, context.languages.english()); };
    const double first = bits(ways.front());
    return std::all_of(ways.begin() + 1, ways.end(), [&](const Way& way) { return bits(way) + decisive <= first; });
}

void report_ways(const ScoreContext& context, const std::vector<Way>& ways, const Language& chosen, Severity severity) {
    Argument::List readings;
    for (const Way& way : ways) readings.push_back(described(context, way));
    add_problem(context, ProblemKind::several_notations, std::move(readings), severity, chosen);
    if (severity == Severity::fault) context.record.state = GameState::incomplete;
}

}  // namespace cofnod::importers
