#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/characters.hpp"
#include "base/problem.hpp"
#include "fuzz.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/record.hpp"
#include "importers/import.hpp"
#include "notation/languages.hpp"

namespace cofnod::fuzz {

inline const notation::Languages& languages() {
    static const notation::Languages all = notation::Languages::built_in();
    return all;
}

/// To read one notation takes a fortieth of the time that it takes to find out which it is.
inline importers::Options in_english(importers::Format format) {
    return {.format = format, .notation = &languages().english()};
}

/// Takes the games of a text, and sees that every byte of it belongs to one game or one separator.
class Account final : public importers::Sink {
public:
    void add_game(GameRecord&& game) override {
        if (!game.span.is_empty()) spans_.push_back(game.span);  // those without bytes are quoted by the next
        games.push_back(std::move(game));
    }
    void add_separator(const importers::Separator& separator) override { spans_.push_back(separator.span); }
    void reached(std::uint64_t) override {}

    void settle(std::uint64_t size) {
        std::sort(spans_.begin(), spans_.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
        std::uint64_t at = 0;
        for (const SourceSpan& span : spans_) {
            require(span.begin == at && span.end > at, "games and separators follow each other");
            at = span.end;
        }
        require(at == size, "every byte belongs to a game or a separator");
    }

    std::vector<GameRecord> games;

private:
    std::vector<SourceSpan> spans_;
};

/// What is promised of every record.
inline void require_sound(const GameRecord& game) {
    const bool has_fault = std::any_of(game.problems.begin(), game.problems.end(),
                                       [](const Problem& problem) { return problem.severity == Severity::fault; });
    require(game.state == GameState::complete || has_fault, "a game that is not complete says why");
    require(game.state != GameState::rejected || game.ply_count == 0, "a rejected game has no moves");
    require(Annotations::from_bytes(game.annotations.to_bytes()) == game.annotations, "annotations are stored");
    for (const std::string* text : {&game.san, &game.start, &game.unread})
        require(utf8::is_valid(*text), "what is read is UTF-8");
    for (const Problem& problem : game.problems)
        require(!sentence(problem.reason).empty() && utf8::is_valid(problem.line), "a problem is told in UTF-8");
}

inline std::vector<GameRecord> games_of(std::string text, const importers::Options& options) {
    const std::size_t size = text.size();
    Account account;
    importers::Source source = importers::Source::of_text("fuzz", std::move(text));
    importers::import_source(source, languages(), options, account);
    account.settle(size);
    for (const GameRecord& game : account.games) require_sound(game);
    return std::move(account.games);
}

inline std::string exported(const std::vector<GameRecord>& games) {
    std::string text;
    for (const GameRecord& game : games) pgn::write(game, {.language = &languages().english()}, text);
    return text;
}

/// Exported, read and exported again: the same bytes.
inline void require_round_trip(const std::vector<GameRecord>& games) {
    const std::string text = exported(games);
    const importers::Options options{.format = importers::Format::pgn, .order = importers::Order::logical};
    const std::string again = exported(games_of(text, options));
    if (again != text)
        std::fprintf(stderr, "exported:\n%s\nread and exported again:\n%s\n", text.c_str(), again.c_str());
    require(again == text, "export is read back as it was");
}

}  // namespace cofnod::fuzz
