#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/streams.hpp"
#include "notation/languages.hpp"
#include "search/camelot/read.hpp"
#include "search/query.hpp"
#include "search/written_moves.hpp"
#include "store/header_filter.hpp"

namespace cofnod::cli {

/// Which games are meant, as it was typed; `search` and `export` share it.
struct QueryOptions {
    store::HeaderFilter filter;             ///< its kind: the game that all of this is about; nullopt: found out
    const camelot::Board* board = nullptr;  ///< of that game, where it is one of Camelot's family
    store::Page page;
    std::optional<std::string> fen;    ///< a position
    std::optional<std::string> after;  ///< or the one after these moves
    std::optional<std::string> pieces;
    std::optional<std::string> played;           ///< kinds of moves of Camelot
    std::optional<std::string> camelot_pattern;  ///< read_camelot_pattern
    std::string pattern_name = "--pattern";      ///< where it stands: an option or a file
    std::optional<std::string> material;
    std::optional<std::string> moves;  ///< that the game begins with
    bool in_variations = false;        ///< look for the position there too
    std::string from_notation;         ///< of `after` and `moves`; empty: found out
    std::vector<std::string> notation_files;
};

/// What they ask of headers; the notation by its code, however it was named.
store::HeaderFilter header_filter(const QueryOptions& options, const notation::Languages& languages);

/// What the options ask for. Faults in their texts are UsageErrors with a caret; what was understood with a doubt is
/// told on io.err.
search::Query make_query(const QueryOptions& options, const notation::Languages& languages, const Streams& io);

/// Moves that were typed behind `option`, from the usual position on.
search::WrittenMoves read_moves(const std::string& option, const std::string& text, const QueryOptions& options,
                                const notation::Languages& languages, const Streams& io);

/// Which game the texts of the options are about: as said, else what they look like, else chess.
GameKind game_meant(const QueryOptions& options);

/// The same, but where nobody says so the game that the database has: chess, unless there are games of Camelot only.
GameKind game_to_look_at(const QueryOptions& options, const store::Store& store);

/// Moves of Camelot that were typed behind `option`, from the usual position of the board on.
search::WrittenCamelotMoves read_camelot_moves(const std::string& option, const std::string& text,
                                               const QueryOptions& options);
/// A position of Camelot, or a part of one.
search::WantedCamelotPosition read_camelot_position(const std::string& text, const QueryOptions& options);

}  // namespace cofnod::cli
