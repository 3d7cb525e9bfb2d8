#include "notation/named_piece.hpp"

#include <string>

#include "notation/language.hpp"
#include "notation/read_move.hpp"

namespace cofnod::notation {

Readings read_named_move(const Language& language, std::string_view name, std::string_view rest) {
    Readings named;
    const auto role = language.find_piece(name);
    if (!role || language.is_visual()) return named;
    const std::string_view letter = *role == Role::pawn ? std::string_view() : language.piece_letter(*role);
    const Readings all = read_move(language, std::string(letter).append(rest));
    named.check = all.check;
    named.nag = all.nag;
    for (const Reading& reading : all)
        if (reading.kind == Reading::Kind::move && reading.role == *role && !reading.loose) named.add(reading);
    return named;
}

}  // namespace cofnod::notation
