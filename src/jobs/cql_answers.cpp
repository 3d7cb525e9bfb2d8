#include <chrono>
#include <utility>

#include "base/error.hpp"
#include "base/say.hpp"
#include "cql/bounds/header_bounds.hpp"
#include "cql/bounds/needed_pieces.hpp"
#include "game/record.hpp"
#include "jobs/cql_search.hpp"

namespace cofnod::jobs {

namespace {

/// Matches are passed on after this many games.
constexpr std::int64_t games_a_piece = 256;

class AnswersInput : public CqlInput {
public:
    AnswersInput(search::Answers& games, std::string name) : games_(games), name_(std::move(name)) {}

    [[nodiscard]] std::string database() const override { return name_; }
    std::optional<store::GameHeader> header(const MatchedGame& game) override { return games_.header(game.found.game); }
    std::optional<store::GameMoves> moves(const MatchedGame& game) override { return games_.moves(game.found.game); }
    std::optional<GameRecord> record(const MatchedGame& game) override { return games_.record(game.found.game); }

private:
    search::Answers& games_;
    std::string name_;
};

}  // namespace

void CqlSearch::search_answers(std::unique_ptr<search::Answers> games, const std::string& name,
                               const search::Query& question, std::int64_t after) {
    asked_.push_back(std::move(games));
    search_answers(*asked_.back(), name, question, after);
}

void CqlSearch::search_answers(search::Answers& answers, const std::string& name, const search::Query& question,
                               std::int64_t after) {
    if (order_.is_full()) return;
    const auto begin = std::chrono::steady_clock::now();
    if (query_.needs_last_game_number())
        throw UsageError(say("lastgamenumber: servers have no such number"), say("ask the database that was loaded"));
    add_input(std::make_unique<AnswersInput>(answers, name));
    begun_ = true;

    search::Query asked = question;
    asked.header = cql::narrowed(std::move(asked.header), query_.script());
    if (!asked.other) asked.header.kind = GameKind::chess;
    if (!asked.asks_for_moves() && !asked.in_variations) asked.pieces = cql::needed_pieces(query_.script());
    const bool needs_record = query_.needs_tags() || query_.needs_annotations();
    const bool is_of_moves = !needs_record && !query_.is_sequential() && cql::may_leave_out_games(query_.script());
    cql::Finder finder(query_, find_options());
    cql::Survey survey;
    std::int64_t in_piece = 0;
    const auto pass_on = [&] {
        in_piece = 0;
        cql::ChunkMatches found = finder.take();
        survey.games += found.games;
        survey.positions += found.positions;
        survey.looked_at += found.looked_at;
        survey.damaged += found.damaged;
        const bool goes_on = take(std::move(found), [](MatchedGame&) {});
        check_time();
        return goes_on;
    };
    bool goes_on = true;
    const auto explanation =
        answers.candidates(asked, is_of_moves ? script_text_ : "", {.after = after}, [&](const search::Hit& hit) {
            if (needs_record) {
                if (const auto record = answers.record(hit.game)) finder.look_at(cql::Game::of(*record, hit.game));
            } else if (const auto game = answers.moves(hit.game)) {
                finder.look_at({game->id, game->start, game->moves, nullptr, nullptr, game->result, false});
            }
            if (++in_piece == games_a_piece) goes_on = pass_on();
            return goes_on;
        });
    if (goes_on) pass_on();
    survey.in_range = survey.candidates = explanation.candidates;
    listener_.searched(survey, question,
                       std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
}

}  // namespace cofnod::jobs
