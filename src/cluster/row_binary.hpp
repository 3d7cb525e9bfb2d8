#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "export/parquet/table.hpp"
#include "games/record/record.hpp"
#include "store/game_reader.hpp"

namespace cofnod::cluster {

/// Reads values from a response in RowBinary format: little-endian numbers, and texts preceded by their length as a
/// varint. Throws StoreError with the server's name if the response ends too early.
class RowReader {
public:
    RowReader(std::string_view bytes, const std::string& server) : rest_(bytes), server_(server) {}

    [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
    std::int64_t number(parquet::Type type);
    std::int64_t int64() { return number(parquet::Type::int64); }
    /// Returns a text that is valid as long as the bytes of the response.
    std::string_view text();

    [[noreturn]] void fail() const;

private:
    std::string_view rest_;
    const std::string& server_;
};

/// Append values in the format of RowReader.
void put_number(std::string& bytes, std::int64_t number, parquet::Type type);
void put_text(std::string& bytes, std::string_view text);

/// Number of consecutive game ids stored on the same shard. All rows of a game are on its shard.
inline constexpr std::int64_t games_a_run = 32;

/// Distributes rows of tables over the shards, as RowBinary.
class RowBinarySink final : public parquet::Sink {
public:
    using Send = std::function<void(const parquet::Table& table, std::size_t shard, std::string_view rows)>;

    /// Makes a sink that calls `send` after every few megabytes of a table and at its end.
    RowBinarySink(std::size_t shards, Send send);

    void begin(const parquet::Table& table, std::int64_t chunk, std::string_view part) override;
    void write(const parquet::Batch& batch) override;
    void end() override;

private:
    void flush(std::size_t least);
    void put_numbers(const parquet::Batch& batch, std::size_t row, std::string& rows) const;
    void put_row(const parquet::Batch& batch, std::size_t row, std::string& rows) const;

    std::vector<std::string> rows_;  ///< by shard
    Send send_;
    const parquet::Table* table_ = nullptr;
    std::size_t id_column_ = 0;
    std::vector<std::size_t> widths_;  ///< widths of the numeric columns
    bool has_numbers_alone_ = false;   ///< the table has only numbers, few enough to append in one piece
};

/// Row of the table game.
struct GameRow {
    store::GameHeader header;
    std::string start, moves, citation;
    std::int64_t work = 0;

    [[nodiscard]] store::GameMoves as_moves() const { return {header.id, header.kind, start, moves, header.result}; }
};

/// Returns the columns that read_game_row() reads, in order: "id, kind, ...".
std::string game_columns();
GameRow read_game_row(RowReader& reader);

/// Row of the table whole.
struct WholeRow {
    std::int64_t game = 0;
    bool is_annotated = false;
    std::string charset, databases;
    GameRecord record;
};
WholeRow read_whole_row(RowReader& reader);

}  // namespace cofnod::cluster
