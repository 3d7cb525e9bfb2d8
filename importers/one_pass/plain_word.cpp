#include "importers/one_pass/plain_word.hpp"

#include <algorithm>
#include <string_view>

#include "notation/language.hpp"
#include "notation/plain_move.hpp"

namespace cofnod::importers::one_pass {

bool PlainWords::can_read(const notation::Language& language) {
    return language.plain_moves().is_usable() || LetteredWords::can_read(language.data());
}

PlainWords::PlainWords(const notation::Language& language) {
    if (language.plain_moves().is_usable()) {
        set_letters(language.plain_moves());
    } else {
        roles_.fill(lettered);
        lettered_.emplace(language.data());
    }
}

void PlainWords::set_letters(const notation::PlainMoves& letters) {
    capture_ = letters.capture_sign();
    roles_.fill(no_role);
    std::fill(roles_.begin() + 0x80, roles_.end(), beyond_ascii);
    auto next = letters_.begin();
    for (const auto& [text, role] : letters.letters())
        if (text.size() == 1)
            roles_[static_cast<unsigned char>(text[0])] = static_cast<std::uint8_t>(role);
        else
            *next++ = Sign(text, role);
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
