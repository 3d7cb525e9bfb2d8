#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "notation/languages.hpp"
#include "search/query.hpp"
#include "store/header_filter.hpp"

namespace cofnod::jobs {

/// Receives remarks on what was understood, such as "--after: read as English (en), the best match ...".
using Note = std::function<void(const std::string&)>;

/// Which games are meant, as texts that a person typed: options of `search`, `export` and `tree`.
struct QueryOptions {
    store::HeaderFilter filter;  ///< its kind: the game that all of this is about; nullopt: detected
    std::string variety;         ///< of that game, where it is played on several boards: "cam"; empty: any
    store::Page page;
    std::optional<std::string> fen;    ///< a position
    std::optional<std::string> after;  ///< or the one after these moves
    std::optional<std::string> pieces;
    std::optional<std::string> played;       ///< kinds of moves, in games that have some
    std::optional<std::string> pattern;      ///< in the language of a game that has one, other than CQL
    std::string pattern_name = "--pattern";  ///< its place: an option or a file
    std::optional<std::string> material;
    std::optional<std::string> moves;  ///< that the game begins with
    bool in_variations = false;        ///< also search them for the position
    std::string from_notation;         ///< of `after` and `moves`; empty: detected
    std::vector<std::string> notation_files;
};

/// Returns the conditions on headers; the notation by its code, however it was named.
store::HeaderFilter header_filter(const QueryOptions& options, const notation::Languages& languages);

/// Reads the texts. Faults in them are UsageErrors with a caret; what was understood with a doubt is noted.
search::Query make_query(const QueryOptions& options, const notation::Languages& languages, const Note& note);

/// Returns the game that the texts are about: as given, or as they look; chess if they do not say.
GameKind game_meant(const QueryOptions& options);

/// As game_meant(), but if the texts do not say, the game that the database has: chess, unless all are of another.
GameKind game_to_look_at(const QueryOptions& options, const store::Store& store);

}  // namespace cofnod::jobs
