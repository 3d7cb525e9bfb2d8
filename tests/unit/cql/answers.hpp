#pragma once

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "cql/search.hpp"
#include "cql/syntax.hpp"
#include "games/record/record.hpp"
#include "store/game_reader.hpp"

/// Results of a script on a database, found in several ways that must agree.
namespace cofnod::search::test {

inline cql::CompiledScript query_of(const std::string& text) {
    INFO(text);
    auto script = cql::parse(text);
    REQUIRE(script);
    return cql::CompiledScript(*std::move(script));
}

struct Answer {
    std::string matches;  ///< one line "id: positionid positionid ..." per game
    std::int64_t games = 0, positions = 0;
    std::vector<std::string> messages;
    bool operator==(const Answer&) const = default;
};

inline Answer found(store::Store& store, const cql::CompiledScript& script, bool with_index, unsigned threads,
                    const search::Query& question = {}) {
    Answer answer;
    cql::SearchOptions options{.threads = threads};
    options.use_index = with_index;
    const auto survey = cql::search(store, question, script, options, [&](cql::ChunkMatches&& findings) {
        for (const cql::FoundGame& game : findings.found) {
            answer.matches += std::to_string(game.game) + ":";
            for (const auto id : game.match.positions) answer.matches += " " + std::to_string(id);
            answer.matches += "\n";
        }
        for (cql::Message& message : findings.messages) answer.messages.push_back(std::move(message.text));
        return true;
    });
    answer.games = survey.games;
    answer.positions = survey.positions;
    return answer;
}

/// Counts games, and with `positions` their positions too.
inline cql::Survey counted(store::Store& store, const cql::CompiledScript& script, bool with_index,
                           bool positions = false, const search::Query& question = {}) {
    cql::SearchOptions options{.find = {.positions = positions, .keep = false}, .threads = 2};
    options.use_index = with_index;
    return cql::search(store, question, script, options, [](cql::ChunkMatches&&) { return true; });
}

/// Matches each chess game against the script, without any index.
inline std::string matched(store::Store& store, const cql::CompiledScript& script, bool remarks = false) {
    cql::ScriptMatcher matcher(script, {.remarks = remarks});
    store::GameReader reader(store);
    std::string lines;
    for (std::int64_t id = 1; const auto record = reader.read(id); ++id) {
        if (record->kind != GameKind::chess) continue;
        const auto* match = matcher.match(cql::Game::of(*record, id));
        if (match == nullptr) continue;
        lines += std::to_string(id) + ":";
        for (const auto position : match->positions) lines += " " + std::to_string(position);
        lines += "\n";
    }
    return lines;
}

}  // namespace cofnod::search::test
