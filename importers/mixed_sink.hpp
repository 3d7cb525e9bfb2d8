#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "importers/block_reader.hpp"
#include "importers/detect_charset.hpp"
#include "importers/import.hpp"
#include "importers/sink.hpp"

namespace cofnod::importers {

/// Stands before the sink, where the games of a source may be in several character sets: a game whose bytes do not fit
/// the set of the source is read again by itself, in the set that fits it, and says so.
class MixedSink : public Sink {
public:
    MixedSink(const Block& block, const notation::Languages& languages, const Options& options, Attempts& attempts,
              Sink& next)
        : bytes_(options.charset->is_utf8() ? block.text : block.bytes),
          begin_(block.begin),
          languages_(languages),
          options_(options),
          attempts_(attempts),
          next_(next) {}

    void add_game(GameRecord&& game) override;
    void add_separator(const SourceSpan& span) override { next_.add_separator(span); }
    void reached(std::uint64_t) override {}

private:
    [[nodiscard]] CharsetChoice as_source() const { return {options_.charset, options_.rivals}; }
    /// The set of the source, where the game fits it, or where too much has been tried already.
    [[nodiscard]] CharsetChoice choose(const GameRecord& game, std::string_view bytes);
    [[nodiscard]] CharsetChoice choose_by_words(std::string_view bytes);
    [[nodiscard]] CharsetChoice detected(std::string_view bytes);
    [[nodiscard]] bool may_be_less_odd(std::string_view words) const;
    void put_in_place(GameRecord& game, const GameRecord& before, std::string_view bytes,
                      const CharsetChoice& choice) const;
    /// Whether the game was read better so, and handed over.
    bool read_again(const GameRecord& game, std::string_view bytes, const CharsetChoice& choice);

    std::string_view bytes_;
    std::uint64_t begin_;
    const notation::Languages& languages_;
    const Options& options_;
    Attempts& attempts_;
    Sink& next_;
    std::unordered_map<std::string, CharsetChoice> chosen_;  ///< by the words of a game that are not ASCII
};

}  // namespace cofnod::importers
