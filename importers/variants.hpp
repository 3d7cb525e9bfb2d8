#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Games that are not chess but look like it in PGN; their names are in grammar/variants.tsv.
namespace cofnod::importers {

/// Returns the game that a Variant tag names; nullopt for chess. An unknown game is returned as written.
std::optional<std::string> other_game_of_tag(std::string_view variant);

/// Returns true for a Variant tag of chess from other positions than the usual one: Chess960, From Position.
bool has_own_starts(std::string_view variant);

/// Returns the game that a FEN belongs to, judged by the size of its board, its pieces in hand or their letters;
/// nullopt if nothing distinguishes it from a faulty chess position.
std::optional<std::string> other_game_of_fen(std::string_view fen);

}  // namespace cofnod::importers
