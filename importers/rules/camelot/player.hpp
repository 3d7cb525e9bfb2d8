#pragma once

#include <optional>
#include <string>

#include "camelot/pack.hpp"
#include "camelot/resolve.hpp"
#include "importers/rules.hpp"
#include "importers/rules/camelot/recognise.hpp"
#include "importers/score/scribe.hpp"

namespace cofnod::importers::camelot {

/// Plays a score of Camelot: follows the tokens and fills in everything that it gives of the record. Result words are
/// recognised in all languages.
///
/// Omitted squares and misprints are corrected if exactly one legal path fits, and noted; so are separators that the
/// board contradicts, and moves allowed only by a loose reading of the rules. Brackets hold a variation if all of it
/// can be played in place of the move before, else a comment.
class Player {
public:
    Player(const Score& score, const cofnod::camelot::Position& start, const Playing& how, GameRecord& record);

    /// Returns true if export reproduces the score.
    bool run();

private:
    using Position = cofnod::camelot::Position;
    using Path = cofnod::camelot::Path;

    /// A move as written in the score, perhaps in several words: `C8 x E6`.
    struct Written {
        MoveWord word;
        std::size_t token_count = 1;
        std::uint32_t begin = 0, end = 0;  ///< of the move itself
    };

    /// A move that a variation, behind others, cannot have.
    struct IllegalMove {
        std::uint32_t begin, end;
        Reason reason;
    };

    std::size_t take_word(std::size_t i);
    std::size_t take_number(std::size_t i);
    std::size_t take_bracket(std::size_t i);
    [[nodiscard]] std::optional<Written> read_written(std::size_t i) const;

    [[nodiscard]] bool has_legal_sequel(std::size_t next, const cofnod::camelot::Resolution& resolution) const;
    void advance(const Written& written, const cofnod::camelot::Resolution& resolution);
    void note_what_was_changed(const Written& written, const cofnod::camelot::Resolution& resolution);
    [[nodiscard]] std::string_view text_of(const Written& written) const;
    [[nodiscard]] std::optional<Reason> explain(const Position& position, const Written& written,
                                                const cofnod::camelot::Resolution& resolution) const;
    void append_text(const Written& written, const Path& path, bool is_as_we_write);

    bool add_variation(std::size_t first, std::size_t last, Position now, std::size_t depth);
    [[nodiscard]] bool is_number_of(const Token& token, std::uint32_t ply) const;
    [[nodiscard]] std::uint32_t number_of(std::uint32_t ply) const;
    [[nodiscard]] bool is_black(std::uint32_t ply) const;
    [[nodiscard]] Scribe::Turn turn() const;
    std::size_t give_up(std::size_t i, std::uint32_t begin, std::uint32_t end, Reason reason);
    void finish();

    const Score& score_;
    const Playing& how_;
    GameRecord& record_;
    Scribe scribe_;
    Position now_;
    Position before_;  ///< before the last move
    bool black_begins_;
    cofnod::camelot::Packer packer_;
    std::optional<IllegalMove> illegal_;  ///< of the variation that was tried last
};

}  // namespace cofnod::importers::camelot
