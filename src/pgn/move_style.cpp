#include "pgn/move_style.hpp"

#include "notation/reading.hpp"

#include <array>
#include <string_view>

namespace cofnod::pgn {

namespace {

constexpr std::array<std::string_view, 6> letters = {"", "N", "B", "R", "Q", "K"};

std::string_view letter(notation::Role role) { return letters[static_cast<std::size_t>(role)]; }

}  // namespace

void write_long_algebraic(chess::Move move, const notation::Reading& reading, notation::CheckMark check,
                          std::string& out) {
    using Kind = notation::Reading::Kind;
    switch (reading.kind) {
        case Kind::null_move: out += "--"; break;
        case Kind::castle_king_side: out += "O-O"; break;
        case Kind::castle_queen_side: out += "O-O-O"; break;
        case Kind::move:
            out += letter(reading.role);
            out += move.from().to_string();
            out += reading.capture ? 'x' : '-';
            out += move.to().to_string();
            if (reading.promotion) out += '=', out += letter(*reading.promotion);
            break;
    }
    if (check != notation::CheckMark::none) out += check == notation::CheckMark::mate ? '#' : '+';
}

}  // namespace cofnod::pgn
