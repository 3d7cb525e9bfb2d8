#pragma once

#include <optional>
#include <string>

#include "importers/bases/chessbase/notes.hpp"
#include "importers/bases/chessbase/texts.hpp"

namespace cofnod::importers::bases::chessbase {

/// Returns a note as a command in a comment, "[%csl Gd4,Rb5]"; nullopt for a kind that has none. `is_whites`: the note
/// is about a move of White's.
std::optional<std::string> command_of(const Note& note, const Texts& texts, bool is_whites);

/// Returns what kinds of notes are called that have no command: "training", "sound".
std::string_view name_of_left_out(Note::Kind kind);

/// Returns the text of a note in words, with its language before it, "[%lang de] Schwarz steht gut", if it has one.
std::string text_of_note(const Note& note, const Texts& texts);

}  // namespace cofnod::importers::bases::chessbase
