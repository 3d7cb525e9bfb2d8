#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notation/fold.hpp"
#include "notation/reading.hpp"

namespace cofnod::notation {

class Language;

/// Returns all readings of a written move, strict ones before loose ones; empty if the word is not a move. `word` is a
/// run of non-blank text without a move number (though `1Te4`, without a blank after the number, is accepted), or
/// several words joined because of is_unfinished.
Readings read_move(const Language& language, std::string_view word);

/// A word spelled exactly as write_move spells its only strict reading, so that its spelling needs no further check.
struct CanonicalWord {
    enum class Kind : std::uint8_t { none, canonical, plain };

    Reading reading;
    CheckMark check = CheckMark::none;
    Kind kind = Kind::none;  ///< plain: Readings::is_plain

    explicit operator bool() const { return kind != Kind::none; }
    [[nodiscard]] bool is_plain() const { return kind == Kind::plain; }
};
/// Looks up the word from `begin` to `end`; kind is `none` if it is not canonical. Results are cached.
CanonicalWord canonical_word(const Language& language, std::string_view text, std::size_t begin, std::size_t end);

/// True if `word` may be the first part of a move that continues after a blank: `ب` of `ب د×6هـ`, `castles on the` of
/// `castles on the king's side`. The next word is then joined to it with one blank; `word` alone may be a move too.
bool is_unfinished(const Language& language, std::string_view word);

/// True if `word` belongs to the move before it: is_unfinished() for visual order, where the first part comes last.
bool ends_visual_move(const Language& language, std::string_view word);

/// A suffix of a move that is a separate word: "e.p.", "ch", "methmat", "+", "!?".
struct Suffix {
    CheckMark check = CheckMark::none;
    std::uint8_t nag = 0;
    bool en_passant = false;
    bool operator==(const Suffix&) const = default;
};
std::optional<Suffix> read_suffix(const Language& language, std::string_view word);
/// Overload for a word that is looked up in many languages.
std::optional<Suffix> read_suffix(const Language& language, const FoldedWord& word);

/// Returns the readings of a move whose piece is named in full, `Marchog f3`. `rest`: the text after the name, without
/// blanks. Empty if `name` does not name a piece in the language.
Readings read_named_move(const Language& language, std::string_view name, std::string_view rest);

// Glyphs such as `!?` and `±`, and their PGN numbers (Numeric Annotation Glyphs, `$5`, `$16`).

/// Returns the number of a glyph that is a whole word. If PGN has a number for each side (zugzwang $22, $23), returns
/// White's.
std::optional<std::uint8_t> nag_of(std::string_view glyph);

/// Returns the glyph for a number; empty if there is none.
std::string_view glyph_of(std::uint8_t nag);

struct GlyphAtFront {
    std::uint8_t nag = 0;
    std::size_t length = 0;  ///< bytes; 0: no glyph
};

/// Returns the longest glyph at the front of a text. Letters are excluded: `N` after a move could be a piece.
GlyphAtFront glyph_at_front(std::string_view text);

/// Appends the move in the language, with exactly the parts that the reading has. In English this is SAN (PGN export
/// format) if the reading is minimal. A null move is `--` in every language.
void write_move(const Language& language, const Reading& reading, CheckMark check, std::string& out);

std::string write_move(const Language& language, const Reading& reading, CheckMark check = CheckMark::none);

/// Appends `e4` or `4د`.
void write_square(const Language& language, File file, Rank rank, std::string& out);

}  // namespace cofnod::notation
