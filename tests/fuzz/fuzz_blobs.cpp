// A position, and any bytes as the packed moves of a game from there, of chess and of Camelot: they are playable moves
// or damaged, packed again they are read as the same, and the fast reader sees what the careful one sees. Then as
// stored annotations: they are refused, or stored again as the same.

#include "fuzz.hpp"
#include "games/camelot/judge.hpp"
#include "games/camelot/notation.hpp"
#include "games/camelot/pack.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/replayer.hpp"
#include "games/record/annotations.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

namespace {

void unpack_chess(std::string_view start_text, std::string_view bytes) {
    const auto fen = chess::read_fen(start_text);
    const auto start = fen ? fen->position : chess::Position::initial();
    chess::Unpacker game(start, bytes);
    chess::Packer packer(start);
    chess::Replayer replayer(start);
    replayer.read(bytes);
    std::vector<chess::Move> moves;
    chess::Position position = start;
    while (const auto move = game.next()) {
        require(is_legal(position, *move), "unpacked moves are legal");
        packer.push(position, *move);
        position.play(*move);
        moves.push_back(*move);
        require(replayer.next() && replayer.key() == position.key() && replayer.move().raw() == move->raw(),
                "replayed is unpacked");
    }
    while (replayer.next()) {  // it trusts moves that are not legal, but stays in its bounds
    }
    chess::Unpacker again(start, packer.bytes());
    for (const chess::Move move : moves) require(again.next() == move, "packed moves are unpacked");
    require(!again.next() && !again.is_damaged(), "packed moves are unpacked");
}

void unpack_camelot(std::string_view start_text, std::string_view bytes) {
    const auto read = camelot::read_position(start_text, camelot::board_of(start_text));
    const auto start = read ? *read : camelot::Position::initial();
    camelot::Unpacker game(start, bytes);
    camelot::Packer packer(start);
    std::vector<camelot::Path> paths;
    camelot::Position position = start;
    while (const auto path = game.next()) {
        require(judge(position, *path).is_playable(), "unpacked paths are playable");
        packer.push(position, *path);
        const auto move = effect_of(position, *path);
        if (has_move_numbers(position.board()))
            require(move_with_number(position, move_number(position, move)) == move, "a move has a number");
        position.play(move);
        paths.push_back(*path);
        require(key_from_scratch(position) == position.key(), "the key is kept up to date");
    }
    camelot::Unpacker again(start, packer.bytes());
    for (const camelot::Path& path : paths) require(again.next() == path, "packed paths are unpacked");
    require(!again.next() && !again.is_damaged(), "packed paths are unpacked");
}

void unpack_annotations(std::string_view bytes) {
    const auto annotations = Annotations::from_bytes(bytes);
    if (!annotations) return;
    for (std::size_t i = 0; i < annotations->size(); ++i)
        require((*annotations)[i].text.size() <= bytes.size(), "texts stand in the bytes");
    require(Annotations::from_bytes(annotations->to_bytes()) == annotations, "annotations are stored as they are");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Cutter input(text_of(data, size));
    const std::string_view start = input.line();
    unpack_chess(start, input.rest());
    unpack_camelot(start, input.rest());
    unpack_annotations(input.rest());
    return 0;
}
