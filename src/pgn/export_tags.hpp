#pragma once

#include <string_view>
#include <vector>

#include "game/tags.hpp"
#include "pgn/writer.hpp"

namespace cofnod {
struct GameRecord;
}

namespace cofnod::pgn {

/// Tags of a game as written.
struct ExportTags {
    std::vector<Tags::Tag> pairs;        ///< the Seven Tag Roster, then the others in ASCII order
    std::vector<Tags::Tag> in_comments;  ///< the others, whose names cannot stand in a tag pair: see tag_comment
};

/// Returns views into the record and the options. A name that other programs do not accept is replaced by a standard
/// tag if a language file has the word and the game lacks that tag: `الطاولة` is `Board`.
ExportTags tags_to_write(const GameRecord& record, const WriteOptions& options);

/// True for a tag with the notation of the source; what is written may be in another.
bool names_language(const Tags::Tag& tag, const notation::Languages& languages);

}  // namespace cofnod::pgn
