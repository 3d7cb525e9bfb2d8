#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "games/record/record.hpp"
#include "reports/report.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::reports {

/// A game, and the place where it leaves a repertoire.
struct LeavingGame {
    enum class By : std::uint8_t { own, opponent, end };  ///< end: the repertoire ends there
    store::GameHeader header;
    std::uint32_t ply = 0;  ///< number of the first ply that is not in the repertoire
    std::string move;       ///< "7. Bg5"
    std::string known;      ///< moves of the repertoire there: "Be2, f3"
    By by = By::end;
};

/// A position of a repertoire.
struct RepertoirePlace {
    std::string line;        ///< "1. e4 c5 2. Nf3"
    std::string moves;       ///< depends on the section: known moves, or the move that is missing
    std::string position;    ///< FEN, or the Camelot equivalent
    std::int64_t games = 0;  ///< games that played the missing move, or lines that reach the position
};

/// Games held against a repertoire: the lines and variations of games, known by their positions, so that other orders
/// of moves count as known.
struct Repertoire {
    std::int64_t lines = 0, positions = 0;
    std::int64_t games = 0;   ///< games examined
    std::int64_t inside = 0;  ///< games that ended before they left it
    std::vector<LeavingGame> left;
    std::vector<RepertoirePlace> gaps;            ///< moves of the opponent that games played and the repertoire lacks
    std::vector<RepertoirePlace> conflicts;       ///< positions with several moves of one's own
    std::vector<RepertoirePlace> transpositions;  ///< positions reached from two others
    std::vector<RepertoirePlace> unused;          ///< ends of lines that no game reached
};

struct RepertoireQuestion {
    GameKind kind = GameKind::chess;
    store::HeaderFilter filter;         ///< games to examine
    std::optional<bool> is_white;       ///< one's own side; nullopt: both
    std::optional<std::int64_t> limit;  ///< rows of each section
};

/// Reads lines into a repertoire: main lines and variations of records of the kind that begin at the initial position.
using EachLine = std::function<void(const GameRecord&)>;
using VisitLines = std::function<void(const EachLine&)>;

Repertoire repertoire(store::Store& store, const RepertoireQuestion& question, const VisitLines& lines,
                      const notation::Language& language);

inline constexpr std::initializer_list<const char*> repertoire_sections = {"left", "gaps", "conflicts",
                                                                           "transpositions", "unused"};
Report report_of(const Repertoire& repertoire);
/// Declares the games that leave it, and the places of a section.
Answer<LeavingGame> leaving_games();
Answer<RepertoirePlace> repertoire_places(const std::string& section);

}  // namespace cofnod::reports
