#include "search/read_position.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/reason.hpp"
#include "base/say.hpp"
#include "base/sentence.hpp"
#include "chess/fen.hpp"

namespace cofnod::search {

namespace {

using std::string_view;

constexpr string_view blanks = " \t\r\n";
constexpr std::size_t most_fields = 6;

struct Field {
    string_view text;
    std::size_t at = 0;  ///< byte in the FEN
};

std::vector<Field> fields_of(string_view fen) {
    std::vector<Field> fields;
    for (std::size_t at = fen.find_first_not_of(blanks); at != string_view::npos;) {
        const std::size_t end = std::min(fen.find_first_of(blanks, at), fen.size());
        fields.push_back({fen.substr(at, end - at), at});
        at = fen.find_first_not_of(blanks, end);
    }
    return fields;
}

bool is_counter(string_view text) {
    return text == "-" || text == "?" ||
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns a complete FEN with `?` and missing fields filled in; fields keep their offsets.
std::string completed(string_view fen, const std::vector<Field>& fields, char turn) {
    const std::size_t kept = std::min<std::size_t>(fields.size(), 4);
    std::string text(fen.substr(0, fields[kept - 1].at + fields[kept - 1].text.size()));
    for (std::size_t i = 1; i < 4; ++i) {
        const char neutral = i == 1 ? turn : '-';
        if (i >= kept)
            text.append({' ', neutral});
        else if (fields[i].text == "?")
            text[fields[i].at] = neutral;
    }
    return text;
}

TextFault to_fault(const chess::FenError& error, string_view fen) {
    const std::size_t begin = std::min(error.column - 1, fen.size());
    return {begin, std::min(begin + 1, fen.size()), sentence(Reason{kind_of(error.fault)}), {}};
}

std::string note_on(const chess::Fen& fen) {
    if (fen.dropped_castling) return say("a castling right without its king or rook at home was left out");
    if (fen.dropped_en_passant) return say("an en-passant square that no double step explains was left out");
    return {};
}

}  // namespace

Expected<ReadPosition, TextFault> read_position(string_view fen) {
    const auto fields = fields_of(fen);
    if (fields.empty())
        return Unexpected{TextFault{0, fen.size(), say("no position"), say("a FEN, or its first field")}};
    if (fields[0].text == "?")
        return Unexpected{TextFault{fields[0].at, fields[0].at + 1, say("the pieces must be given"),
                                    say("a ? may stand for each of the fields behind them")}};
    for (std::size_t i = 4; i < fields.size(); ++i)
        if (i >= most_fields || !is_counter(fields[i].text))
            return Unexpected{TextFault{
                fields[i].at,
                fields[i].at + fields[i].text.size(),
                i < most_fields ? say("a move counter should stand here") : say("text after the end of the FEN"),
                {}}};

    const auto matters = [&](std::size_t i) { return i < fields.size() && fields[i].text != "?"; };
    const WantedPosition::Fields wanted{matters(1), matters(2), matters(3)};
    // An en-passant square on the third rank implies that Black is to move.
    const char likely_turn = matters(3) && fields[3].text.ends_with('3') ? 'b' : 'w';
    auto read = chess::read_fen(completed(fen, fields, likely_turn));
    if (!read && read.error().fault == chess::SetupFault::opponent_in_check && !wanted.turn)
        read = chess::read_fen(completed(fen, fields, 'b'));
    if (!read) return Unexpected{to_fault(read.error(), fen)};
    return ReadPosition{WantedPosition(read->position, wanted), note_on(*read)};
}

}  // namespace cofnod::search
