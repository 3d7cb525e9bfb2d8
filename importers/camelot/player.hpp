#pragma once

#include <optional>
#include <string>

#include "camelot/pack.hpp"
#include "camelot/resolve.hpp"
#include "importers/camelot/play.hpp"
#include "importers/camelot/recognise.hpp"

namespace cofnod::importers::camelot {

/// One run of play(): follows the tokens and writes the record.
class Player {
public:
    Player(const Score& score, const cofnod::camelot::Position& start, const notation::Languages& languages,
           const PlayOptions& options, GameRecord& record);

    /// Returns whether export gives the score back.
    bool run();

private:
    using Position = cofnod::camelot::Position;
    using Path = cofnod::camelot::Path;

    /// A move as it stands in the score, perhaps in several words: `C8 x E6`.
    struct Written {
        MoveWord word;
        std::size_t token_count = 1;
        std::uint32_t begin = 0, end = 0;  ///< of the move itself
    };

    std::size_t take_word(std::size_t i);
    std::size_t take_bracket(std::size_t i);
    void take_comment(const Token& token);
    void take_result(std::size_t i);
    [[nodiscard]] std::optional<Written> read_written(std::size_t i) const;
    [[nodiscard]] std::optional<std::size_t> take_result_words(std::size_t i);

    void advance(const Written& written, const cofnod::camelot::Resolution& resolution);
    void note_what_was_changed(const Written& written, const cofnod::camelot::Resolution& resolution);
    [[nodiscard]] std::string reason_of_repair(const Written& written,
                                               const cofnod::camelot::Resolution& resolution) const;
    void append_text(const Written& written, const Path& path, bool is_as_we_write);
    std::size_t give_up(std::size_t i, ProblemKind kind, std::uint32_t begin, std::uint32_t end, std::string message);

    bool add_variation(std::size_t first, std::size_t last, Position now, std::size_t depth);
    void add_as_comment(std::uint32_t begin, std::uint32_t end);
    [[nodiscard]] bool is_number_of(const Token& token, std::uint32_t ply) const;
    [[nodiscard]] std::uint32_t number_of(std::uint32_t ply) const;
    [[nodiscard]] bool is_black(std::uint32_t ply) const;

    Problem& note(ProblemKind kind, Severity severity, std::size_t begin, std::size_t end, std::string message);
    void contradict(std::size_t token, std::string message);
    void set_result(Result result, std::size_t token);
    void note_moves_behind_result();
    void finish();
    void check_result();

    const Score& score_;
    const notation::Languages& languages_;
    const PlayOptions& options_;
    GameRecord& record_;
    Position now_;
    Position before_;  ///< the last move
    bool black_begins_;
    cofnod::camelot::Packer packer_;
    bool faithful_;
    bool reached_end_ = true;
    std::optional<Result> written_result_;
    std::size_t result_token_ = 0;
    std::uint32_t result_ply_ = 0;
};

}  // namespace cofnod::importers::camelot
