#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "operations/query.hpp"
#include "search/answers.hpp"
#include "search/search.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

/// Questions kept as collections: conditions as words, in place of games.
namespace cofnod::operations {

/// Returns the conditions that the words of a question set. Throws UsageError as for the same words of `search`.
QueryOptions read_question(const std::string& text);

/// Throws UsageError unless a text is a question that a collection of this database may hold.
void check_question(const store::Store& store, const std::string& text, const notation::Languages& languages,
                    const Note& note);

/// Replaces the collections in a filter that hold a question: by its conditions, or by the games that it finds. Returns
/// the question of the only collection that is asked for. Servers have no collections. `takes_positions`: the caller
/// also asks for what that question says of positions.
std::optional<search::Query> find_saved(store::HeaderFilter& filter, const notation::Languages& languages,
                                        search::Answers& answers, unsigned threads, bool takes_positions);

/// Makes a query find the positions of a saved question, with whose games its header is filled. If both ask for
/// positions or moves, both must hold at one place.
void find_positions_of(search::Query& query, search::Query saved);

}  // namespace cofnod::operations
