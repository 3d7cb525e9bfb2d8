#pragma once

#include <string>
#include <vector>

#include "games/record/record.hpp"
#include "importers/import.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// Keeps what an importer finds.
struct Collected : Sink {
    std::vector<GameRecord> games;
    std::vector<SourceSpan> separators;
    std::vector<Passage> passages;

    void add_game(GameRecord&& game) override { games.push_back(std::move(game)); }
    void add_separator(const Separator& separator) override {
        separators.push_back(separator.span);
        passages.insert(passages.end(), separator.passages.begin(), separator.passages.end());
    }
    void reached(std::uint64_t) override {}
};

inline const notation::Languages& languages() {
    static const notation::Languages all = notation::Languages::built_in();
    return all;
}

inline Collected read_text(std::string text, Format format = Format::detect) {
    Collected found;
    Source source = Source::of_text("test.pgn", std::move(text));
    import_source(source, languages(), {.format = format}, found);
    return found;
}

/// Returns PGN without the tag for its notation, as other programs write it.
inline std::string without_move_language(std::string pgn) {
    for (std::size_t at = pgn.find("[MoveLanguage "); at != std::string::npos; at = pgn.find("[MoveLanguage ", at))
        pgn.erase(at, pgn.find('\n', at) + 1 - at);
    return pgn;
}

/// Returns the only game of a text.
inline GameRecord read_game(std::string text, Format format = Format::pgn) {
    Collected found = read_text(std::move(text), format);
    return found.games.size() == 1 ? std::move(found.games.front()) : GameRecord{};
}

}  // namespace cofnod::importers
