#include "importers/rules.hpp"

#include <algorithm>
#include <vector>

#include "game/tags.hpp"
#include "game/with_game.hpp"

namespace cofnod::importers {

RuleTags::RuleTags(const Tags& tags) {
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const Tags::Tag tag = tags[i];
        if (tag.name == "FEN") {
            if (!fen && !tag.value.empty()) fen = tag.value;
        } else if (tag.name == "Variant") {
            if (!variant) variant = tag.value;
        } else if (tag.name == "GameType") {
            if (!game_type) game_type = tag.value;
        }
    }
}

std::size_t WordRules::move_length(std::string_view text, std::span<const Token> tokens, std::size_t i) const {
    return tokens[i].kind == Token::Kind::word && is_like_move(tokens[i].in(text)) ? 1 : 0;
}

const Rules& chess_rules() { return rules_of<ChessGame>(); }

std::span<const Rules* const> all_rules() {
    static const std::vector<const Rules*> rules = [] {
        std::vector<const Rules*> list;
        each_game([&](auto game) { list.push_back(&rules_of<decltype(game)>()); });
        return list;
    }();
    return rules;
}

std::span<const WordRules* const> word_rules() {
    static const std::vector<const WordRules*> rules = [] {
        std::vector<const WordRules*> list;
        for (const Rules* each : all_rules())
            if (each != &chess_rules()) list.push_back(&dynamic_cast<const WordRules&>(*each));
        return list;
    }();
    return rules;
}

std::optional<bool> is_said(const WordRules& rules, const RuleTags& tags) {
    if (tags.name()) return rules.is_named(*tags.name());
    if (tags.fen) return rules.looks_like_position(*tags.fen);
    return std::nullopt;
}

const WordRules* recognised(const RuleTags& tags, const Score& score) {
    for (const WordRules* rules : word_rules()) {
        if (const auto said = is_said(*rules, tags)) {
            if (*said) return rules;
            continue;
        }
        const auto first = std::find_if(score.tokens.begin(), score.tokens.end(),
                                        [](const Token& token) { return token.kind == Token::Kind::word; });
        if (first == score.tokens.end()) return nullptr;
        const auto i = static_cast<std::size_t>(first - score.tokens.begin());
        if (rules->begins_with_first_move(score.text, score.tokens.subspan(i))) return rules;
    }
    return nullptr;
}

const WordRules* game_named(std::string_view name) {
    const auto rules = word_rules();
    const auto found = std::find_if(rules.begin(), rules.end(), [&](auto* each) { return each->is_named(name); });
    return found == rules.end() ? nullptr : *found;
}

bool has_mostly_moves(const WordRules& rules, std::string_view text, std::span<const Token> tokens) {
    std::size_t moves = 0, others = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::word) continue;
        const std::size_t length = rules.move_length(text, tokens, i);
        ++(length > 0 ? moves : others);
        if (length > 0) i += length - 1;
    }
    return moves > 0 && moves >= others;
}

}  // namespace cofnod::importers
