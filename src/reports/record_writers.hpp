#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "reports/game_export.hpp"
#include "reports/hits.hpp"
#include "reports/writer.hpp"

namespace cofnod::pgn {

struct WriteOptions;

}  // namespace cofnod::pgn

namespace cofnod::reports {

/// A game to write, and what was found in it. The references must outlive the call that takes it.
struct FoundRecord {
    const search::Hit& hit;
    const GameRecord& record;
    GameOrigin origin = {};                  ///< only for data and booklets
    std::span<const search::Hit> hits = {};  ///< all that was found in it; only for booklets
};

/// Writes games, or positions found in them, in one format and in the order in which they are added.
class RecordWriter {
public:
    virtual ~RecordWriter() = default;
    virtual void add(const FoundRecord& found) = 0;
    virtual void finish() {}

    std::uint64_t left_out = 0;  ///< number of games that could not be part of the whole
};

/// Parts of a game that its PGN omits.
struct Omitted {
    bool tags = false;  ///< WriteOptions::with_tags
    bool comments = false, variations = false, glyphs = false;
    bool numbers = false;  ///< commands of programs in comments: `[%clk 1:05:23]`

    [[nodiscard]] bool has_annotations() const { return comments || variations || glyphs || numbers; }
};
GameRecord without(const GameRecord& record, const Omitted& omitted);

/// Returns a game with the tags ECO and Opening of the opening that its moves reach; as it is if they reach none.
GameRecord with_opening(const GameRecord& record);

/// Contents of the rows of a format of data.
enum class Rows : std::uint8_t { games, found, plies };

/// Appends one text per game; called on several threads.
using AppendRecord = std::function<void(const search::Hit& hit, const GameRecord& record, std::string& text)>;
std::unique_ptr<RecordWriter> text_writer(std::ostream& out, unsigned threads, AppendRecord append);

/// Returns functions that append a game as PGN, as a list of UCI moves, and a position as FEN and as EPD.
AppendRecord append_as_pgn(const pgn::WriteOptions& how);
AppendRecord append_as_uci(const notation::Language& language);
AppendRecord append_as_fen(const LinePlace& at);
AppendRecord append_as_epd(const LinePlace& at, const notation::Language& english);

/// Rows of data.
struct RowChoice {
    Rows rows = Rows::games;
    std::vector<std::string> columns = {};  ///< names; empty: the usual ones
    bool with_ply = false;                  ///< rows of games say where the match is
    LinePlace at = {};                      ///< the place of rows of found positions
};
/// Throws UsageError for an unknown column. `make`: writers_of a format, or a writer of another box.
std::unique_ptr<RecordWriter> data_writer(const RowChoice& choice, const MakeWriter& make,
                                          const notation::Language& language);

}  // namespace cofnod::reports
