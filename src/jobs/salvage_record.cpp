#include "jobs/salvage_record.hpp"

#include "base/problem_kinds.hpp"
#include "base/say.hpp"
#include "game/record.hpp"
#include "game/with_game.hpp"

namespace cofnod::jobs {

namespace {

/// The playable part of a main line.
struct Played {
    std::string moves;  ///< packed
    std::uint32_t plies = 0;
    std::uint16_t final_check = 0;
    bool has_start = false;
    bool is_damaged = false;
};

template <RecordedGame G>
Played play(const GameRecord& record) {
    Played played;
    const auto start = G::read_start(record.start);
    if (!start) return played;
    played.has_start = true;
    typename G::Unpacker game(*start, record.moves);
    typename G::Packer packer(*start);
    while (const auto ply = game.read()) {
        packer.push(game.position(), *ply);
        game.play(*ply);
        ++played.plies;
    }
    played.moves = packer.bytes();
    played.is_damaged = game.is_damaged();
    played.final_check = final_check_of(game.position().key());
    return played;
}

Played play(GameKind kind, const GameRecord& record) {
    return with_game(kind, [&](auto game) { return play<decltype(game)>(record); });
}

bool is_sound(const Played& played, const GameRecord& record) {
    return played.has_start && !played.is_damaged && played.plies == record.ply_count &&
           (played.final_check == record.final_check || !record.has_final_check());
}

void end_at(GameRecord& record, const Played& played) {
    record.problems.push_back({.reason = {ProblemKind::moves_were_damaged},
                               .place = {},
                               .ply = played.plies,
                               .line = {},
                               .advice = {Remedy::import_again}});
    record.state = played.plies == 0 ? GameState::rejected : GameState::incomplete;
    record.san.clear();
}

/// Drops comments and variations beyond the last move. Returns true if there were any.
bool end_annotations(GameRecord& record) {
    std::size_t size = record.annotations.size();
    while (size > 0 && record.annotations[size - 1].ply > record.ply_count) --size;
    const bool is_longer = size < record.annotations.size();
    record.annotations.truncate(size);
    return is_longer;
}

}  // namespace

std::vector<std::string> salvage_record(GameRecord& record, bool kind_is_known) {
    if (!kind_is_known)
        each_game([&, is_found = false](auto game) mutable {
            if (is_found) return;
            record.kind = game.kind;
            is_found = is_sound(play<decltype(game)>(record), record);
        });
    Played played = play(record.kind, record);
    std::vector<std::string> losses;
    if (is_sound(played, record)) {
        if (end_annotations(record)) losses.push_back(say("the text after its last move"));
        return losses;
    }
    if (!played.has_start) {
        losses.push_back(say("the position it starts from, and its moves"));
        record.start.clear();
        record.moves.clear();
        played = play(record.kind, record);
        end_at(record, played);
    } else if (played.is_damaged || played.plies < record.ply_count) {
        losses.push_back(say("its moves from ply {} on", played.plies + 1));
        end_at(record, played);
    } else {
        losses.push_back(say("the check of its moves"));
    }
    record.moves = played.moves;
    record.ply_count = played.plies;
    record.final_check = played.final_check;
    end_annotations(record);
    return losses;
}

}  // namespace cofnod::jobs
