#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"
#include "importers/import.hpp"
#include "importers/limits.hpp"
#include "importers/text/page_map.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::importers {

class Charset;

namespace databases {

class BaseFiles;
class FileBytes;

/// NotationDecision::code of games whose moves were not written in any notation, but stored in codes.
inline constexpr std::string_view coded = "coded";

/// Options for reading games out of a database.
struct BaseOptions {
    Limits limits = {};
    const notation::Language* san = nullptr;  ///< English, to fill in GameRecord::san; nullptr: it stays empty
};

/// A database of another program: records of one size behind a header, in the file that is its index.
class Base {
public:
    struct Shape {
        std::uint64_t header = 0, record = 1;  ///< bytes
        std::uint64_t count = 0;               ///< records
        std::uint64_t declared = 0;            ///< records that the header counts; 0: it counts none
    };
    /// Kind of a record.
    enum class Entry : std::uint8_t {
        game,
        deleted_game,  ///< marked as deleted; it is read all the same
        text,
    };

    virtual ~Base() = default;

    [[nodiscard]] virtual const Shape& shape() const = 0;
    /// Returns the character set of its texts, where they are not UTF-8.
    [[nodiscard]] virtual const Charset& charset() const = 0;
    /// Reads a record of the index, `bytes`, counted from 0: its game, or its text. Problems have no place yet.
    /// Thread-safe. Throws InputError if a file cannot be read.
    virtual Entry read(std::uint64_t number, std::string_view bytes, const BaseOptions& options, GameRecord& game,
                       std::string& text) const = 0;
    /// Returns how much the index and the heads of the other files declare of these files, and how much there is.
    /// Reads the whole index.
    [[nodiscard]] virtual std::vector<Declared> declared_files() const = 0;

protected:
    /// Calls `take` with the bytes of each record of the index, in order.
    void each_record(const FileBytes& index, const std::function<void(std::string_view)>& take) const;
};

/// Opens a database, which must not outlive its files. `charset`: of its texts; nullptr: as the database suggests.
/// Throws InputError for one that is damaged at its head, or of a version that is not known.
std::unique_ptr<Base> open_chessbase(const BaseFiles& files, const Charset* charset);
std::unique_ptr<Base> open_scid(const BaseFiles& files, const Charset* charset);

}  // namespace databases

}  // namespace cofnod::importers

namespace cofnod::importers::databases {

/// Reads all games of a database of another program into the sink, in the order of its index, as import_source does
/// for texts. The place of a game is that of its record in the index: the bytes, and its number as the line. A deleted
/// game becomes a separator that holds its text, and so does a text.
Format import_base(Source& source, const notation::Languages& languages, const Options& options, Sink& sink);

}  // namespace cofnod::importers::databases
