#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "importers/decoder/score_player.hpp"
#include "importers/delivery.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/found_lines.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/quoted_games.hpp"
#include "importers/formats/prose/starts.hpp"

namespace cofnod::importers::prose {

/// The surroundings of a text.
enum class Surroundings : std::uint8_t { none, games };

/// Plays the games gathered from a text, searches the rest of the text for others, and delivers all as records, in the
/// order of the text.
class Recorder {
public:
    Recorder(const TextMap& map, const Options& options, const TokenisedText& tokens, const Boards& boards,
             ScorePlayer& player, Delivery& out, Surroundings around);

    /// Plays a game and the games quoted in its comments.
    void add(Draft draft);
    /// Searches the rest of the text, and delivers all games with separators between them.
    void finish();

    /// Returns the end of the last game.
    [[nodiscard]] std::uint32_t end() const { return games_.empty() ? 0 : games_.back().draft.end; }

private:
    /// A game that was played.
    struct Recorded {
        Draft draft;
        GameRecord record;
        std::vector<GameRecord> quoted{};
        std::vector<std::uint32_t> moves{};  ///< first bytes of the moves of its main line
        std::uint32_t end_of_moves = 0;

        [[nodiscard]] bool has_moves_within(std::uint32_t begin, std::uint32_t end) const;
    };

    Recorded recorded(Draft draft);
    void take_found_lines();
    void take_found_line(FoundLine found);
    [[nodiscard]] bool is_like_game(const FoundLine& found, bool is_in_place) const;
    void quote(FoundLine found, Recorded& around);
    void judge(const FoundLine& found, GameRecord& record) const;
    void complete_found(FoundLine& found, std::uint32_t end_above, std::uint32_t begin_below) const;
    void add_quoted_games(Recorded& game);
    void report_left_out(const Draft& draft, GameRecord& record) const;
    [[nodiscard]] std::optional<Token> numbered_in(const Token& comment, std::uint32_t number) const;
    void report_cut(const Draft& draft, GameRecord& record) const;
    void report_doubled_numbers(const Draft& draft, GameRecord& record) const;
    void report_unread_line(const Draft& draft, GameRecord& record) const;
    void report_analysis(const Draft& draft, GameRecord& record) const;
    void report_stray_words(const Draft& draft, GameRecord& record) const;
    [[nodiscard]] bool is_in_place_of_move(std::size_t i) const;
    [[nodiscard]] bool is_letter_of_piece(std::size_t i) const;
    [[nodiscard]] bool is_in_short_words(std::size_t i) const;
    void report_later_start(const Draft& draft, GameRecord& record) const;
    [[nodiscard]] bool is_by_chance(const Draft& draft, const GameRecord& record) const;
    [[nodiscard]] bool is_about_other_game(const Recorded& game) const;
    [[nodiscard]] bool has_picture_above(std::uint32_t at) const;
    /// Returns true if there are moves and a position from which to play them.
    bool play(const Draft& draft, GameRecord& record);
    [[nodiscard]] const WordRules* rules_of(const Draft& draft, const RuleTags& tags) const;
    [[nodiscard]] Score score_of(const Draft& draft) const;
    [[nodiscard]] bool has_unread_text(const Draft& draft) const;

    const TextMap& map_;
    std::string_view text_;
    const Options& options_;
    const TokenisedText& tokens_;
    const notation::Languages& languages_;
    const Boards& boards_;
    EarlierGames earlier_;
    ScorePlayer& player_;
    Delivery& out_;
    Surroundings around_;
    std::vector<Recorded> games_;  ///< in the order of the text
};

}  // namespace cofnod::importers::prose
