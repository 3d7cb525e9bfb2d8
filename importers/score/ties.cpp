#include "importers/score/ties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/problem_kinds.hpp"
#include "chess/san.hpp"
#include "game/record.hpp"
#include "notation/language.hpp"
#include "notation/plain_move.hpp"
#include "notation/write_move.hpp"

namespace cofnod::importers {

using notation::Language;

namespace {

/// Returns "1.e4 e5 2.Nf3".
std::string english_moves(const chess::Position& start, const std::vector<chess::Move>& moves,
                          const Language& english) {
    std::string text;
    chess::Position position = start;
    for (const chess::Move move : moves) {
        if (!text.empty()) text += ' ';
        if (position.turn() == chess::Color::white || text.empty())
            text +=
                fmt::format("{}{}", position.fullmove_number(), position.turn() == chess::Color::white ? "." : "...");
        const notation::Reading san = chess::san_reading(position, move);
        position.play(move);
        notation::write_move(english, san, chess::check_mark(position), text);
    }
    return text;
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
            Playout playout = play_out(context.score, context.start, language, context.languages, context.attempts);
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

void report_dispute(const ScoreContext& context, const Rival& chosen, std::vector<Rival> rivals) {
    for (Rival& rival : rivals)
        if (rival.agrees) rival.line.moves = chosen.line.moves;
    rivals.insert(rivals.begin(), chosen);
    Argument::List readings;
    for (std::size_t i = 0; i < rivals.size(); ++i) {
        const auto first = std::find_if(rivals.begin(), rivals.end(),
                                        [&](const Rival& other) { return other.line.moves == rivals[i].line.moves; });
        if (first != rivals.begin() + static_cast<std::ptrdiff_t>(i)) continue;
        std::string codes;
        for (const Rival& other : rivals)
            if (other.line.moves == rivals[i].line.moves) codes += (codes.empty() ? "" : ", ") + other.language->code();
        readings.push_back(fmt::format(
            "{} {}", codes, english_moves(context.start, rivals[i].line.moves, context.languages.english())));
    }
    const Token& first = context.score.tokens.front();
    context.record.problems.push_back({.reason = {ProblemKind::several_notations, {std::move(readings)}},
                                       .severity = Severity::note,
                                       .range = {first.begin, first.end},
                                       .advice = {Remedy::say_notation, {chosen.language->code()}}});
}

}  // namespace cofnod::importers
