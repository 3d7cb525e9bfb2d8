#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What a database holds, file by file, apart from times and from the ids that depend on what came before.
namespace cofnod::faults {

struct StoredGame {
    std::int64_t id = 0;
    std::string text;   ///< all that is stored of it: headers, tags, moves, comments, problems, kept text
    std::string state;  ///< complete, incomplete, rejected
    std::string moves;  ///< packed, in hex

    bool operator==(const StoredGame&) const = default;
};

/// An imported file.
struct StoredFile {
    bool is_done = false;
    std::string citation;
    std::string bytes;                           ///< of what the file consists
    std::map<std::string, std::int64_t> states;  ///< how many games of each, as the file's row counts them
    std::map<std::int64_t, StoredGame> games;    ///< by their number in the file

    bool operator==(const StoredFile&) const = default;
};

struct DeletedGame {
    std::int64_t game = 0, kept = 0;
    bool operator==(const DeletedGame&) const = default;
};

struct Content {
    std::map<std::string, StoredFile> files;  ///< by the hash of their content
    std::vector<DeletedGame> deleted;
    std::map<std::string, std::string> aliases;  ///< who is known as whom

    bool operator==(const Content&) const = default;
};

/// nullopt: it has not been made yet. Throws std::runtime_error where it cannot be read, or contradicts itself.
std::optional<Content> read_content(const std::string& database);

}  // namespace cofnod::faults
