#include <games/chess/movegen.hpp>
#include <games/chess/resolve.hpp>
#include <games/chess/san.hpp>
#include <iostream>
#include <notation/languages.hpp>
#include <notation/written_move.hpp>

int main() {
    using namespace cofnod;
    const auto position = chess::Position::initial();
    const auto languages = notation::Languages::built_in();
    const auto resolution = resolve(position, notation::read_move(languages.english(), "Nf3"));
    if (!resolution) return 1;
    std::cout << legal_moves(position).size() << " moves; Nf3 is " << chess::write_uci(resolution.move) << '\n';
}
