#include "terminal/views/explanation_view.hpp"

#include <ostream>
#include <string>

#include "base/comma.hpp"
#include "base/counted.hpp"
#include "base/say.hpp"

namespace cofnod::terminal {

namespace {

std::string explained(std::string_view what) { return say("explain: {}", what) + '\n'; }

/// Returns "these pieces, side to move": the fields of a FEN that count.
std::string what_is_asked(const search::WantedPosition::Fields& fields) {
    std::string text = say("these pieces");
    if (fields.turn) text.append(comma()).append(say("side to move"));
    if (fields.castling) text.append(comma()).append(say("castling rights"));
    if (fields.en_passant) text.append(comma()).append(say("en passant"));
    return text;
}

}  // namespace

void print_explanation(const search::Query& query, const search::Explanation& explanation, double milliseconds,
                       std::ostream& out) {
    if (query.position && query.position->is_exact())
        out << explained(say("the position with key {:016x}", query.position->key()));
    if (query.position && !query.position->is_exact()) out << explained(what_is_asked(query.position->fields()));
    if (query.other)
        for (const std::string& line : query.other->description()) out << explained(line);
    if (query.pieces) out << explained(say("pieces on squares, with bitboards"));
    if (!query.opening.empty())
        out << explained(
            say("opening of {}, by the first bytes of the stored moves", counted_plies(query.opening.size())));
    if (query.material) out << explained(say("material, by its signature"));
    if (explanation.segments > 0)
        out << explained(say("{} of the index; {} read; {} named",
                             counted(unsigned_count(explanation.segments), "{} segment", "{} segments"),
                             counted(unsigned_count(explanation.index_rows), "{} row", "{} rows"),
                             counted_games(unsigned_count(explanation.candidates))));
    std::string text(sentence(explanation.way));
    if (query.in_variations) text = say("{}, with the variations of games that have some", text);
    if (query.asks_for_moves())
        text += "; " + counted(unsigned_count(explanation.replayed), "{} game replayed", "{} games replayed");
    out << explained(say("{}; {} found in {:.1f} ms", text, grouped(unsigned_count(explanation.hits)), milliseconds));
}

}  // namespace cofnod::terminal
