#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Games that are not chess but look like it in PGN; their names stand in grammar/variants.tsv.
namespace cofnod::importers {

/// The game that a Variant tag names, nullopt where that is chess. One that we have never heard of is called as it is
/// written.
std::optional<std::string> other_game_of_tag(std::string_view variant);

/// The game that a FEN belongs to, by the size of its board, its pieces in hand or their letters; nullopt if nothing
/// tells it from a faulty position of chess.
std::optional<std::string> other_game_of_fen(std::string_view fen);

}  // namespace cofnod::importers
