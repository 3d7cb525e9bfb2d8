#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "importers/findings.hpp"
#include "importers/import.hpp"
#include "importers/text/detect_charset.hpp"

namespace cofnod::importers {

/// Rereads single games whose bytes do not fit the character set of their source, in the set that fits them.
class MixedCharsets {
public:
    MixedCharsets(const notation::Languages& languages, const Options& options, Attempts& attempts)
        : languages_(languages), options_(options), attempts_(attempts) {}

    /// Returns the findings in the bytes of a game; nullopt if the game is better as it was read.
    std::optional<Findings> read_again(const GameRecord& game, std::string_view bytes);

private:
    [[nodiscard]] CharsetChoice as_source() const { return {options_.charset, options_.rivals}; }
    /// Returns the set of the source if the game fits it, or if too much has been tried already.
    [[nodiscard]] CharsetChoice choose(const GameRecord& game, std::string_view bytes);
    [[nodiscard]] CharsetChoice choose_by_words(std::string_view bytes);
    [[nodiscard]] CharsetChoice detected(std::string_view bytes);
    [[nodiscard]] bool may_be_less_odd(std::string_view words) const;

    const notation::Languages& languages_;
    const Options& options_;
    Attempts& attempts_;
    std::unordered_map<std::string, CharsetChoice> chosen_;  ///< by the words of a game that are not ASCII
};

}  // namespace cofnod::importers
