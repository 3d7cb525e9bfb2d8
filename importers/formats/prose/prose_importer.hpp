#pragma once

#include "importers/delivery.hpp"

namespace cofnod::importers {
class ScorePlayer;
}

/// Plain text with games in it: a newspaper column, a letter, a page typed from a book.
///
///     Gwyn: Paul Morphy            header lines, in any language that has header words
///     Canlyniad: 1–0
///
///     1. e4 e5 2. Mf3 d6           score lines: more moves, numbers and results than other words
///     Mae'r Frenhines yn bygwth    running text: a comment, if a game is in progress
///     3. d4 Eg4 1–0
///     * * *                        a rule: ends the game
///
/// A score may be printed in two columns, or with one move per line.
namespace cofnod::importers::prose {

/// Reads the games of a text. Text before the first game and between rules and headers becomes separators; running text
/// inside a game becomes comments.
void import_text(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out);

/// Reads the games of a text that has games in another format around it: words about their moves are part of a
/// separator.
void import_words_between_games(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out);

}  // namespace cofnod::importers::prose
