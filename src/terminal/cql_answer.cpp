#include "terminal/cql_answer.hpp"

#include <ostream>

#include "answers/matches.hpp"
#include "cql/run/annotate.hpp"

namespace cofnod::terminal {

using jobs::CqlInput;
using jobs::MatchedGame;

CqlAnswer::CqlAnswer(const cql::CompiledScript& script, Options options, const pgn::WriteOptions& how, Streams& io)
    : script_(script), how_(how), io_(io) {
    if (options.count || options.format == OutputFormat::pgn) return;
    list_.emplace(answers::game_list({.with_ply = true,
                                      .with_plies = true,
                                      .with_source = options.sources.with_file,
                                      .with_database = options.sources.with_database,
                                      .sort_titles = answers::sort_titles(script)}),
                  answer_format(options.format), io.data());
}

void CqlAnswer::finish() {
    if (list_) list_->finish();
}

void CqlAnswer::write(MatchedGame&& game, CqlInput& input) {
    if (list_) {
        if (const auto row = answers::listed_match(game, input, script_, *how_.language)) list_->add(*row);
        return;
    }
    auto record = input.record(game);
    if (!record) return;
    text_.clear();
    pgn::write(cql::annotated(*std::move(record), game.found, script_), how_, text_);
    io_.out << text_;
}

}  // namespace cofnod::terminal
