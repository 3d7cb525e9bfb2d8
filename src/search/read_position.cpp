#include "search/read_position.hpp"

#include <algorithm>
#include <vector>

#include "base/problem_kinds.hpp"
#include "base/reason.hpp"
#include "base/say.hpp"
#include "base/sentence.hpp"
#include "chess/fen_field.hpp"

namespace cofnod::search {

namespace {

using std::string_view;

TextFault to_fault(const chess::FenError& error, string_view fen) {
    const std::size_t begin = std::min(error.column - 1, fen.size());
    return {begin, std::min(begin + 1, fen.size()), sentence(Reason{kind_of(error.fault)}), {}};
}

/// Returns true for notes on parts that a search does not look at: counters, and fields that match any.
bool is_irrelevant(ProblemKind kind) {
    return kind == ProblemKind::fen_fields_missing || kind == ProblemKind::fen_counter ||
           kind == ProblemKind::fen_operations;
}

std::string text_of(const std::vector<chess::FenNote>& notes) {
    std::string text;
    for (const chess::FenNote& note : notes)
        if (!is_irrelevant(note.reason.kind)) text += (text.empty() ? "" : "; ") + sentence(note.reason);
    return text;
}

}  // namespace

Expected<ReadPosition, TextFault> read_position(string_view fen) {
    const std::size_t begin = fen.find_first_not_of(" \t\r\n");
    if (begin == fen.npos)
        return Unexpected{TextFault{0, fen.size(), say("no position"), say("a FEN, or its first field")}};
    if (fen[begin] == '?')
        return Unexpected{TextFault{begin, begin + 1, say("the pieces must be given"),
                                    say("a ? may stand for each of the fields behind them")}};
    const auto read = chess::read_fen_field(fen);
    if (!read) return Unexpected{to_fault(read.error(), fen)};
    const WantedPosition::Fields wanted{read->has_turn, read->has_castling, read->has_en_passant};
    return ReadPosition{WantedPosition(read->position, wanted), text_of(read->notes)};
}

}  // namespace cofnod::search
