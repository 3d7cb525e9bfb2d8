// Any bytes as records of databases: moves of Scid and ChessBase, notes, texts, blocks of an archive. Their first byte
// says what they are.

#include "account.hpp"
#include "importers/databases/chessbase/annotate.hpp"
#include "importers/databases/chessbase/cbv.hpp"
#include "importers/databases/chessbase/moves.hpp"
#include "importers/databases/chessbase/tags.hpp"
#include "importers/databases/scid/game.hpp"
#include "importers/text/charset.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;
using namespace cofnod::importers::databases;

namespace {

void read_moves(std::string_view moves, std::string_view notes) {
    const BaseOptions options{.san = &languages().english()};
    GameRecord game;
    chessbase::RecordedMoves played;
    chessbase::read_moves(moves, options, game, played);
    const chessbase::Texts texts(*importers::Charset::find("windows-1252"));
    chessbase::annotate(played, chessbase::read_notes(notes), {}, texts, options.limits, game);
    require_sound(game);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes = text_of(data, size).substr(1);
    const importers::Charset& charset = *importers::Charset::find("windows-1252");
    switch (data[0]) {
        case 's': {
            GameRecord game;
            scid::read_game(bytes, charset, {.san = &languages().english()}, game);
            require_sound(game);
            break;
        }
        case 'c': read_moves(bytes, {}); break;
        case 'n': read_moves(std::string_view("\0\0\0\x04", 4), bytes); break;
        case 't': chessbase::guiding_text(bytes, chessbase::Texts(charset)); break;
        default: {
            const auto block = chessbase::unpack_block(bytes);
            require(!block || block->size() <= 0xFFFF, "a block of an archive stays small");
        }
    }
    return 0;
}
