#pragma once

#include <optional>
#include <string_view>

#include "notation/language.hpp"
#include "notation/reading.hpp"

namespace cofnod::notation {

/// All readings of one written move; empty when the word is none. `word` is a run of non-blank text without a
/// move number (but `1Te4`, with a number glued on, is read), or two words joined after is_unfinished.
/// Readings that keep to the rules of the language come first, loose ones after them.
Readings read_move(const Language& language, std::string_view word);

/// A word that is spelled just as write_move spells its one reading that keeps to the rules, so that nothing about it
/// needs a closer look.
struct CanonicalWord {
    enum class Kind : std::uint8_t { none, canonical, plain };

    Reading reading;
    CheckMark check = CheckMark::none;
    Kind kind = Kind::none;  ///< plain: Readings::is_plain

    explicit operator bool() const { return kind != Kind::none; }
    [[nodiscard]] bool is_plain() const { return kind == Kind::plain; }
};
/// Of the bytes from `begin` to `end`. Kind none: the word is no such word. Words are remembered.
CanonicalWord canonical_word(const Language& language, std::string_view text, std::size_t begin, std::size_t end);

/// Whether `word` is only the head of a move that goes on after a blank: `ب` of `ب د×6هـ`.
/// The next word is then to be joined to it, with one blank between them.
bool is_unfinished(const Language& language, std::string_view word);

/// The same in visual order, where the head comes last: whether `word` belongs to the move before it.
bool ends_visual_move(const Language& language, std::string_view word);

/// What may stand after a move as a word of its own: "e.p.", "ch", "methmat", "+", "!?".
struct Suffix {
    CheckMark check = CheckMark::none;
    std::uint8_t nag = 0;
    bool en_passant = false;
    bool operator==(const Suffix&) const = default;
};
std::optional<Suffix> read_suffix(const Language& language, std::string_view word);

}  // namespace cofnod::notation
