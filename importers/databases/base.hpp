#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"
#include "importers/import.hpp"
#include "importers/text/page_map.hpp"

namespace cofnod::importers::databases {

class BaseFiles;
class FileBytes;

/// NotationDecision::code of games whose moves are stored as codes rather than written in a notation.
inline constexpr std::string_view coded = "coded";

/// Options for reading games from a database.
struct BaseOptions {
    Limits limits = {};
    const notation::Language* san = nullptr;  ///< English, to fill in GameRecord::san; nullptr: leave it empty
};

/// A database of another program. Its index is a file of fixed-size records after a header.
class Base {
public:
    struct Shape {
        std::uint64_t header = 0, record = 1;  ///< in bytes
        std::uint64_t count = 0;               ///< number of records
        std::uint64_t declared = 0;            ///< number of records according to the header; 0 if it gives none

        /// Returns the offset of a record in the index.
        [[nodiscard]] std::uint64_t place_of(std::uint64_t number) const { return header + number * record; }
    };
    /// Kind of a record.
    enum class Entry : std::uint8_t {
        game,
        deleted_game,  ///< marked as deleted, but read
        text,
    };

    virtual ~Base() = default;

    [[nodiscard]] virtual const Shape& shape() const = 0;
    /// Returns the character set of its texts that are not UTF-8.
    [[nodiscard]] virtual const Charset& charset() const = 0;
    /// Reads the game or text of an index record, `bytes`, whose number is counted from 0. Problems have no place yet.
    /// Thread-safe. Throws InputError if a file cannot be read.
    virtual Entry read(std::uint64_t number, std::string_view bytes, const BaseOptions& options, GameRecord& game,
                       std::string& text) const = 0;
    /// Returns the sizes that the index and the headers of the other files declare, and the actual ones. Reads the
    /// whole index.
    [[nodiscard]] virtual std::vector<Declared> declared_files() const = 0;

    /// Calls `take` with the number and the bytes of each of the records [begin, end) of the index, in order.
    void each_record(const FileBytes& index, std::uint64_t begin, std::uint64_t end,
                     const std::function<void(std::uint64_t, std::string_view)>& take) const;
};

/// Opens a database, which must not outlive its files. `charset` is that of its texts; nullptr: detect it. Throws
/// InputError if the header is damaged or the version is unknown.
std::unique_ptr<Base> open_chessbase(const BaseFiles& files, const Charset* charset);
std::unique_ptr<Base> open_scid(const BaseFiles& files, const Charset* charset);

/// Reads all games of another program's database into the sink, in index order, as import_source does for texts. The
/// place of a game is that of its index record: its bytes, and its number as the line. Deleted games and texts become
/// separators that contain their text.
Format import_base(Source& source, const notation::Languages& languages, const Options& options, Sink& sink);

}  // namespace cofnod::importers::databases
