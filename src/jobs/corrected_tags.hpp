#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.hpp"
#include "store/store.hpp"

/// Tags that people set, apart from those in the text of a game.
namespace cofnod::jobs {

struct TagValue {
    std::string name, value;  ///< empty value: the game has no such tag
};

/// Throws UsageError unless the text is one line: UTF-8 of at most `most` bytes without control characters. `what`: its
/// name in the message.
void refuse_unless_one_line(std::string_view what, std::string_view text, std::size_t most);

/// Parses "White=Tal, M.". Throws UsageError where that is no tag that can be set, or no value of it.
TagValue read_tag_value(const std::string& text);

/// Sets tags of a record, and its result if Result is one of them.
void set_tags(GameRecord& record, const std::vector<TagValue>& tags);

/// Returns tags as PGN writes them, a line each; one that the game does not have as `[White]`.
std::string to_lines(const std::vector<TagValue>& tags);

/// Sets the tags of a newly read record that people have set since its text was last replaced.
void keep_set_tags(const store::Store& store, std::int64_t game, GameRecord& now);

/// Keeps the tags of `before` that are not from the text itself: where `text_alone`, the text before the correction,
/// gives another value or none; and leaves out those that only the text has.
void keep_other_tags(const GameRecord& before, const GameRecord& text_alone, GameRecord& now);

}  // namespace cofnod::jobs
