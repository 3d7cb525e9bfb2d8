#include "game/record.hpp"

#include <array>
#include <utility>

#include "base/say.hpp"

namespace cofnod {

std::string_view name_of(GameState state) {
    static constexpr std::array<std::string_view, 3> names = {phrase("complete"), phrase("incomplete"),
                                                              phrase("rejected")};
    return names[static_cast<std::size_t>(state)];
}

std::string_view name_of(Decision decision) {
    static constexpr std::array<std::string_view, 8> names = {"given",   "only",     "tied",       "best",
                                                              "nothing", "disputed", "neighbours", "preferred"};
    return names[static_cast<std::size_t>(decision)];
}

std::size_t memory_of(const GameRecord& record) {
    std::size_t bytes = sizeof record + record.tags.memory() + record.annotations.memory();
    for (const std::string* text : {&record.start, &record.moves, &record.san, &record.unread, &record.source_text})
        bytes += text->capacity();
    for (const Problem& problem : record.problems)
        bytes += sizeof problem + problem.line.capacity() + memory_of(problem.reason.arguments) +
                 memory_of(problem.advice.arguments);
    return bytes;
}

void GameRecord::clear() {
    constexpr std::size_t most_kept = 4096;  // bytes: few games are larger; their memory is released
    const auto keep = [](std::string& memory, std::string& into) {
        if (memory.capacity() > most_kept) return;
        into = std::move(memory);
        into.clear();
    };
    GameRecord fresh;
    keep(moves, fresh.moves);
    keep(san, fresh.san);
    if (tags.capacity() <= most_kept) {
        fresh.tags = std::move(tags);
        fresh.tags.clear();
    }
    fresh.notation.also = std::move(notation.also);
    fresh.notation.also.clear();
    *this = std::move(fresh);
}

}  // namespace cofnod
