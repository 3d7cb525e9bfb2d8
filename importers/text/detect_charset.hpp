#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/findings.hpp"
#include "importers/import.hpp"
#include "importers/text/charset.hpp"

/// The choice of a character set for text that does not say which it is in.
namespace cofnod::importers {

/// The character set that a source is read in, and its certainty.
struct CharsetChoice {
    const Charset* charset = &Charset::utf8();
    /// Equally likely sets under which as many moves are playable but the text differs. If there are any, the choice is
    /// uncertain.
    std::vector<const Charset*> rivals = {};
};

/// Determines the character set from the start of a source: a byte order mark, else UTF-8 if it is valid, else the
/// character set under which most moves can be played. Ties are decided by the likelier text, without words in two
/// alphabets. If the options leave the format open, throws InputError for sources that are not text.
CharsetChoice detect_charset(std::string_view start, const notation::Languages& languages, const Options& options = {});

/// Returns the number of non-ASCII characters in UTF-8 text; 0 for other text. Two of them are seldom valid by chance.
std::size_t utf8_characters(std::string_view text);

/// Rereads single games whose bytes do not fit the character set of their source, in one that fits them.
class MixedCharsets {
public:
    MixedCharsets(const notation::Languages& languages, const Options& options, Attempts& attempts)
        : languages_(languages), options_(options), attempts_(attempts) {}

    /// Returns the findings in the bytes of a game, reread in another set; nullopt if the first reading is better.
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
    std::unordered_map<std::string, CharsetChoice> chosen_;  ///< by the non-ASCII words of a game
};

}  // namespace cofnod::importers
