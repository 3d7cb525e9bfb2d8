#include "content.hpp"

#include <filesystem>
#include <stdexcept>

#include "run.hpp"

namespace cofnod::faults {

namespace {

/// A game and all that hangs on it, but for ids and paths. json_group_array keeps the parts apart.
const std::string games_sql = R"(
SELECT s.content_hash, run.first_number + g.id - run.first_game, g.id, v.state, hex(g.moves),
       json_array(v.white, v.black, v.result, v.date, v.event, v.site, v.round, v.white_elo, v.black_elo, v.eco, v.plies,
                  v.notation, v.start, v.line, v.byte, v.bytes, v.moves, g.final_check,
                  (SELECT json_group_array(json_array(name, value)) FROM
                      (SELECT name, value FROM tags_view WHERE game = g.id ORDER BY ordinal)),
                  (SELECT json_group_array(json_array(kind, frame, arguments, severity, line, "column", byte, ply,
                                                     line_text, remedy, remedy_arguments)) FROM
                      (SELECT * FROM problem WHERE game = g.id ORDER BY ordinal)),
                  (SELECT text FROM game_unread WHERE game = g.id),
                  (SELECT hex(content) FROM game_annotation WHERE game = g.id),
                  (SELECT hex(content) FROM game_source WHERE game = g.id),
                  (SELECT charset FROM game_charset WHERE game = g.id))
FROM game g
JOIN games_view v ON v.id = g.id
JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= g.id)
JOIN source s ON s.id = run.source
ORDER BY g.id)";

/// Without words for people: a file that is partly read has no hash of its content yet.
const std::string files_sql = R"(
SELECT coalesce(nullif(content_hash, ''), path), state, citation, found, complete, incomplete, rejected,
       json_array(format, charset, bytes, separators, separator_bytes, bytes_unaccounted)
FROM sources_view)";

bool is_made(const std::string& database) {
    std::error_code none;
    if (!std::filesystem::exists(database, none) || std::filesystem::file_size(database, none) == 0) return false;
    return !rows_of(database, "SELECT 1 FROM sqlite_schema WHERE name = 'deleted_game'").empty();
}

void check_counts(const std::string& database) {
    for (const char* table : {"game", "game_tag", "problem", "player", "event", "site", "source", "source_run"}) {
        const std::string name(table);
        const auto rows = rows_of(
            database, "SELECT count(*), (SELECT count FROM _counts WHERE \"table\" = '" + name + "') FROM " + name);
        if (rows.front()[0] != rows.front()[1])
            throw std::runtime_error("_counts has " + rows.front()[1] + " for " + rows.front()[0] + " rows of " + name);
    }
}

}  // namespace

std::optional<Content> read_content(const std::string& database) {
    if (!is_made(database)) return std::nullopt;
    if (const auto sound = rows_of(database, "PRAGMA integrity_check"); sound.front().front() != "ok")
        throw std::runtime_error("integrity_check: " + sound.front().front());
    check_counts(database);
    Content content;
    for (const auto& row : rows_of(database, files_sql)) {
        const auto [file, is_new] = content.files.try_emplace(row[0]);
        if (!is_new) throw std::runtime_error("a file is there twice: " + row[0]);
        file->second.is_done = row[1] == "done";
        file->second.citation = row[2];
        file->second.states = {{"found", std::stoll(row[3])},
                               {"complete", std::stoll(row[4])},
                               {"incomplete", std::stoll(row[5])},
                               {"rejected", std::stoll(row[6])}};
        file->second.bytes = row[7];
    }
    std::int64_t last = 0;
    for (const auto& row : rows_of(database, games_sql)) {
        auto& games = content.files[row[0]].games;
        const StoredGame game{std::stoll(row[2]), row[5], row[3], row[4]};
        if (!games.emplace(std::stoll(row[1]), game).second)
            throw std::runtime_error("game " + row[1] + " of a file is there twice");
        last = game.id;
    }
    const auto games = rows_of(database, "SELECT count(*), coalesce(max(id), 0) FROM game");
    std::size_t found = 0;
    for (const auto& [hash, file] : content.files) found += file.games.size();
    if (std::to_string(found) != games.front()[0] || std::to_string(last) != games.front()[1])
        throw std::runtime_error("there are games of no file");
    for (const auto& row : rows_of(database, "SELECT game, kept FROM deleted_game ORDER BY game"))
        content.deleted.push_back({std::stoll(row[0]), std::stoll(row[1])});
    for (const auto& row : rows_of(database, "SELECT name, known_as FROM spellings_view WHERE known_as IS NOT NULL"))
        content.aliases[row[0]] = row[1];
    return content;
}

}  // namespace cofnod::faults
