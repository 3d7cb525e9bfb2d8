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

/// Unlikelihood of a misreading: hundredths of the natural logarithm of its odds. Costs add up.
using Cost = int;

/// The first `length` code points of a text as a misreading of something printed, and what it costs.
struct Likeness {
    std::size_t length;
    Cost cost;
};

/// Compares what may have been printed with what a recogniser has read. Knows the misreadings of misreadings.def,
/// letters that look alike, and that any sign may stand for a figurine. Returns an entry for each length whose cost is
/// below `most`.
std::vector<Likeness> likeness(std::u32string_view printed, std::u32string_view read, Cost most);

/// Cost of a sign of the text that stands for nothing that was printed.
Cost cost_of_extra(char32_t sign);

/// The main line of a score as a recogniser read it: sign by sign, each with its place. Comments, and variations in
/// brackets, are kept apart.
class ReadText {
public:
    ReadText(const Score& score, const RecognisedText& recognised);
    /// Returns its first signs.
    [[nodiscard]] ReadText beginning(std::size_t size) const;

    [[nodiscard]] std::size_t size() const { return signs_.size(); }
    [[nodiscard]] bool is_blank(std::size_t at) const { return signs_[at] == U' '; }
    /// True for neither a letter nor a digit.
    [[nodiscard]] bool is_sign(std::size_t at) const;
    /// True for a sign at a letter or digit that ends no number: `©f6`.
    [[nodiscard]] bool may_be_figurine(std::size_t at) const;
    /// True at the beginning, and behind a blank or another sign.
    [[nodiscard]] bool is_apart(std::size_t at) const { return at == 0 || is_blank(at - 1) || is_sign(at - 1); }
    [[nodiscard]] std::size_t behind_blanks(std::size_t at) const;
    /// Returns the end of a word of three letters or more that begins at a place and has no digit; 0: there is none.
    [[nodiscard]] std::size_t end_of_plain_word(std::size_t at) const;
    /// True if White's moves are numbered.
    [[nodiscard]] bool has_numbers() const { return has_numbers_; }

    /// Returns the costs of taking signs from a place on for what was printed. A word of low confidence is easier to
    /// read otherwise, a sure one harder; the recogniser's own alternatives are easiest.
    [[nodiscard]] std::vector<Likeness> likenesses(std::u32string_view printed, std::size_t at, Cost most) const;
    /// Returns the lowest confidence of the words with signs in [begin, end); below 0: not known.
    [[nodiscard]] double confidence(std::size_t begin, std::size_t end) const;

    [[nodiscard]] std::uint32_t begin_of(std::size_t at) const { return places_[at].begin; }
    /// Returns the byte behind the sign before a place.
    [[nodiscard]] std::uint32_t end_of(std::size_t at) const { return at == 0 ? 0 : places_[at - 1].end; }
    /// Tokens that are not part of the main line.
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

/// The main line of a score that comes from a picture: what was most likely printed, given what was read and what is
/// legal.
struct RecognisedLine {
    /// A move, where something else may stand in the text.
    struct Move {
        chess::Move move;
        double confidence;  ///< the lowest of the words it stands in; below 0: not known
    };
    /// Place where the line ends before the text does.
    struct Stop {
        std::size_t token;         ///< the first behind the line
        std::uint32_t begin, end;  ///< bytes of what stands there
        Reason why;
    };
    const notation::Language* language = nullptr;
    std::vector<Token> tokens;          ///< those of the score, split at its numbers and moves
    std::map<std::size_t, Move> moves;  ///< by the index of their token
    std::vector<chess::Move> settled;   ///< the same in order
    std::optional<Stop> stop;
};

/// A language, and what it costs that the beginning of a score was written in it.
struct LikelyLanguage {
    const notation::Language* language;
    Cost cost;
    Cost cost_of_sign;  ///< on the average
};

/// Reads a score as the likeliest line of legal moves, whose spelling may differ from the text as recognisers confuse
/// signs.
class Recogniser {
public:
    Recogniser(const Score& score, const chess::Position& start, const RecognisedText& recognised, Attempts& attempts);

    /// False for a score that is too long, or printed in columns.
    [[nodiscard]] bool can_read() const;
    /// Tries a language on the beginning of the score; nullopt if its moves cannot be written.
    [[nodiscard]] std::optional<LikelyLanguage> likelihood(const notation::Language& language) const;
    /// Reads a score in a notation, as far as no other line is nearly as likely. nullopt: there is no line.
    [[nodiscard]] std::optional<RecognisedLine> read(const notation::Language& language,
                                                     const notation::Languages& languages) const;

private:
    const Score& score_;
    const chess::Position& start_;
    Attempts& attempts_;
    ReadText text_, beginning_;
};

}  // namespace cofnod::importers
