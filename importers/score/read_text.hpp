#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "importers/score/likeness.hpp"
#include "importers/score/score_player.hpp"
#include "importers/text/recognition.hpp"

namespace cofnod::importers {

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

}  // namespace cofnod::importers
