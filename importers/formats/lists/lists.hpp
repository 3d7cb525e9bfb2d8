#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "importers/formats/formats.hpp"
#include "importers/text/derived_text.hpp"

/// Lists with one record per line, read as PGN.
namespace cofnod::importers::lists {

/// Returns true for a line that is a position in FEN, without the operations of EPD.
bool is_fen(std::string_view line);

/// Returns true if the first line that is not blank or a remark is a position in FEN or EPD, unless a score after it
/// starts from that position.
bool looks_like_positions(std::string_view start);

/// Converts each line to a game without moves; EPD operations (`bm`, `id`) become its tags. A line that is not a
/// position becomes a game with a faulty FEN; remarks after `#` or `%` are dropped.
DerivedText pgn_of_positions(std::string_view text);

/// Converts positions within other text: each becomes a game without moves or, if a score begins on the next line, the
/// start of that game; the rest is unchanged. Returns nullopt if there are none.
std::optional<DerivedText> with_positions_as_pgn(std::string_view text);

/// Returns true if the first lines are games in engine notation: `e2e4 e7e5`, `position startpos moves e2e4`. Unless
/// the file is named `*.uci`, they must begin with a plausible first move.
bool looks_like_uci(std::string_view start, std::string_view name);

/// Returns the Deriver for such lines, which cuts blocks between them. `-` is a game without moves.
std::unique_ptr<Deriver> uci_reader(const SourceStart& start);

/// Bytes [begin, end) of a text.
struct Part {
    std::size_t begin, end;

    [[nodiscard]] bool empty() const { return begin == end; }
    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// Calls `take` for every line, without surrounding blanks, until it returns false. A blank line or a remark (`#`, `%`)
/// is empty.
void for_each_line(std::string_view text, auto&& take) {
    static constexpr std::string_view blanks = " \t\v\f";
    std::size_t at = text.size() - utf8::without_byte_order_mark(text).size();
    LineBreaks breaks(text);
    while (at < text.size()) {
        const std::size_t line_end = breaks.next(at);
        Part line{std::min(text.find_first_not_of(blanks, at), line_end), line_end};
        while (line.end > line.begin && blanks.find(text[line.end - 1]) != std::string_view::npos) --line.end;
        if (!line.empty() && (text[line.begin] == '#' || text[line.begin] == '%')) line.begin = line.end;
        if (!take(line)) return;
        at = line_end + 1;
    }
}

}  // namespace cofnod::importers::lists
