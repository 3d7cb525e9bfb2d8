#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/replay.hpp"
#include "operations/placed.hpp"
#include "search/answers.hpp"
#include "search/search.hpp"
#include "search/selection.hpp"
#include "store/header_filter.hpp"

namespace cofnod::notation {

class Languages;

}  // namespace cofnod::notation

namespace cofnod::operations {

/// A remark on how the text of an option was interpreted: "after", "read as English (en), the best match".
struct Remark {
    std::string option;  ///< named as in Error::about
    std::string text;
    WayOut way_out = {};
};
using Note = std::function<void(const Remark&)>;

/// Conditions on games as typed by the user: options of `search`, `export` and `tree`.
struct QueryOptions {
    store::HeaderFilter filter;  ///< `filter.kind`: the game that all conditions concern; nullopt: detected
    std::string variety;         ///< board of that game, if it has several: "cam"; empty: any
    store::Page page;
    search::Selection selection = {};
    std::optional<std::string> fen;    ///< a position
    std::optional<std::string> after;  ///< or the position after these moves
    std::optional<std::string> pieces;
    std::optional<std::string> played;   ///< kinds of moves, in games that have them
    std::optional<std::string> pattern;  ///< pattern in the game's own language (not CQL), if it has one
    TextOrigin pattern_origin{"pattern"};
    std::optional<std::string> material;
    std::optional<std::string> moves;  ///< opening moves
    bool or_flipped = false;           ///< pieces and material also with colours exchanged
    search::Lines lines = search::Lines::main;
    search::PlyConditions ply = {};  ///< on the move that led to the position, and its comment
    search::Found found = search::Found::first;
    std::string from_notation;  ///< notation of `after` and `moves`; empty: detected
    std::vector<std::string> notation_files;
};

/// Denotes the initial position in QueryOptions::fen.
inline constexpr std::string_view start_word = "startpos";

/// Returns true if any condition is set.
bool has_conditions(const QueryOptions& options);

/// Parses the conditions on headers; notation names are replaced by codes. For games outside a database.
store::HeaderFilter read_header(const QueryOptions& options, const notation::Languages& languages);
/// Parses the conditions. Throws UsageError with a caret for faults; notes doubtful interpretations.
search::Query read_query(const QueryOptions& options, const notation::Languages& languages, const Note& note);

/// Returns the conditions on headers, as read_header() does. A collection that holds a question means the games that
/// the question finds now.
store::HeaderFilter header_filter(const QueryOptions& options, const notation::Languages& languages,
                                  search::Answers& answers, unsigned threads = 1);
/// Returns the conditions, as read_query() does. A collection that holds a question means the games that the question
/// finds now; if no other collection is asked for, its positions too.
search::Query make_query(const QueryOptions& options, const notation::Languages& languages, const Note& note,
                         search::Answers& answers, unsigned threads = 1);

/// Returns the ids of the games of a query, ascending.
std::vector<std::int64_t> games_of(const search::Query& query, search::Answers& answers, unsigned threads = 1);

/// Returns the game that the texts concern, given or detected; chess if undetermined.
GameKind game_meant(const QueryOptions& options);

/// Returns game_meant() or, if that is undetermined, the game of the database: chess unless all its games are of
/// another kind.
GameKind game_to_look_at(const QueryOptions& options, search::Answers& answers);

// Interface of a game to queries: parses conditions typed by the user.

/// Parses conditions on positions and moves of a game. One stateless object per game.
class QueryParser {
public:
    virtual ~QueryParser() = default;

    /// Returns true if the texts can only be meant for this game or, for chess, for no game listed before it.
    [[nodiscard]] virtual bool is_meant(const QueryOptions& options) const = 0;
    /// Parses the conditions on moves into `query`. Throws UsageError with a caret for faults in the texts.
    virtual void read(const QueryOptions& options, const notation::Languages& languages, const Note& note,
                      search::Query& query) const = 0;
    /// Returns the words for kinds of moves (--played); empty if the game has none.
    [[nodiscard]] virtual std::span<const std::string_view> move_kinds() const { return {}; }
};

template <RecordedGame G>
class QueryParserOf : public QueryParser {
public:
    /// Returns the exact position that the texts specify by a position or moves; by default the initial position.
    [[nodiscard]] virtual typename G::Position position(const QueryOptions& options,
                                                        const notation::Languages& languages,
                                                        const Note& note) const = 0;
};

/// Returns the QueryParser of a game; specialised by each game.
template <RecordedGame G>
const QueryParserOf<G>& query_parser_of();

/// Notes which names the conditions on players find in other alphabets, where no name has the text as written:
/// كاسباروف for `kasparov`.
void note_other_alphabets(search::Answers& answers, const store::HeaderFilter& filter, const Note& note);

/// A text in a filter that no name matches, and similar-sounding names.
struct NameSuggestion {
    store::HeaderField field = store::HeaderField::player;
    std::string text;
    std::vector<std::string> names;  ///< may be empty
};

/// Returns a suggestion for each player, event, site and opening in a filter that the database does not contain.
std::vector<NameSuggestion> suggest_names(search::Answers& answers, const store::HeaderFilter& filter);

}  // namespace cofnod::operations
