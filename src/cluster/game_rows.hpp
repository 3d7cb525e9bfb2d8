#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cluster/row_binary.hpp"
#include "game/record.hpp"
#include "store/game_reader.hpp"

namespace cofnod::cluster {

/// A row of the table game.
struct GameRow {
    store::GameHeader header;
    std::string start, moves, citation;
    std::int64_t work = 0;

    [[nodiscard]] store::GameMoves as_moves() const { return {header.id, header.kind, start, moves, header.result}; }
};

/// Returns the columns that read_game_row() reads, in order: "id, kind, ...".
std::string game_columns();
GameRow read_game_row(RowReader& reader);

/// A row of the table whole.
struct WholeRow {
    std::int64_t game = 0;
    bool is_annotated = false;
    std::string charset, databases;
    GameRecord record;
};
WholeRow read_whole_row(RowReader& reader);

}  // namespace cofnod::cluster
