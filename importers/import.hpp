#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "importers/formats/format.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/limits.hpp"
#include "importers/sink.hpp"
#include "importers/text/block_reader.hpp"
#include "importers/text/charset.hpp"
#include "importers/text/source.hpp"

namespace cofnod::notation {
class Language;
class Languages;
}  // namespace cofnod::notation

/// Reads game records from the text of a source: the single entry point for commands.
namespace cofnod::importers {

class Attempts;
namespace databases {
class Base;
}

/// Order in which lines of Arabic and Hebrew are stored.
enum class Order : std::uint8_t {
    detect,
    logical,  ///< in reading order
    visual,   ///< as displayed, from left to right
};

struct Options {
    Format format = Format::detect;
    const notation::Language* notation = nullptr;   ///< nullptr: detect per game
    const notation::Language* preferred = nullptr;  ///< assumed if a game is legal in this and other notations
    Limits limits = {};
    bool keep_source = true;  ///< keep the text of games that export would not reproduce
    bool keep_san = true;     ///< fill in GameRecord::san
    const Charset* charset = &Charset::utf8();
    std::vector<const Charset*> rivals = {};      ///< other character sets the source may be in
    std::shared_ptr<const databases::Base> base;  ///< the source opened with `charset`; nullptr: not yet opened
    Order order = Order::detect;
    bool mixed = true;              ///< a game may be in another character set than its source
    bool one_pass = true;           ///< read ordinary PGN in one pass, with the same result
    bool repairs = true;            ///< try to correct misprinted moves
    bool expects_end = false;       ///< the source is no part of a text: report that its end is missing
    bool keep_lines = false;        ///< deliver the lines of games that are read in one pass
    Attempts* attempts = nullptr;   ///< shared when part of a text is reread; nullptr: its own
    sheet::ColumnMap columns = {};  ///< meanings of columns with unknown names
    /// An earlier import delivered everything before this byte. The rest is read as if that import had not stopped.
    std::uint64_t begin = 0;
    std::uint64_t first_byte = 0;  ///< first byte and line of the source if it is part of another
    std::uint64_t first_line = 1;
    const Charset* charset_of_others = nullptr;  ///< for a game read separately: the character set of its source
    std::size_t block_size = BlockReader::default_block_size;
    unsigned threads = 1;  ///< threads that read blocks, including the caller's; the sink is used on the caller's only
};

/// Reads all games of a source into the sink, in order, and returns the format. A faulty game never stops the import.
/// The result and its order do not depend on the number of threads. Throws the fault that ended the source early, after
/// delivering everything before it.
Format import_source(Source& source, const notation::Languages& languages, const Options& options, Sink& sink);

}  // namespace cofnod::importers
