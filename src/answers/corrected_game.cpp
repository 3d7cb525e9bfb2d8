#include "answers/corrected_game.hpp"

#include "answers/corrections.hpp"

namespace cofnod::answers {

Answer<CorrectedGame> corrected_game() {
    static const Fields<store::Correction> correction = correction_list().fields;
    static const Fields<GameDetails> game = game_document().fields;
    static const Fields<GameSource> source = game_source().fields;
    return {.list = {},
            .fields = {{"correction", Type::object,
                        [](const CorrectedGame& all) { return object(all.correction, correction); }},
                       {"game", Type::object, [](const CorrectedGame& all) { return object(all.game, game); }},
                       {"source", Type::object, [](const CorrectedGame& all) { return object(all.source, source); }}}};
}

}  // namespace cofnod::answers
