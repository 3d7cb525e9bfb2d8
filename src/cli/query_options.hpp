#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/streams.hpp"
#include "notation/languages.hpp"
#include "search/query.hpp"
#include "search/text_fault.hpp"
#include "search/written_moves.hpp"
#include "store/header_filter.hpp"

namespace cofnod::cli {

/// Which games are meant, as it was typed; `search` and `export` share it.
struct QueryOptions {
    store::HeaderFilter filter;
    store::Page page;
    std::optional<std::string> fen;    ///< a position
    std::optional<std::string> after;  ///< or the one after these moves
    std::optional<std::string> pieces;
    std::optional<std::string> material;
    std::optional<std::string> moves;  ///< that the game begins with
    std::string from_notation;         ///< of `after` and `moves`; empty: found out
    std::vector<std::string> notation_files;
};

/// What the options ask for. Faults in their texts are UsageErrors with a caret; what was understood with a doubt is
/// told on io.err.
search::Query make_query(const QueryOptions& options, const notation::Languages& languages, const Streams& io);

/// Moves that were typed behind `option`, from the usual position on.
search::WrittenMoves read_moves(const std::string& option, const std::string& text, const QueryOptions& options,
                                const notation::Languages& languages, const Streams& io);

/// Throws the UsageError that shows the fault in its text.
[[noreturn]] void throw_fault(const std::string& option, const std::string& text, const search::TextFault& fault);

}  // namespace cofnod::cli
