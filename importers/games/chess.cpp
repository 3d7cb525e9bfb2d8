#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/problem_kinds.hpp"
#include "games/chess/fen.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/record.hpp"
#include "importers/formats/prose/starts.hpp"
#include "importers/formats/prose/stated_start.hpp"
#include "importers/rules.hpp"
#include "importers/tags.hpp"

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
        auto start = start_of(tags);
        if (!start) return {.fault = start.error()};
        record.start = std::move(start->text);
        const std::size_t problem_count = record.problems.size();
        Played played{.is_faithful = score && how.player.play(*score, start->position, record)};
        played.notes = notes_on_start(tags);
        played.is_faithful = played.is_faithful && played.notes.empty() && record.start == tags.fen.value_or("");
        for (chess::FenNote& note : start->notes)
            played.notes.push_back({.problem = {.reason = std::move(note.reason), .severity = Severity::note},
                                    .column = note.column - 1,
                                    .length = note.length});
        if (tags.fen && record.start != *tags.fen) write_start(record);
        if (score && !tags.fen && !tags.filler && record.state != GameState::complete)
            if (auto note = play_at_odds(*score, problem_count, how, record)) {
                played.is_faithful = false;
                played.notes.push_back(*std::move(note));
            }
        return played;
    }

private:
    /// Plays a score that fails from the usual start again from that named by a tag, `[Odds "Queen's rook"]` or
    /// `[Event "Match at odds of a rook"]`, and keeps this if it leads further. Returns the note on it.
    static std::optional<StartFault> play_at_odds(const Score& score, std::size_t problem_count, const Playing& how,
                                                  GameRecord& record) {
        for (std::size_t i = 0; i < record.tags.size(); ++i) {
            const auto [name, value] = record.tags[i];
            const std::string said = fmt::format("{}: {}", name, value);
            auto odds = prose::read_odds(said, how.player.languages());
            if (!odds) continue;
            const std::string fen = prose::fen_of(odds->placement, {1, false});
            const auto start = chess::read_fen(fen);
            if (!start) continue;
            const bool may_lack_reply = odds->has_two_moves;
            for (const bool lacks_reply : {false, true}) {
                if (lacks_reply && !may_lack_reply) break;
                odds->has_two_moves = lacks_reply;
                StartFault note{.problem = {.reason = reason_of(*odds, value), .severity = Severity::note},
                                .length = value.size()};
                GameRecord other = record;
                other.problems.resize(problem_count);
                other.start = fen;
                other.tags.add("FEN", fen);
                Score from_there = score;
                from_there.tags = score.tags ? &other.tags : nullptr;
                from_there.lacks_first_reply = lacks_reply;
                how.player.play(from_there, start->position, other);
                if (other.ply_count <= record.ply_count) continue;
                record = std::move(other);
                note.tag = record.tags[i].name;
                return note;
            }
        }
        return std::nullopt;
    }

    /// Replaces the FEN tag with the normalised position; the source keeps the original text.
    static void write_start(GameRecord& record) {
        Tags tags;
        for (std::size_t i = 0; i < record.tags.size(); ++i) {
            const auto [name, value] = record.tags[i];
            tags.add(name, name == "FEN" ? record.start : value);
        }
        record.tags = std::move(tags);
    }

    static Expected<chess::FenField, StartFault> start_of(const RuleTags& tags) {
        if (tags.variant)
            if (const auto other = other_game_of_tag(*tags.variant))
                return Unexpected{unknown_rules(*other, "Variant", 0)};
        const bool needs_position = tags.filler && tags.variant && has_own_starts(*tags.variant);
        if (!tags.fen && !needs_position) return chess::FenField{.position = chess::Position::initial()};
        const std::string_view fen = tags.fen ? *tags.fen : *tags.filler;
        auto read = chess::read_fen_field(fen);
        if (read) return std::move(*read);
        const std::size_t column = read.error().column - 1;
        if (const auto other = other_game_of_fen(fen)) return Unexpected{unknown_rules(*other, "FEN", column)};
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
