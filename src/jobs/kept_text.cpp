#include "jobs/kept_text.hpp"

#include "game/record.hpp"
#include "importers/text/charset.hpp"
#include "jobs/notation_choice.hpp"
#include "pgn/writer.hpp"

namespace cofnod::jobs {

std::string kept_text(const GameRecord& game, const std::string& charset) {
    const importers::Charset* const known = importers::Charset::find(charset);
    if (!game.source_text.empty()) return known ? known->decoded(game.source_text) : game.source_text;
    const notation::Languages languages = notation::Languages::built_in();
    std::string text;
    pgn::write(game, {.language = &language_to_show(languages, game.notation.code)}, text);
    return text;
}

}  // namespace cofnod::jobs
