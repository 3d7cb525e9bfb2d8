#include "answers/corrected_game.hpp"

#include "answers/corrections.hpp"

namespace cofnod::answers {

Answer<CorrectedGame> corrected_game() {
    static const Fields<store::Correction> correction = correction_list().fields;
    static const Fields<GameDetails> game = game_document().fields;
    static const Fields<GameSource> source = game_source().fields;
    return {
        .list = {},
        .fields = {nested<CorrectedGame>("correction", Type::object, correction,
                                         [](const CorrectedGame& all) { return object(all.correction, correction); }),
                   nested<CorrectedGame>("game", Type::object, game,
                                         [](const CorrectedGame& all) { return object(all.game, game); }),
                   nested<CorrectedGame>("source", Type::object, source,
                                         [](const CorrectedGame& all) { return object(all.source, source); })}};
}

}  // namespace cofnod::answers
