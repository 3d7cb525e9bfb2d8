#include "importers/rules.hpp"

#include <algorithm>
#include <vector>

#include "base/problem_kinds.hpp"
#include "games/chess/fen.hpp"
#include "games/record/record.hpp"
#include "games/record/with_game.hpp"
#include "importers/tags.hpp"

namespace cofnod::importers {

RuleTags::RuleTags(const Tags& tags) {
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const auto [name, value] = tags[i];
        const auto take = [&, value = value](std::optional<std::string_view>& tag) {
            if (!tag) tag = value;
        };
        switch (name.size()) {  // most tag names have another length
            case 3:
                if (name == "FEN") take(chess::names_no_position(value) ? filler : fen);
                break;
            case 5:
                if (name == "SetUp") take(set_up);
                break;
            case 7:
                if (name == "Variant") take(variant);
                break;
            case 8:
                if (name == "GameType") take(game_type);
                break;
            default: break;
        }
    }
}

std::size_t WordRules::move_length(std::string_view text, std::span<const Token> tokens, std::size_t i) const {
    return tokens[i].kind == Token::Kind::word && is_like_move(tokens[i].in(text)) ? 1 : 0;
}

std::size_t WordRules::count_legal(const RuleTags&, std::string_view, std::span<const Token> tokens) const {
    return tokens.size();
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

std::vector<StartFault> notes_on_start(const RuleTags& tags) {
    std::vector<StartFault> notes;
    const auto add = [&](std::string_view tag, std::string_view value, Reason reason) {
        notes.push_back({.problem = {.reason = std::move(reason), .severity = Severity::note},
                         .tag = tag,
                         .length = std::max<std::size_t>(value.size(), 1)});
    };
    const bool is_set_up = tags.set_up == "1";
    const bool has_own_start = tags.variant && has_own_starts(*tags.variant);
    if (tags.fen && tags.set_up && !is_set_up)
        add("SetUp", *tags.set_up, {ProblemKind::set_up_disagrees, {*tags.set_up}});
    if (tags.filler) add("FEN", *tags.filler, {ProblemKind::fen_names_no_position, {*tags.filler}});
    if (!tags.fen && !tags.filler && (is_set_up || has_own_start)) {
        const std::string_view tag = is_set_up ? "SetUp" : "Variant";
        add(tag, is_set_up ? *tags.set_up : *tags.variant, {ProblemKind::fen_missing, {tag}});
    }
    return notes;
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
