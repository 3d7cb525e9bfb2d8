#include "base/problem_kinds.hpp"
#include "chess/fen.hpp"
#include "game/chess_game.hpp"
#include "game/record.hpp"
#include "importers/played.hpp"
#include "importers/rules.hpp"
#include "importers/variants.hpp"

namespace cofnod::importers {

namespace {

/// Returns the fault of a game whose rules are unknown.
StartFault unknown_rules(std::string other, std::string_view tag, std::size_t column) {
    return {.problem = {.reason = {ProblemKind::unknown_game, {std::move(other)}}, .advice = {Remedy::take_out_tag}},
            .tag = tag,
            .column = column};
}

class ChessRules : public Rules {
public:
    [[nodiscard]] bool looks_like_position(std::string_view text) const override {
        return chess::read_fen(text).has_value();
    }
    [[nodiscard]] std::string usual_start() const override { return chess::write_fen(chess::Position::initial()); }

    [[nodiscard]] Played play(const RuleTags& tags, const Score* score, const Playing& how,
                              GameRecord& record) const override {
        const auto start = start_of(tags);
        if (!start) return {.fault = start.error()};
        if (tags.fen) record.start = *tags.fen;
        return {.is_faithful = score && how.player.play(*score, *start, record)};
    }

private:
    static Expected<chess::Position, StartFault> start_of(const RuleTags& tags) {
        if (tags.variant)
            if (const auto other = other_game_of_tag(*tags.variant))
                return Unexpected{unknown_rules(*other, "Variant", 0)};
        if (!tags.fen) return chess::Position::initial();
        const auto read = chess::read_fen(*tags.fen);
        if (read) return read->position;
        const std::size_t column = read.error().column - 1;
        if (const auto other = other_game_of_fen(*tags.fen)) return Unexpected{unknown_rules(*other, "FEN", column)};
        return Unexpected{StartFault{.problem = {.reason = read.error().reason()}, .column = column}};
    }
};

}  // namespace

template <>
const Rules& rules_of<ChessGame>() {
    static const ChessRules rules;
    return rules;
}

}  // namespace cofnod::importers
