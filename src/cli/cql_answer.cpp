#include "cli/cql_answer.hpp"

#include <ostream>

#include "cql/run/annotate.hpp"

namespace cofnod::cli {

using jobs::CqlInput;
using jobs::MatchedGame;

namespace {

std::vector<std::string> sort_titles(const cql::CompiledScript& script) {
    std::vector<std::string> titles;
    if (script.header().sort_by_match_count) titles.emplace_back("positions");
    for (const auto& key : script.sort_keys()) titles.push_back(key.title.empty() ? "sort" : key.title);
    return titles;
}

}  // namespace

CqlAnswer::CqlAnswer(const cql::CompiledScript& script, Options options, const pgn::WriteOptions& how, Streams& io)
    : script_(script), how_(how), io_(io) {
    if (options.count || options.format == OutputFormat::pgn) return;
    list_.emplace(answers::game_list({.with_ply = true,
                                      .with_plies = true,
                                      .with_source = options.sources.with_file,
                                      .with_database = options.sources.with_database,
                                      .sort_titles = sort_titles(script)}),
                  answer_format(options.format), io.data());
}

void CqlAnswer::finish() {
    if (list_) list_->finish();
}

void CqlAnswer::write(MatchedGame&& game, CqlInput& input) {
    if (list_) {
        if (auto header = input.header(game)) list_->add(listed(game, *std::move(header), input));
        return;
    }
    auto record = input.record(game);
    if (!record) return;
    text_.clear();
    pgn::write(cql::annotated(*std::move(record), game.found, script_), how_, text_);
    io_.out << text_;
}

answers::ListedGame CqlAnswer::listed(const MatchedGame& game, store::GameHeader header, CqlInput& input) {
    answers::ListedGame result{.header = std::move(header), .database = input.database(), .plies = game.found.plies};
    if (!game.found.plies.empty()) {
        result.ply = static_cast<std::uint32_t>(game.found.plies.front());
        if (game.found.begins_in_variation)
            result.move = "variation";
        else if (const auto moves = input.moves(game))
            result.move = answers::move_at(*moves, *result.ply, *how_.language);
    }
    if (script_.header().sort_by_match_count) result.sorts.push_back(std::to_string(game.found.plies.size()));
    for (const auto& sort : game.found.match.sorts)
        result.sorts.push_back(sort.found ? std::optional(cql::to_text(sort)) : std::nullopt);
    return result;
}

}  // namespace cofnod::cli
