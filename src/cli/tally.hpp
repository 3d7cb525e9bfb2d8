#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "cli/progress.hpp"
#include "importers/sink.hpp"
#include "notation/languages.hpp"

namespace cofnod::cli {

/// What was found in a source, or in several.
struct Tally {
    std::uint64_t complete = 0, incomplete = 0, rejected = 0;  ///< games
    std::uint64_t plies = 0;
    std::uint64_t faults = 0, notes = 0;  ///< problems
    std::uint64_t separators = 0;
    std::uint64_t game_bytes = 0, separator_bytes = 0;
    std::map<std::string, std::uint64_t> notations;  ///< games by code ("ca/es": a tie); empty: no moves to tell by

    [[nodiscard]] std::uint64_t found() const { return complete + incomplete + rejected; }
    [[nodiscard]] std::uint64_t faulty() const { return incomplete + rejected; }
    void add(const GameRecord& game);
    Tally& operator+=(const Tally& other);
};

/// "8 games: 7 complete, 1 incomplete, 0 rejected"
std::string games_text(const Tally& tally);
/// "Catalan or Spanish" for "ca/es".
std::string notation_titles(std::string_view key, const notation::Languages& languages);
/// "Welsh 8, Arabic 2", most frequent first.
std::string notations_text(const Tally& tally, const notation::Languages& languages);

/// Counts what goes by on its way to another sink, tells the progress, and stops with Interrupted at Ctrl-C.
class CountingSink : public importers::Sink {
public:
    /// `before`: what the sources before this one had.
    CountingSink(Tally& tally, const Tally& before, importers::Sink* next, Progress& progress)
        : tally_(tally), before_(before), next_(next), progress_(progress) {}

    void add_game(GameRecord&& game) override;
    void add_separator(const SourceSpan& span) override;
    void reached(std::uint64_t end) override;

private:
    void tell(std::uint64_t end);

    Tally& tally_;
    const Tally& before_;
    importers::Sink* next_;
    Progress& progress_;
};

}  // namespace cofnod::cli
