#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "games/chess/move.hpp"
#include "importers/decoder/attempts.hpp"
#include "importers/decoder/score_player.hpp"
#include "importers/text/page_map.hpp"

namespace cofnod::importers {

/// Improbability of a misreading, in hundredths of the natural logarithm of its odds. Costs add up.
using Cost = int;

/// The first `length` code points of a text as a misreading of something printed, and its cost.
struct Likeness {
    std::size_t length;
    Cost cost;
};

/// Compares a possible printed text with what a recogniser has read. Considers the misreadings of misreadings.def,
/// look-alike letters, and any sign in place of a figurine. Returns an entry for each length whose cost is below
/// `most`.
std::vector<Likeness> likeness(std::u32string_view printed, std::u32string_view read, Cost most);

/// Returns the cost of a sign of the text that corresponds to nothing printed.
Cost cost_of_extra(char32_t sign);

/// The main line of a score as a recogniser read it: sign by sign, each with its place. Comments, and variations in
/// brackets, are kept separately.
class ReadText {
public:
    ReadText(const Score& score, const RecognisedText& recognised);
    /// Returns its first `size` signs, cut at a blank.
    [[nodiscard]] ReadText beginning(std::size_t size) const;

    [[nodiscard]] std::size_t size() const { return signs_.size(); }
    [[nodiscard]] bool is_blank(std::size_t at) const { return signs_[at] == U' '; }
    /// Returns true for a sign that is neither a letter nor a digit.
    [[nodiscard]] bool is_sign(std::size_t at) const;
    /// Returns true for a sign before a letter or digit that does not end a number: `©f6`.
    [[nodiscard]] bool may_be_figurine(std::size_t at) const;
    /// Returns true at the beginning, and after a blank or another sign.
    [[nodiscard]] bool is_apart(std::size_t at) const { return at == 0 || is_blank(at - 1) || is_sign(at - 1); }
    [[nodiscard]] std::size_t behind_blanks(std::size_t at) const;
    /// Returns the end of a word of three or more letters without a digit that begins at a place; 0: none.
    [[nodiscard]] std::size_t end_of_plain_word(std::size_t at) const;
    /// Returns true if White's moves are numbered.
    [[nodiscard]] bool has_numbers() const { return has_numbers_; }

    /// Returns the costs of reading the signs from a place on as a printed text. A word of low confidence is cheaper to
    /// read differently, one of high confidence dearer; the recogniser's own alternatives are cheapest.
    [[nodiscard]] std::vector<Likeness> likenesses(std::u32string_view printed, std::size_t at, Cost most) const;
    /// Returns the lowest confidence of the words with signs in [begin, end); below 0: unknown.
    [[nodiscard]] double confidence(std::size_t begin, std::size_t end) const;

    [[nodiscard]] std::uint32_t begin_of(std::size_t at) const { return places_[at].begin; }
    /// Returns the end of the sign before a place, in bytes.
    [[nodiscard]] std::uint32_t end_of(std::size_t at) const { return at == 0 ? 0 : places_[at - 1].end; }
    /// Returns the tokens that are not part of the main line.
    [[nodiscard]] const std::vector<Token>& kept() const { return kept_; }

private:
    struct Place {
        std::uint32_t begin, end;  ///< bytes of the score's text
    };
    void add(std::string_view text, std::uint32_t begin);
    [[nodiscard]] const RecognisedWord* word_at(std::size_t at) const;

    const RecognisedText& recognised_;
    std::u32string signs_;
    std::vector<Place> places_;
    std::vector<Token> kept_;
    bool has_numbers_ = false;
};

/// The main line of a score that comes from a picture: what was most likely printed, given the text read and the legal
/// moves.
struct RecognisedLine {
    /// A move; the text may say something else.
    struct Move {
        chess::Move move;
        double confidence;  ///< lowest of the words it spans; below 0: unknown
    };
    /// The point where the line ends before the text does.
    struct Stop {
        std::size_t token;         ///< the first one after the line
        std::uint32_t begin, end;  ///< bytes of the text there
        Reason why;
    };
    const notation::Language* language = nullptr;
    std::vector<Token> tokens;            ///< tokens of the score, split at the numbers and moves of the line
    std::map<std::uint32_t, Move> moves;  ///< by the first byte of their tokens
    std::vector<chess::Move> settled;     ///< these moves in order
    std::optional<Stop> stop;
    bool is_from_picture = true;  ///< false: the text was typed, and its words are the moves
};

/// A language, and the cost of reading the beginning of the score in it.
struct LikelyLanguage {
    const notation::Language* language;
    Cost cost;
    Cost cost_of_sign;  ///< on average
};

/// Reads a score as the likeliest line of legal moves, allowing for signs that recognisers confuse.
class Recogniser {
public:
    Recogniser(const Score& score, const chess::Position& start, const RecognisedText& recognised, Attempts& attempts);

    /// Returns false for a score that is too long or printed in columns.
    [[nodiscard]] bool can_read() const;
    /// Tries a language on the beginning of the score; nullopt if its moves cannot be written or no line fits.
    [[nodiscard]] std::optional<LikelyLanguage> likelihood(const notation::Language& language) const;
    /// Reads a score in a notation up to the point where another line is nearly as likely. nullopt: there is no line.
    [[nodiscard]] std::optional<RecognisedLine> read(const notation::Language& language,
                                                     const notation::Languages& languages) const;

private:
    const Score& score_;
    const chess::Position& start_;
    Attempts& attempts_;
    ReadText text_, beginning_;
};

}  // namespace cofnod::importers
