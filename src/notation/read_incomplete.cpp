#include "notation/read_incomplete.hpp"

#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "notation/letters.hpp"
#include "notation/read_move.hpp"

namespace cofnod::notation {

namespace {

/// Consumes the letters of a move from a folded word.
class LetterReader {
public:
    LetterReader(const Language& language, std::string_view text) : language_(language), text_(text) {}

    [[nodiscard]] std::string_view rest() const { return text_; }

    std::optional<std::uint8_t> take(Sign sign) {
        const Spelling* letter = language_.letters().find(sign, text_.data(), text_.data() + text_.size());
        if (!letter) return std::nullopt;
        text_.remove_prefix(letter->length);
        return letter->value;
    }

    /// Consumes the letter of a piece; `P`, or the language's letter, is a pawn.
    std::optional<Role> take_piece() {
        if (const auto piece = take(Sign::piece)) return static_cast<Role>(*piece);
        return take(Sign::pawn) ? std::optional(Role::pawn) : std::nullopt;
    }

    /// Consumes the written part of a square, in the order of the language; returns the number of its letters.
    int take_square(SquareSet& squares) {
        int count = 0;
        for (const Sign sign : order()) {
            const auto value = take(sign);
            if (!value) continue;
            squares &=
                sign == Sign::file ? squares_of(static_cast<File>(*value)) : squares_of(static_cast<Rank>(*value));
            ++count;
        }
        return count;
    }

private:
    [[nodiscard]] std::array<Sign, 2> order() const {
        return language_.rank_first() ? std::array{Sign::rank, Sign::file} : std::array{Sign::file, Sign::rank};
    }

    const Language& language_;
    std::string_view text_;
};

}  // namespace

std::optional<DescribedMove> read_incomplete(const Language& language, std::string_view word) {
    const FoldedWord folded(word);
    if (folded.view().empty() || language.system() != System::algebraic) return std::nullopt;
    LetterReader letters(language, folded.view());
    DescribedMove described;
    described.role = letters.take_piece().value_or(Role::pawn);
    const bool has_letter = letters.rest().size() < folded.view().size();
    int written = letters.take_square(described.from);
    if (letters.take(Sign::capture)) {
        described.capture = true;
        described.captured = letters.take_piece();
        written = letters.take_square(described.to);
        if (!described.captured && !has_letter) return std::nullopt;  // a pawn's "exd" is complete
        if (!described.captured) described.captured = written == 2 ? letters.take_piece() : std::nullopt;
    } else {
        if (!has_letter) return std::nullopt;
        std::swap(described.from, described.to);
    }
    if (written == 0 && !described.captured) return std::nullopt;
    if (described.captured == Role::king) return std::nullopt;
    if (const auto suffix = letters.rest().empty() ? Suffix{} : read_suffix(language, letters.rest())) {
        described.check = suffix->check;
        described.nag = suffix->nag;
        return described;
    }
    return std::nullopt;
}

}  // namespace cofnod::notation
