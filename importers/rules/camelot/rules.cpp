#include "importers/rules.hpp"
#include "importers/played.hpp"

#include "game/camelot_game.hpp"
#include "importers/rules/camelot/player.hpp"
#include "importers/rules/camelot/recognise.hpp"

namespace cofnod::importers {

namespace {

class CamelotRules : public WordRules {
public:
    [[nodiscard]] bool looks_like_position(std::string_view text) const override {
        return camelot::looks_like_position(text);
    }
    [[nodiscard]] std::string usual_start() const override {
        return cofnod::camelot::write_position(cofnod::camelot::Position::initial());
    }
    [[nodiscard]] std::string_view title() const override { return "Camelot"; }
    [[nodiscard]] bool is_named(std::string_view name) const override { return cofnod::camelot::board_named(name); }
    [[nodiscard]] bool is_move(std::string_view word) const override {
        return camelot::read_move_word(word).has_value();
    }
    [[nodiscard]] bool is_like_move(std::string_view word) const override { return camelot::is_like_move(word); }
    [[nodiscard]] std::size_t move_length(std::string_view text, std::span<const Token> tokens,
                                          std::size_t i) const override {
        return camelot::move_length(text, tokens, i);
    }
    [[nodiscard]] bool begins_with_first_move(std::string_view text, std::span<const Token> tokens) const override {
        return camelot::begins_with_first_move(text, tokens);
    }
    [[nodiscard]] bool black_begins(const RuleTags& tags) const override {
        const auto start = camelot::start_of(tags);
        return start && start->turn() == cofnod::camelot::Color::black;
    }

    [[nodiscard]] Played play(const RuleTags& tags, const Score* score, const Playing& how,
                              GameRecord& record) const override {
        record.kind = CamelotGame::kind;
        const auto start = camelot::start_of(tags);
        if (!start)
            return {.fault =
                        StartFault{.problem = {.reason = start.error().reason()}, .column = start.error().column - 1}};
        record.start = camelot::start_text(tags, *start);
        const bool is_faithful = score && camelot::Player(*score, *start, how, record).run();
        Played played{.notes = notes_on_start(tags)};
        played.is_faithful = is_faithful && played.notes.empty();
        return played;
    }
};

}  // namespace

template <>
const Rules& rules_of<CamelotGame>() {
    static const CamelotRules rules;
    return rules;
}

}  // namespace cofnod::importers
