#include "importers/one_pass/plain_word.hpp"

#include <string_view>

namespace cofnod::importers::one_pass {

PlainWords::PlainWords(const notation::PlainMoves& letters) {
    roles_.fill(no_role);
    for (char letter = 'A'; letter <= 'Z'; ++letter)
        if (const auto role = letters.role_of(letter))
            roles_[static_cast<unsigned char>(letter)] = static_cast<std::uint8_t>(*role);
    for (char file = 'a'; file <= 'h'; ++file)
        roles_[static_cast<unsigned char>(file)] = static_cast<std::uint8_t>(notation::Role::pawn);
}

PlainCastling PlainWords::read_castling(const char* at) {
    const std::string_view front(at, 5);
    PlainCastling castling;
    if (!front.starts_with("O-O")) return castling;
    const bool is_long = front == "O-O-O";
    castling.side = is_long ? chess::CastlingSide::queen_side : chess::CastlingSide::king_side;
    castling.end = detail::end_of_word(at + (is_long ? 5 : 3), castling.check);
    return castling;
}

}  // namespace cofnod::importers::one_pass
