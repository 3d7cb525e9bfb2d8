#pragma once

#include <memory>
#include <string_view>

#include "importers/formats/formats.hpp"

/// Records in JSON, one a line or in lists at any depth: archives of chess.com, games of the Lichess API, our own
/// `export --json` and `--ndjson`. What the fields are called is looked up as the heads of a sheet are; a record with a
/// field `pgn` is that PGN. Lists of moves, `["e4", "e5"]`, as JSON and Python write them, are games too.
namespace cofnod::importers::json {

/// Returns true if a text begins as a list or object of JSON does, not with a tag or a comment of PGN.
bool begins_as_json(std::string_view start);

std::unique_ptr<Deriver> reader_of(const SourceStart& start);

}  // namespace cofnod::importers::json
