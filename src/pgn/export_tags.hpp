#pragma once

#include <string_view>
#include <vector>

#include "game/record.hpp"
#include "pgn/writer.hpp"

namespace cofnod::pgn {

/// What stands in the seven standard tags where nothing is known.
inline constexpr std::string_view unknown = "?", unknown_date = "????.??.??";

/// The tags of a game as they are written.
struct ExportTags {
    std::vector<Tags::Tag> pairs;        ///< the seven standard tags, then the others in ASCII order
    std::vector<Tags::Tag> in_comments;  ///< the others, whose names cannot stand in a tag pair: see tag_comment
};

/// Views into the record and the options. A name other programs cannot read becomes that of a standard tag where a
/// language file knows the word, and the game has no such tag: `الطاولة` is `Board`.
ExportTags tags_to_write(const GameRecord& record, const WriteOptions& options);

}  // namespace cofnod::pgn
