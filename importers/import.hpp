#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "importers/formats/format.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/limits.hpp"
#include "importers/score/attempts.hpp"
#include "importers/score/score_player.hpp"
#include "importers/sink.hpp"
#include "importers/text/block_reader.hpp"
#include "importers/text/charset.hpp"
#include "importers/text/source.hpp"

/// From the text of a source to game records: the one entry that the commands use.
namespace cofnod::importers {

/// How lines of Arabic and Hebrew are stored.
enum class Order : std::uint8_t {
    detect,
    logical,  ///< as they are read
    visual,   ///< as a page shows them, from left to right
};

struct Options {
    Format format = Format::detect;
    const notation::Language* notation = nullptr;   ///< nullptr: find out, game by game
    const notation::Language* preferred = nullptr;  ///< where a game can be read in several, of which this is one
    Limits limits = {};
    bool keep_source = true;  ///< keep the text of games that export would not give back
    bool keep_san = true;     ///< fill in GameRecord::san
    const Charset* charset = &Charset::utf8();
    std::vector<const Charset*> rivals = {};  ///< other character sets that the source may be in
    Order order = Order::detect;
    bool mixed = true;              ///< a game may be in another character set than its source
    bool repairs = true;            ///< look for what misprinted moves were meant for
    Attempts* attempts = nullptr;   ///< that a part of a text, read again, shares with the whole; nullptr: its own
    sheet::ColumnMap columns = {};  ///< what columns of sheets mean, where their names do not say
    /// What comes before this byte, an earlier import has handed over. What comes behind is read just as if it had not
    /// stopped.
    std::uint64_t begin = 0;
    std::uint64_t first_byte = 0;  ///< the byte and the line that the source begins with, where it is part of another
    std::uint64_t first_line = 1;
    const Charset* charset_of_others = nullptr;  ///< of a game that is read by itself: of the others in its source
    std::size_t block_size = BlockReader::default_block_size;
    unsigned threads = 1;  ///< that read blocks, the calling one among them; the sink sees that one alone
};

/// Reads all games of a source into the sink, in order. A faulty game never stops it. Returns the format it was read
/// in: what is read, and in what order, does not depend on the number of threads. Throws the fault that ended the
/// source early, after all that came before it has been handed over.
Format import_source(Source& source, const notation::Languages& languages, const Options& options, Sink& sink);

}  // namespace cofnod::importers
